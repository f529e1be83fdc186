// picture.mjs -- a screenshot made small enough for a repository: a PNG of the browser written again with fewer shades.
//
// Browsers filter rows before they pack them, which helps photographs; a page of flat colours packs better as it is.
import { readFileSync, writeFileSync } from 'node:fs';
import zlib from 'node:zlib';

const SHADES = 0xfc; // of each colour the highest six bits, spread again over eight

/** The chunks of a PNG: [name, bytes]. */
function chunks(file) {
    const found = [];
    for (let at = 8; at < file.length;) {
        const bytes = file.readUInt32BE(at);
        found.push([file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + bytes)]);
        at += bytes + 12;
    }
    return found;
}

/** What a filter takes the bytes left, above and above left for (PNG, section 9). */
function predicted(filter, a, b, c) {
    if (filter === 1) return a;
    if (filter === 2) return b;
    if (filter === 3) return (a + b) >> 1;
    if (filter !== 4) return 0;
    const near = [a, b, c].map((one) => Math.abs(a + b - c - one));
    return near[0] <= near[1] && near[0] <= near[2] ? a : near[1] <= near[2] ? b : c;
}

/** Rows without filters, each with its leading zero. */
function plain(packed, width, height, depth) {
    const row = width * depth;
    const out = Buffer.alloc(height * (row + 1));
    for (let y = 0; y < height; y++) {
        const start = y * (row + 1) + 1;
        for (let x = 0; x < row; x++) {
            const a = x >= depth ? out[start + x - depth] : 0;
            const b = y > 0 ? out[start + x - row - 1] : 0;
            const c = x >= depth && y > 0 ? out[start + x - row - 1 - depth] : 0;
            out[start + x] = packed[start + x] + predicted(packed[start - 1], a, b, c);
        }
    }
    return out;
}

let table; // of CRC-32, where zlib has none (Node 18)
function crc(bytes) {
    if (zlib.crc32) return zlib.crc32(bytes);
    table ??= Array.from({ length: 256 }, (_, n) => {
        for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
        return n;
    });
    return ~bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;
}

function chunk(name, bytes) {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const head = Buffer.alloc(4);
    const tail = Buffer.alloc(4);
    head.writeUInt32BE(bytes.length);
    tail.writeUInt32BE(crc(body));
    return Buffer.concat([head, body, tail]);
}

/** Writes the picture `from` to `to`, smaller; returns its bytes. */
export function shrink(from, to) {
    const file = readFileSync(from);
    const parts = chunks(file);
    const head = parts.find(([name]) => name === 'IHDR')[1];
    const packed = zlib.inflateSync(Buffer.concat(parts.filter(([name]) => name === 'IDAT').map(([, bytes]) => bytes)));
    const [width, height, depth] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
    const rows = plain(packed, width, height, depth);
    for (let at = 0; at < rows.length; at++) rows[at] = (rows[at] & SHADES) | ((rows[at] & SHADES) >> 6);
    const image = zlib.deflateSync(rows, { level: 9, memLevel: 9 });
    const out = Buffer.concat([file.subarray(0, 8), chunk('IHDR', head), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
    writeFileSync(to, out);
    return out.length;
}
