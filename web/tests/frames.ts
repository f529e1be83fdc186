// frames.ts -- frames for tests: recordings of a real server, the golden transcripts of the room, and small made ones.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyRoom, receive } from '../src/model/room';
import type { Hand, Room, Table } from '../src/model/types';
import type { Frame } from '../src/protocol';

const web = process.env['WEB_DIR'] ?? process.cwd();
const golden_dir = join(web, '..', 'tests', 'golden', 'room');

export interface Recording { name: string; frames: Frame[] }

const rows = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter((row) => row !== '');

/** tests/frames/NAME.jsonl: what one line heard, a frame a row. */
export function recording(name: string): Frame[] {
    return rows(join(web, 'tests', 'frames', `${name}.jsonl`)).map((row) => JSON.parse(row) as Frame);
}

export function recordings(): Recording[] {
    const names = readdirSync(join(web, 'tests', 'frames')).filter((name) => name.endsWith('.jsonl')).sort();
    return names.map((name) => ({ name, frames: recording(name.replace(/\.jsonl$/, '')) }));
}

/** The transcripts of tests/golden/room, one recording for each of their lines. */
export function golden(): Recording[] {
    if (!existsSync(golden_dir)) return [];
    const found: Recording[] = [];
    for (const file of readdirSync(golden_dir).filter((name) => name.endsWith('.txt')).sort()) {
        const lines = new Map<string, Frame[]>();
        for (const row of rows(join(golden_dir, file))) {
            const heard = /^< line (\d+) (\{.*\})$/.exec(row);
            if (!heard) continue;
            const [, line = '', text = ''] = heard;
            lines.set(line, [...(lines.get(line) ?? []), JSON.parse(text) as Frame]);
        }
        for (const [line, frames] of lines) found.push({ name: `${file} line ${line}`, frames });
    }
    return found;
}

export const play = (frames: readonly Frame[], from: Room = emptyRoom(), now = 1000): Room =>
    frames.reduce((room, frame) => receive(room, frame, now), from);

export function onlyTable(room: Room): Table {
    const [table] = room.tables;
    assert.ok(table, 'a table is open');
    return table;
}

export function handOf(room: Room): Hand {
    const { hand } = onlyTable(room);
    assert.ok(hand, 'there is a hand');
    return hand;
}

/** Everything that is on the table in a hand: behind the seats, and in the middle. */
export function chipsOf(hand: Hand): number {
    return hand.seats.reduce((sum, seat) => sum + seat.stack, hand.pot + hand.rake);
}
