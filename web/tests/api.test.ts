// api.test.ts -- requests under /api/ and what their refusals become.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { api, ApiError } from '../src/api';

const real = globalThis.fetch;
let asked: { path: string; init: RequestInit }[] = [];

/** The next answer of the server. */
function answers(status: number, body: unknown, headers: Record<string, string> = {}): void {
    asked = [];
    globalThis.fetch = ((path: string, init: RequestInit) => {
        asked.push({ path, init });
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return Promise.resolve(new Response(text, { status, headers }));
    }) as typeof fetch;
}

async function refusal(request: Promise<unknown>): Promise<ApiError> {
    try {
        await request;
    } catch (error) {
        assert.ok(error instanceof ApiError);
        return error;
    }
    throw new Error('it was not refused');
}

const body = (): unknown => JSON.parse(String(asked[0]?.init.body));

afterEach(() => {
    globalThis.fetch = real;
});

describe('requests', () => {
    it('that change something are POSTs of JSON, without fields that nobody filled in', async () => {
        answers(201, { user: { id: 7, handle: 'Ada' } });
        assert.equal((await api.register({ username: 'ada', password: 'secret words', email: undefined })).id, 7);
        assert.equal(asked[0]?.path, '/api/register');
        assert.equal(asked[0]?.init.method, 'POST');
        assert.deepEqual(asked[0]?.init.headers, { 'Content-Type': 'application/json' });
        assert.deepEqual(body(), { username: 'ada', password: 'secret words' });
    });

    it('that end one session name it', async () => {
        answers(200, {});
        await api.endSession('0123456789abcdef');
        assert.equal(asked[0]?.path, '/api/sessions/end');
        assert.deepEqual(body(), { id: '0123456789abcdef' });
    });

    it('that only read are GETs', async () => {
        answers(200, { lines: [] });
        await api.ledger(91, 20);
        assert.deepEqual([asked[0]?.path, asked[0]?.init.method], ['/api/ledger?before=91&limit=20', 'GET']);
        await api.ledger();
        assert.equal(asked[1]?.path, '/api/ledger');
    });

    it('that nobody answers end, in words', async () => {
        globalThis.fetch = (() => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))) as typeof fetch;
        assert.match((await refusal(api.config())).message, /too long/);
        globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch;
        assert.match((await refusal(api.config())).message, /cannot be reached/);
        answers(200, {});
        await api.logout();
        assert.ok(asked[0]?.init.signal instanceof AbortSignal);
    });

    it('of signing out say everywhere only if it is meant', async () => {
        answers(200, {});
        await api.logout();
        assert.deepEqual(body(), {});
        answers(200, {});
        await api.logout(true);
        assert.deepEqual(body(), { all: true });
    });
});

describe('refusals', () => {
    it('bring the code, the sentence and the field', async () => {
        answers(409, { error: { code: 'NAME_TAKEN', message: 'somebody has that username', field: 'username' } });
        const error = await refusal(api.register({ username: 'ada', password: 'x' }));
        assert.deepEqual([error.status, error.code, error.message, error.field],
            [409, 'NAME_TAKEN', 'somebody has that username', 'username']);
    });

    it('say how long to wait', async () => {
        answers(429, { error: { code: 'TOO_MANY_REQUESTS', message: 'wait 12 seconds' } }, { 'Retry-After': '12' });
        assert.equal((await refusal(api.guest())).retry_s, 12);
    });

    it('of a proxy are pages, not JSON, and all the same readable', async () => {
        answers(502, '<html>Bad gateway</html>');
        const error = await refusal(api.me());
        assert.equal(error.status, 502);
        assert.match(error.message, /try again/);
    });

    it('an answer that is no JSON is none', async () => {
        answers(200, '<html>Welcome</html>');
        assert.equal((await refusal(api.me())).code, 'BAD_ANSWER');
    });

    it('a server that cannot be reached has status 0', async () => {
        globalThis.fetch = () => Promise.reject(new TypeError('no route'));
        assert.deepEqual([(await refusal(api.me())).status, (await refusal(api.me())).code], [0, 'UNREACHABLE']);
    });
});
