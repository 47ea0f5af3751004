import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFootprintClient,
  FootprintError,
  FootprintTimeoutError,
  lookup,
  type LookupOptions,
  type LookupRequestV2,
} from '../../../clients/typescript/index.js';

const ID = 'lkp_01j00000000000000000000000';
const REQUEST = { identities: { usernames: ['ada-example'] } };
const FINISHED = { lookupId: ID, status: 'finished' };
const pending = () => Response.json({ lookupId: ID, status: 'processing' });
const finished = () => Response.json(FINISHED);
const refusal =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: { code, message: 'Not now.' } }, { status, headers });
const later = (status: number, seconds?: string) =>
  refusal(status, status === 429 ? 'rate_limit_exceeded' : 'unavailable', seconds === undefined ? {} : { 'retry-after': seconds });

/** A client of a service that gives these answers in turn, and the requests that it got so far. */
function clientOf(...answers: readonly (() => Response)[]) {
  const sent: Request[] = [];
  const client = createFootprintClient({
    baseUrl: 'https://footprint.example.com',
    apiKey: 'svc_example',
    async fetch(request) {
      sent.push(request);
      return (answers[sent.length - 1] ?? finished)();
    },
  });
  return { client, sent };
}

describe('the TypeScript client, while a lookup that was accepted runs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Lets time pass once the client waits for it. */
  async function pass(ms: number): Promise<void> {
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ms);
  }

  it.each([
    ['429', later(429, '7'), 7_000],
    ['503', later(503, '7'), 7_000],
    ['503 that does not say when', later(503), 5_000],
    ['429 that says at once', later(429, '0'), 5_000],
    ['503 that says tomorrow', later(503, '86400'), 60_000],
    ['503 with a date', later(503, 'Thu, 01 Jan 2099 00:00:00 GMT'), 5_000],
  ])('a read that is answered %s is repeated when it was told to, within a minute', async (_, answer, backoffMs) => {
    const { client, sent } = clientOf(pending, answer, answer);
    const result = lookup(client, REQUEST);
    await pass(5_000);
    for (const reads of [2, 3]) {
      await pass(backoffMs - 1);
      expect(sent).toHaveLength(reads);
      await pass(1);
    }
    await expect(result).resolves.toEqual(FINISHED);
    expect(sent.slice(1).map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual(Array(3).fill(`GET /v2/lookup/${ID}`));
  });

  it('a pause ends when the signal says so', async () => {
    const leaving = new AbortController();
    const { client, sent } = clientOf(pending, later(503, '60'));
    const result = lookup(client, REQUEST, { signal: leaving.signal });
    await pass(5_000);
    await pass(1_000);
    leaving.abort(new Error('the user left'));
    await expect(result).rejects.toThrow('the user left');
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['a refusal', refusal(401, 'unauthorized'), { code: 'unauthorized', status: 401 }],
    ['a refusal in words that are not ours', () => new Response('<h1>No</h1>', { status: 400 }), { code: 'internal_error', status: 400 }],
    ['what is no answer', () => new Response('{"lookupId":'), { name: 'SyntaxError' }],
  ])('%s ends it with an error that names the lookup', async (_, answer, error) => {
    const result = lookup(clientOf(pending, answer).client, REQUEST);
    const received = expect(result).rejects.toMatchObject({ ...error, lookupId: ID });
    await pass(5_000);
    await received;
  });
});

describe('the TypeScript client, until a lookup is accepted', () => {
  const lost = () => {
    throw new TypeError('fetch failed');
  };
  /** Waits that take no time. */
  function waits() {
    const ms: number[] = [];
    return { ms, wait: async (each: number) => void ms.push(each) };
  }

  it('repeats what was limited, met no service or lost its connection, under one idempotency key', async () => {
    const { client, sent } = clientOf(lost, later(429, '7'), later(503), refusal(502, 'unavailable'), finished);
    const { ms, wait } = waits();
    await expect(lookup(client, REQUEST, { wait })).resolves.toEqual(FINISHED);
    expect(ms).toEqual([1_000, 7_000, 4_000, 8_000]);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(Array(5).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual(Array(5).fill({ mode: 'wait', ...REQUEST }));
  });

  it('gives up after six, with the last refusal, or what the connection failed with', async () => {
    const limited = clientOf(...Array<() => Response>(9).fill(later(429, '7')));
    const error: unknown = await lookup(limited.client, REQUEST, waits()).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(FootprintError);
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 7, lookupId: undefined });
    expect(limited.sent).toHaveLength(6);
    const gone = clientOf(...Array<() => Response>(9).fill(lost));
    await expect(lookup(gone.client, REQUEST, waits())).rejects.toThrow('fetch failed');
    expect(gone.sent).toHaveLength(6);
  });

  it('waits for a request whose answer was lost, and which the service still carries out', async () => {
    const { client, sent } = clientOf(lost, refusal(409, 'idempotency_conflict'), finished);
    await expect(lookup(client, REQUEST, waits())).resolves.toEqual(FINISHED);
    expect(sent).toHaveLength(3);
  });

  it('tells a conflict at once that no lost answer explains', async () => {
    const { client, sent } = clientOf(later(429, '7'), refusal(409, 'idempotency_conflict'));
    await expect(lookup(client, REQUEST, waits())).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(sent).toHaveLength(2);
  });

  it('tells every other refusal at once', async () => {
    const { client, sent } = clientOf(refusal(402, 'quota_exceeded'));
    await expect(lookup(client, REQUEST, waits())).rejects.toMatchObject({ code: 'quota_exceeded', status: 402 });
    expect(sent).toHaveLength(1);
  });
});

