import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_STREAMS_PER_KEY } from '../../../src/kernel/http/open-streams.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { compress } from '../../stores/support/record.js';
import { knowingSources } from '../../support/enrichment.js';
import { openStream } from '../../support/http/event-client.js';
import { billOf } from '../../support/http/ledger.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { startBatch } from '../../support/http/started-batch.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

describe('followLookupV2', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ enrichment: { sources: knowingSources() } });
  });
  afterAll(() => service.close());

  const follow = (key: string, lookupId: string, lastEventId?: string) =>
    openStream(`${service.url}/v2/lookup/${lookupId}/stream`, key, lastEventId);
  const read = async (key: string, lookupId: string) => (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
  async function post(key: string, path: string, body: unknown): Promise<string> {
    if (path === '/v2/batches') return (await startBatch(service, key, [body]))[0] ?? '';
    return ((await service.call('POST', path, { key, body })).body as { lookupId: string }).lookupId;
  }
  const person = { identities: { usernames: [ADA.username], emails: [ADA.email], ips: ['192.0.2.17'] } };

  it.each([
    ['an asynchronous lookup', '/v2/lookup', person],
    ['one that was waited for', '/v2/lookup', { ...person, mode: 'wait' }],
    ['an instant one', '/v2/lookup', { ...person, mode: 'instant' }],
    ['an item of a batch', '/v2/batches', person],
    ['a lookup of v1', '/v1/lookup', { query: ADA.username }],
    ['a check of a mailbox', '/v1/email', { email: ADA.email }],
    ['a check of an address', '/v1/ip', { ip: '192.0.2.17' }],
  ])('%s is told to its end, done equals what GET answers then, and nothing further is billed', async (_, path, body) => {
    const { key, accountId } = await service.account();
    const lookupId = await post(key, path, body);
    const stream = await follow(key, lookupId);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = await stream.whole();
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(1);
    const done = events.at(-1)?.data as LookupBodyV2;
    expectBodyV2(done);
    expect(done).toEqual(await read(key, lookupId));
    expect(events.filter(({ event }) => event === 'result' || event === 'omission').length).toBeGreaterThanOrEqual(
      done.results.length + done.omissions.total,
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('a client that comes back hears the rest, nothing twice; its ids and those of the stream that started the lookup are the same', async () => {
    const { key, accountId } = await service.account();
    const starting = `${service.url}/v2/lookup/stream?username=${ADA.username}&email=${ADA.email}&deep=true`;
    const started = await (await openStream(starting, key)).whole();
    const lookupId = (started.at(-1)?.data as LookupBodyV2).lookupId;
    expect(await (await follow(key, lookupId)).whole()).toEqual(started);
    for (const cut of [0, 1, Math.floor(started.length / 2), started.length - 2]) {
      const rest = started.slice(cut + 1);
      expect(await (await follow(key, lookupId, started[cut]?.id)).whole()).toEqual(rest);
      expect(await (await openStream(starting, key, started[cut]?.id)).whole()).toEqual(rest);
    }
    expect((await follow(key, lookupId, started.at(-1)?.id)).status).toBe(204);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, used: 1 });
  });

  it('the first thing told is an id to come back with, before any answer', async () => {
    const { key } = await service.account();
    const lookupId = await post(key, '/v2/lookup', person);
    const stream = await follow(key, lookupId);
    const events = await stream.whole();
    const id = /^: lookup (\S+)\nid: (\S+)\n\n/.exec(stream.text());
    expect(id?.[1]).toBe(lookupId);
    expect(await (await follow(key, lookupId, id?.[2])).whole()).toEqual(events);
  });

  it('tells the same of a lookup whose results were compressed', async () => {
    const { key } = await service.account();
    const lookupId = await post(key, '/v2/lookup', { ...person, mode: 'wait' });
    const events = await (await follow(key, lookupId)).whole();
    expect(await compress(service.record, lookupId)).toBe(1);
    expect(await (await follow(key, lookupId)).whole()).toEqual(events);
  });

  it('HEAD answers with the headers alone, keeps no stream open and bills nothing', async () => {
    const { key, accountId } = await service.account();
    const lookupId = await post(key, '/v2/lookup', { ...person, mode: 'wait' });
    for (let n = 0; n < MAX_STREAMS_PER_KEY + 5; n += 1) {
      const { status, headers, text } = await service.call('HEAD', `/v2/lookup/${lookupId}/stream`, { key });
      expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
    }
    expect((await (await follow(key, lookupId)).whole()).at(-1)?.event).toBe('done');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, used: 1 });
  });
});
