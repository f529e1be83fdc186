// build.mjs -- src/main.tsx and its styles as the files that `felt serve` serves: node build.mjs [DIRECTORY]
//
// Scripts and styles have a hash of their content in their names, so that a browser may keep them for ever;
// index.html names them.  Beside each text lies its gzip copy, which the server sends to those who take it.
// What comes along in the folder of the build from before is removed.  It fails if the scripts weigh too
// much (docs/WEB.md, W7): those of the first view, or a part that is loaded when its page is.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const FIRST_MAX = 100 * 1024; // gzipped: all that the first view needs
const PART_MAX = 50 * 1024; // gzipped: all that another page needs besides
const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, '../build/web'));
const STATIC = ['icon.svg', 'manifest.webmanifest'];

/** Every file of the bundle as { name, bytes, imports, entry }: imports are the scripts that come with it. */
async function bundle() {
    const result = await build({
        absWorkingDir: here,
        entryPoints: { app: 'src/main.tsx' },
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2020',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        charset: 'utf8',
        legalComments: 'none',
        define: { 'process.env.NODE_ENV': '"production"' },
        entryNames: '[name]-[hash]',
        splitting: true,
        chunkNames: 'part-[hash]',
        metafile: true,
        outdir: out,
        write: false,
        logLevel: 'warning',
    });
    const known = new Map(Object.entries(result.metafile.outputs).map(([path, about]) => [basename(path), about]));
    return result.outputFiles.map((file) => {
        const name = file.path.slice(out.length + 1);
        const about = known.get(name);
        const imports = about.imports.filter((one) => one.kind === 'import-statement').map((one) => basename(one.path));
        return { name, bytes: Buffer.from(file.contents), imports, entry: about.entryPoint };
    });
}

/** A script and all that come with it. */
function withImports(files, name, seen = new Set()) {
    if (!seen.has(name)) {
        seen.add(name);
        for (const other of files.find((file) => file.name === name).imports) withImports(files, other, seen);
    }
    return seen;
}

/** The page as it was written, with the names that its parts got.  A name must stand there exactly once. */
function page(files) {
    let text = readFileSync(join(here, 'index.html'), 'utf8');
    const named = (pattern, end, tag) => {
        const names = files.filter((file) => file.name.endsWith(end)).map((file) => tag(file.name));
        const rest = text.replace(pattern, names.join('\n    '));
        if (rest === text) throw new Error(`index.html has no tag for ${end}`);
        text = rest;
    };
    const first = files.find((file) => file.name.endsWith('.js') && file.entry === 'src/main.tsx').name;
    const ahead = [...withImports(files, first)].filter((name) => name !== first);
    const tags = ahead.map((name) => `<link rel="modulepreload" href="/${name}">`);
    tags.push(`<script type="module" src="/${first}"></script>`);
    const script = /<script\b[^>]*\bsrc=[^>]*><\/script>/;
    if (!script.test(text)) throw new Error('index.html has no tag for .js');
    text = text.replace(script, tags.join('\n'));
    const style = (name) => `<link rel="stylesheet" href="/${name}">`;
    const link = /<link\b[^>]*\brel="stylesheet"[^>]*>/;
    if (link.test(text)) named(link, '.css', style);
    else named(/(?=<\/head>)/, '.css', (name) => `    ${style(name)}\n`);
    if (/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.test(text)) throw new Error('index.html has inline script or style');
    return { name: 'index.html', bytes: Buffer.from(text) };
}

/** Files that keep their names.  Which icon is meant is said by a hash in what asks for it, or by no-cache. */
function statics() {
    return STATIC.filter((name) => existsSync(join(here, name)))
        .map((name) => ({ name, bytes: readFileSync(join(here, name)) }));
}

/** Written beside and renamed: a server that is running never sends half a file. */
function put(name, bytes) {
    const path = join(out, name);
    if (existsSync(path) && readFileSync(path).equals(bytes)) return;
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
}

let files;
try {
    files = await bundle();
} catch {
    process.exit(1); // esbuild has said what is wrong
}
files.push(...statics(), page(files));
mkdirSync(out, { recursive: true });
const packedBytes = new Map();
const kept = new Set();
for (const { name, bytes } of files) {
    const packed = gzipSync(bytes, { level: 9 });
    put(`${name}.gz`, packed); // first: whoever sees the file may ask for its copy
    put(name, bytes);
    kept.add(name).add(`${name}.gz`);
    packedBytes.set(name, packed.length);
    console.log(`${name.padEnd(24)} ${String(bytes.length).padStart(8)} bytes ${String(packed.length).padStart(8)} gzip`);
}
for (const name of readdirSync(out)) if (!kept.has(name)) rmSync(join(out, name), { recursive: true });
const stamp = createHash('sha256').update(files.map((file) => file.name).join('\n')).digest('hex').slice(0, 8);
console.log(`build ${stamp}`);
const firstView = withImports(files, files.find((file) => file.name.endsWith('.js') && file.entry === 'src/main.tsx').name);
const weigh = (what, names, most) => {
    const bytes = names.reduce((sum, name) => sum + packedBytes.get(name), 0);
    console.log(`${what}: ${bytes} of at most ${most} bytes gzip`);
    if (bytes <= most) return;
    console.error('build.mjs: these scripts are too large (docs/WEB.md, W7)');
    process.exitCode = 1;
};
weigh('first view', [...firstView], FIRST_MAX);
for (const { name, entry } of files) {
    if (!name.endsWith('.js') || !entry || firstView.has(name)) continue;
    weigh(entry, [...withImports(files, name)].filter((one) => !firstView.has(one)), PART_MAX);
}
