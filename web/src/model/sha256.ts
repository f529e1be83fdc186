// sha256.ts -- SHA-256 in plain script.  Browsers lend theirs to pages that came over TLS or from this machine only; a
// page of a server in the next room is neither, and its shuffles are to be verified all the same.

/** The first 32 bits of the fractions of cube roots of the first 64 primes (FIPS 180-4, 4.2.2), and of square roots of
 *  the first 8 (5.3.3). */
function fractions(root: number, count: number): Uint32Array {
    const words = new Uint32Array(count);
    for (let found = 0, n = 2; found < count; n++) {
        let prime = true;
        for (let by = 2; by * by <= n; by++) if (n % by === 0) prime = false;
        if (prime) words[found++] = (n ** (1 / root) % 1) * 2 ** 32;
    }
    return words;
}

const ROUNDS = fractions(3, 64);
const START = fractions(2, 8);
const turn = (word: number, by: number): number => word >>> by | word << (32 - by);

/** One block of 64 bytes. */
function compress(state: Uint32Array, words: Uint32Array): void {
    for (let i = 16; i < 64; i++) {
        const a = words[i - 15]!, b = words[i - 2]!;
        words[i] = words[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3)
            + words[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUNDS[i]! + words[i]!;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
        [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = state[i]! + word; });
}

export function sha256(bytes: Uint8Array): Uint8Array {
    const padded = new Uint8Array((bytes.length + 8 >> 6) + 1 << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const state = START.slice(), words = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
        for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
        compress(state, words);
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return new Uint8Array(out.buffer);
}
