// run.mjs -- bundles each tests/*.test.ts and runs them in Node's test runner, in TAP.  Arguments choose among them:
// `node tests/run.mjs hand bets`.  Exits with the runner's code.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const names = readdirSync(here)
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
    .sort();
if (names.length === 0) {
    console.error('run.mjs: no such test');
    process.exit(2);
}

/** `--test-reporter` came with Node 18.15; older ones write TAP by themselves. */
function reporter() {
    const [major, minor] = process.versions.node.split('.').map(Number);
    return major > 18 || (major === 18 && minor >= 15) ? ['--test-reporter=tap'] : [];
}

const out = mkdtempSync(join(tmpdir(), 'felt-web-tests-'));
let code = 1;
try {
    await build({
        entryPoints: names.map((name) => join(here, name)),
        outdir: out,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node18',
        sourcemap: 'inline',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        logLevel: 'warning',
    });
    const files = names.map((name) => join(out, name.replace(/\.ts$/, '.mjs')));
    const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...reporter(), ...files], {
        stdio: 'inherit',
        cwd: dirname(here),
        env: { ...process.env, WEB_DIR: dirname(here) }, // bundles lie elsewhere: tests find their files here
    });
    code = run.status ?? 1;
} finally {
    rmSync(out, { recursive: true, force: true });
}
process.exit(code);
