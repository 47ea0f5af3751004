import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFootprintClient, FootprintError, lookup } from '../../../clients/typescript/index.js';
import { FINISHED } from '../../../src/features/lookups/routes/v1/examples.js';

const ID = FINISHED.lookupId;
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
    const result = lookup(client, { query: 'ada-example' });
    await pass(5_000);
    for (const reads of [2, 3]) {
      await pass(backoffMs - 1);
      expect(sent).toHaveLength(reads);
      await pass(1);
    }
    await expect(result).resolves.toEqual(FINISHED);
    expect(sent.slice(1).map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual(Array(3).fill(`GET /v1/lookup/${ID}`));
  });

  it('a pause ends when the signal says so', async () => {
    const leaving = new AbortController();
    const { client, sent } = clientOf(pending, later(503, '60'));
    const result = lookup(client, { query: 'ada-example' }, { signal: leaving.signal });
    await pass(5_000);
    await pass(1_000);
    leaving.abort(new Error('the user left'));
    await expect(result).rejects.toThrow('the user left');
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['a refusal', refusal(401, 'unauthorized'), { code: 'unauthorized', status: 401 }],
    [
      'a refusal in words that are not ours',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      { code: 'internal_error', status: 502 },
    ],
    [
      'a broken connection',
      () => {
        throw new TypeError('fetch failed');
      },
      { message: 'fetch failed' },
    ],
  ])('%s ends it with an error that names the lookup', async (_, answer, error) => {
    const result = lookup(clientOf(pending, answer).client, { query: 'ada-example' });
    const received = expect(result).rejects.toMatchObject({ ...error, lookupId: ID });
    await pass(5_000);
    await received;
  });

  it('before a lookup is accepted every refusal is told at once, and names none', async () => {
    const { client, sent } = clientOf(later(429, '7'));
    const error: unknown = await lookup(client, { query: 'ada-example' }).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(FootprintError);
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 7, lookupId: undefined });
    expect(sent).toHaveLength(1);
  });
});
