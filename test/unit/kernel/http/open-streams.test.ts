import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ChunkedText } from '../../../../src/kernel/http/chunked-text.js';
import { MAX_STREAMS_PER_KEY, OpenStreams } from '../../../../src/kernel/http/open-streams.js';

/** Pieces made at once for one account, and with those of others. */
const AT_ONCE = 2;
const MOST = 4;

function streams() {
  const open = new OpenStreams(new Registry());
  const state = { making: 0, most: 0, made: [] as string[] };
  const streamOf = (accountId: string, apiKeyId = accountId) => {
    const limit = open.acquire({ accountId, apiKeyId }, new AbortController().signal);
    return <T>(make: () => Promise<T>): Promise<T> =>
      limit(async () => {
        state.making += 1;
        state.most = Math.max(state.most, state.making);
        try {
          return await make();
        } finally {
          state.making -= 1;
          state.made.push(accountId);
        }
      });
  };
  return { state, streamOf };
}
const iteration = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the pieces of open streams', () => {
  it('of one account are two at a time, however many of its keys have how many streams', async () => {
    const { state, streamOf } = streams();
    const all = Array.from({ length: 300 }, (_, n) => streamOf('many', `key ${n % 15}`));
    await Promise.all(all.flatMap((make) => Array.from({ length: 5 }, () => make(iteration))));
    expect([state.most, state.made.length]).toEqual([AT_ONCE, 1_500]);
  });

  it('of another account alternate with them', async () => {
    const { state, streamOf } = streams();
    const many = Array.from({ length: 200 }, (_, n) => streamOf('many', `key ${n % 10}`)(iteration));
    const few = streamOf('few');
    for (let n = 0; n < 5; n += 1) await few(iteration);
    expect(state.made.filter((account) => account === 'many').length).toBeLessThan(100);
    await Promise.all(many);
    expect(state.most).toBeLessThanOrEqual(MOST);
  });

  it('leave an iteration of the event loop to others before each, also where nothing is waited for', async () => {
    const { state, streamOf } = streams();
    const pieces = Array.from({ length: 20 }, () => streamOf('many')(async () => undefined));
    let iterations = 0;
    const done = Promise.all(pieces);
    while (state.made.length < pieces.length) {
      await iteration();
      iterations += 1;
    }
    await done;
    expect(iterations).toBeGreaterThanOrEqual(pieces.length / AT_ONCE);
  });

  it('include the chunks of a body that is decompressed, which arrive whole and in order', async () => {
    const { state, streamOf } = streams();
    const text = Array.from({ length: 20_000 }, (_, n) => `line ${n}`).join('\n');
    const body = await ChunkedText.of(text);
    const texts = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const pieces: Buffer[] = [];
        for await (const piece of body.chunks(streamOf('many'))) pieces.push(Buffer.from(piece));
        return Buffer.concat(pieces).toString();
      }),
    );
    expect(texts.every((each) => each === text)).toBe(true);
    expect(state.most).toBeLessThanOrEqual(AT_ONCE);
    expect(state.made.length).toBeGreaterThan(15 * 2);
  });

  it('a chunked body that is not read to its end holds nothing', async () => {
    const { state, streamOf } = streams();
    const body = await ChunkedText.of('x'.repeat(1_000_000));
    for await (const piece of body.chunks(streamOf('many'))) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(state.making).toBe(0);
  });
});

it('a key has twenty streams at most', () => {
  const { streamOf } = streams();
  for (let n = 0; n < MAX_STREAMS_PER_KEY; n += 1) streamOf('a', 'key');
  expect(() => streamOf('a', 'key')).toThrow('streams and downloads open');
  expect(() => streamOf('a', 'another key')).not.toThrow();
});
