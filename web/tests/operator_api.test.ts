// operator_api.test.ts -- requests of the operator's page: what they ask for, and figures where /metrics is kept from browsers.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import { ApiError } from '../src/api';
import { admin, newKey } from '../src/api_operator';

globalThis.crypto ??= webcrypto as Crypto; // Node 18 has it, but not here
const real = globalThis.fetch;
let asked: { path: string; init: RequestInit }[] = [];

/** Answers by path; whatever is not there is 404. */
function answers(by_path: Record<string, unknown>): void {
    asked = [];
    globalThis.fetch = ((path: string, init: RequestInit) => {
        asked.push({ path, init });
        const body = by_path[path];
        const text = typeof body === 'string' ? body : JSON.stringify(body ?? { error: { code: 'NOT_FOUND', message: 'there is no such path' } });
        return Promise.resolve(new Response(text, { status: body === undefined ? 404 : 200 }));
    }) as typeof fetch;
}

afterEach(() => {
    globalThis.fetch = real;
});

describe('figures', () => {
    it('are those that Prometheus reads, asked for without the session', async () => {
        answers({ '/metrics': 'felt_room_hands_total 12\n' });
        assert.equal((await admin.metrics()).get('felt_room_hands_total'), 12);
        assert.equal(asked[0]?.init.credentials, 'omit');
        assert.equal(asked.length, 1);
    });

    it("are those of operators where a proxy keeps them, or has a page in their place", async () => {
        answers({ '/api/operator/metrics': { room: { hands: 7 } } });
        assert.equal((await admin.metrics()).get('felt_room_hands_total'), 7);
        answers({ '/metrics': '<h1>Nothing here</h1>', '/api/operator/metrics': { room: { hands: 8 } } });
        assert.equal((await admin.metrics()).get('felt_room_hands_total'), 8);
    });

    it('that nobody sends are a refusal with words', async () => {
        globalThis.fetch = (() => Promise.reject(new TypeError('no line'))) as typeof fetch;
        await assert.rejects(admin.metrics(), (error: unknown) => error instanceof ApiError && error.code === 'UNREACHABLE');
    });
});

describe('requests of operators', () => {
    it('say what is looked for, whatever is in it', async () => {
        answers({ '/api/operator/users?query=a%26b%20c&behind=9&limit=25': { users: [{ id: 10 }], next: 10 } });
        assert.deepEqual(await admin.users('a&b c', 9), { rows: [{ id: 10 }], next: 10 });
        answers({ '/api/operator/reports?limit=25': { reports: [] } });
        assert.deepEqual(await admin.reports(false), { rows: [], next: undefined });
    });

    it('pass over house players until there are people', async () => {
        answers({
            '/api/operator/users?limit=200': { users: [{ id: 1, kind: 'house' }, { id: 2, kind: 'house' }], next: 2 },
            '/api/operator/users?behind=2&limit=200': { users: [{ id: 3, kind: 'human' }] },
        });
        assert.deepEqual(await admin.people(''), { rows: [{ id: 3, kind: 'human' }], next: undefined });
        assert.equal(asked.length, 2);
    });

    it('leave out what was not chosen', async () => {
        answers({ '/api/operator/users/7/disable': {} });
        await admin.disable(7, { reason: 'asked for it', minutes: undefined });
        assert.deepEqual(JSON.parse(String(asked[0]?.init.body)), { reason: 'asked for it' });
    });

    it('that move chips have keys of their own', () => {
        const keys = new Set(Array.from({ length: 100 }, newKey));
        assert.equal(keys.size, 100);
        for (const key of keys) assert.match(key, /^page-[0-9a-f]{24}$/);
    });
});