describe('the time that a call of the TypeScript client has', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const INSTANT = { ...REQUEST, mode: 'instant', deadlineMs: 800 } as const;
  const down = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
  };
  /** What a call fails with, and for how long it waited, by a clock that only its waits move. */
  async function failed(answer: () => Response, request: LookupRequestV2, options: LookupOptions = {}) {
    const waited: number[] = [];
    const wait = async (ms: number) => {
      waited.push(ms);
      vi.advanceTimersByTime(ms);
    };
    const { client, sent } = clientOf(...Array<() => Response>(200).fill(answer));
    const error = await lookup(client, request, { ...options, wait }).catch((thrown: unknown) => thrown);
    return { error, waited, sent };
  }

  it('begins no attempt of an instant lookup that its deadline and a second do not cover', async () => {
    const { error, waited, sent } = await failed(down, INSTANT);
    expect(error).toMatchObject({ message: 'fetch failed' });
    expect([waited, sent.length]).toEqual([[1_000], 2]);
  });

  it('gives a limit that ends after the deadline as the error, at once', async () => {
    const { error, waited } = await failed(later(429, '60'), INSTANT);
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 60 });
    expect(waited).toEqual([]);
  });

  it.each([
    ['ten minutes', {}, 600_000],
    ['as many milliseconds as are named', { timeoutMs: 20_000 }, 20_000],
  ])('is %s, after which the error names the lookup', async (_, options, expected) => {
    const { error, waited } = await failed(pending, REQUEST, options);
    expect(error).toBeInstanceOf(FootprintTimeoutError);
    expect(error).toMatchObject({ lookupId: ID, message: `The call took longer than ${expected} ms.` });
    expect(waited.reduce((sum, ms) => sum + ms)).toBe(expected - 5_000);
  });

  it('ends a request that nobody answers, and one whose answer does not end', async () => {
    const silent = createFootprintClient({
      baseUrl: 'https://footprint.example.com',
      apiKey: 'svc_example',
      fetch: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await expect(lookup(silent, INSTANT, { timeoutMs: 20 })).rejects.toThrow(FootprintTimeoutError);
    await expect(lookup(silent, REQUEST, { signal: AbortSignal.abort(new Error('the user left')) })).rejects.toThrow('the user left');
    const stalled = createFootprintClient({
      baseUrl: 'https://footprint.example.com',
      apiKey: 'svc_example',
      timeoutMs: 20,
      fetch: async ({ signal }) =>
        new Response(new ReadableStream({ start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)) }), {
          headers: { 'content-type': 'application/json' },
        }),
    });
    await expect(stalled.GET('/v2/account')).rejects.toThrow('The call took longer than 20 ms.');
  });

  it.each([
    ['a certificate', 'fetch failed', { cause: Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }],
    ['a port that is never called', 'fetch failed', { cause: new Error('bad port') }],
    ['a header that is none', 'Headers.append: invalid header value', {}],
  ])('is not spent on what cannot change: %s', async (_, message, cause) => {
    const { error, sent } = await failed(() => {
      throw new TypeError(message, cause);
    }, REQUEST);
    expect(error).toMatchObject({ message });
    expect(sent).toHaveLength(1);
  });

  it.each(['', 'footprint.example.com', 'localhost:8080', 'ftp://footprint.example.com', 'http://'])(
    'the address %j is refused',
    (baseUrl) => {
      expect(() => createFootprintClient({ baseUrl, apiKey: 'svc_example' })).toThrow(/not the address of a service/);
    },
  );

  it.each(['', ' ', 'svc_example\n', 'svc_exämple'])('the key %j is refused', (apiKey) => {
    expect(() => createFootprintClient({ baseUrl: 'https://footprint.example.com', apiKey })).toThrow(/API key/);
  });
});
