import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrokenStreamError, createFootprintClient, followLookup, FootprintError } from '../../../clients/typescript/index.js';

const ID = 'lkp_01j00000000000000000000000';
const events = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const begun = events(`: lookup ${ID} planned 3\n\nid: ${ID}.1.a\nevent: result\ndata: {"platform":"one"}\n\n: progress 1 of 3\n\n`);
const ended = events(
  `id: ${ID}.2.b\nevent: result\ndata: {"platform":"two"}\n\nid: ${ID}.3.\nevent: done\ndata: {"lookupId":\ndata: "${ID}"}\n\n`,
);

/** Follows a lookup of a service that gives these answers in turn. */
function follow(...answers: readonly (() => Response)[]) {
  const sent: (string | null)[] = [];
  const seen: unknown[] = [];
  const client = createFootprintClient({
    baseUrl: 'https://footprint.example.com',
    apiKey: 'svc_example',
    fetch: (request) => Promise.resolve((answers[sent.push(request.headers.get('last-event-id')) - 1] ?? begun)()),
  });
  const result = followLookup(client, ID, {
    onAccepted: (id) => seen.push(id),
    onProgress: ({ planned, ended: known }) => seen.push([known, planned]),
    onEvent: ({ data }) => seen.push(data),
  });
  return { result, sent, seen };
}

describe('the TypeScript client, while it follows a lookup', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('resumes a stream that broke after the last event, and hands over the whole lookup', async () => {
    const { result, sent, seen } = follow(begun, ended);
    const finished = expect(result).resolves.toEqual({ lookupId: ID });
    await vi.runAllTimersAsync();
    while (sent.length < 2) await vi.advanceTimersByTimeAsync(1_000);
    await finished;
    expect(sent).toEqual([null, `${ID}.1.a`]);
    expect(seen).toEqual([ID, [0, 3], { platform: 'one' }, [1, 3], { platform: 'two' }]);
  });

  it('gives a stream up that breaks again and again', async () => {
    const { result, sent } = follow();
    const failed = expect(result).rejects.toThrow(BrokenStreamError);
    while (sent.length < 6) await vi.advanceTimersByTimeAsync(1_000);
    await failed;
    expect(sent).toHaveLength(6);
  });

  it('passes a refusal on', async () => {
    const refusal = () => Response.json({ error: { code: 'not_found', message: 'There is none.' } }, { status: 404 });
    await expect(follow(refusal).result).rejects.toMatchObject({ code: 'not_found', lookupId: ID, constructor: FootprintError });
  });
});
