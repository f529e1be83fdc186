// follow_tournament.test.ts -- who is led where: by a link, and when a tournament seats or moves somebody.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Entry } from '../src/model/types';

const globals = globalThis as unknown as Record<string, unknown>;
const place = { hash: '', search: '?table=p-abcdef-1&key=k', pathname: '/', protocol: 'http:', host: 'room.test' };
const kept = new Map<string, string>([['felt-keys', '{"p-old234-1":{"key":"o"},"x":7}']]);
let replaced = '';
globals['location'] = place;
globals['history'] = { replaceState: (_: unknown, __: string, to: string) => { replaced = to; } };
globals['sessionStorage'] = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
globals['fetch'] = () => Promise.reject(new Error('nobody is there'));
globals['addEventListener'] = () => undefined;

const { startNavigation } = await import('../src/ui/follow_tournament');
const { emptyRoom, receive } = await import('../src/model/room');
const { store } = await import('../src/store');

const told = (change: Partial<Entry>): void => store.set(receive(store.get(), {
    type: 'entry', at: 0, event: 'evening', number: 2, title: 'Evening', entries: 12, entry: 7, name: 'Ada', state: 'in', ...change,
}, 0));
const newest = () => store.get().toasts[store.get().toasts.length - 1];

describe('whoever has a link or an entry', () => {
    before(startNavigation);
    beforeEach(() => store.set(emptyRoom()));

    it('takes the key out of the address, and keeps it for the tab', () => {
        assert.equal(replaced, '/#/table/p-abcdef-1');
        assert.deepEqual(JSON.parse(kept.get('felt-keys') ?? ''), { 'p-old234-1': { key: 'o' }, x: 7, 'p-abcdef-1': { key: 'k' } });
    });

    it('leads from the page of the tournament to the table, and from table to table', () => {
        place.hash = '#/tournament/evening.2';
        told({ state: 'waits' });
        assert.equal(place.hash, '#/tournament/evening.2');
        told({ table: 'evening-1', seat: 3 });
        assert.equal(place.hash, '#/table/evening-1');
        told({ table: 'evening-2', seat: 0 });
        assert.equal(place.hash, '#/table/evening-2');
        assert.match(newest()?.text ?? '', /moved to another table/);
        assert.equal(newest()?.href, undefined);
    });

    it('gives a link to those who are elsewhere', () => {
        for (const hash of ['#/', '#/table/nl-2-1', '#/tournament/evening.3']) {
            store.set(emptyRoom());
            place.hash = hash;
            told({ state: 'waits' });
            told({ table: 'evening-1', seat: 3 });
            assert.equal(place.hash, hash);
            assert.equal(newest()?.href, '#/table/evening-1');
        }
    });

    it('says how it ended, once, and nothing after the page was loaded anew', () => {
        place.hash = '#/table/evening-1';
        told({ table: 'evening-1' });
        assert.equal(store.get().toasts.length, 0);
        told({ state: 'out', place: 3, prize: 300, table: undefined });
        told({ state: 'out', place: 3, prize: 300, table: undefined });
        assert.deepEqual(store.get().toasts.map((toast) => toast.text), ['Evening: You finished 3rd of 12 and win 300 chips.']);
        assert.equal(newest()?.href, '#/tournament/evening.2');
        assert.equal(place.hash, '#/table/evening-1');
    });
});
