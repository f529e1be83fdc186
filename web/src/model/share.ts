// share.ts -- a recorded hand <-> the fragment of an address: deflated, then base64url.  An address may come from
// anybody: it is bounded before and while it is inflated, and what comes out must be a hand that readPhh() accepts.
import { joined } from './bytes';
import { PHH_MAX, readPhh } from './phh';

/** Longer addresses are cut off or refused by some programs on the way. */
const LINK_MAX = 32768;

/** Runs bytes through a stream of the browser; null if it is no such stream or more than `most` come out. */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number):
    Promise<Uint8Array | null> {
    try {
        const writer = stream.writable.getWriter();
        // A refused write is told by the reader as well, which is where it is looked at.
        writer.write(new Uint8Array(bytes)).catch(() => undefined);
        writer.close().catch(() => undefined);
        const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
        const parts: Uint8Array[] = [];
        let size = 0;
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            size += value.length;
            if (size > most) {
                await reader.cancel();
                return null;
            }
            parts.push(value);
        }
        return joined(...parts);
    } catch {
        return null;
    }
}

function toText(bytes: Uint8Array): string {
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromText(text: string): Uint8Array | null {
    if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

/** Other people's names become "Player 2" and so on; `keep` is the own name. */
export function withoutNames(phh: string, keep?: string): string {
    const hand = readPhh(phh);
    if ('error' in hand) return phh;
    const names = hand.names.map((name, i) => (name === keep ? name : `Player ${i + 1}`));
    // The server writes the list in one line; a hand in which it is written otherwise has no names afterwards.
    const line = `players = [${names.map((name) => JSON.stringify(name)).join(', ')}]`;
    return phh.replace(/^players = .*$/m, () => line);
}

/** What stands behind #/replay/; null if the hand cannot be shared. */
export async function toFragment(phh: string): Promise<string | null> {
    if ('error' in readPhh(phh)) return null;
    const bytes = new TextEncoder().encode(phh);
    const packed = bytes.length > PHH_MAX ? null : await through(bytes, new CompressionStream('deflate'), LINK_MAX);
    const text = packed && toText(packed);
    return text && text.length <= LINK_MAX ? text : null;
}

/** The hand of a link, as PHH, or what is wrong with it. */
export async function fromFragment(fragment: string): Promise<{ phh: string } | { error: string }> {
    const packed = fragment.length > LINK_MAX ? null : fromText(fragment);
    if (!packed) return { error: 'This link is not complete, or holds no hand.' };
    const bytes = await through(packed, new DecompressionStream('deflate'), PHH_MAX);
    if (!bytes) return { error: 'This link is damaged, or too large for a hand.' };
    let phh;
    try {
        phh = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        return { error: 'This link is damaged: it holds no text.' };
    }
    const hand = readPhh(phh);
    return 'error' in hand ? { error: `This link holds no hand that can be shown: ${hand.error}.` } : { phh };
}
