import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectCommonHeaders, expectRefusal } from '../../support/http/answers.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';
import { OpenStreams } from '../../../src/kernel/http/open-streams.js';
import { writeEvent } from '../../../src/features/webhooks/store/event-writer.js';
import { occurrence } from '../../support/webhooks/endpoints.js';
import { receiverAuthority, startReceiver, type Receiver } from '../../support/webhooks/receiver.js';
import { pages } from '../../../clients/typescript/pages.js';
import { createFootprintClient } from '../../../clients/typescript/client.js';

interface Page {
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }[];
  readonly cursor: string;
  readonly nextCursor: string | null;
}
const POLL = { timeout: 90_000, interval: 50 };

describe('listEvents', () => {
  let service: WorkingService;
  let receiver: Receiver;
  beforeAll(async () => {
    const { identity, env } = await receiverAuthority();
    receiver = await startReceiver({ identity });
    service = await startWorkingService({ sites: 5, env });
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });

  async function holder() {
    const { accountId, key: lookupKey } = await service.account('higher_volume');
    const { key } = await service.keyOf(accountId, ['webhooks', 'lookups:read']);
    const read = async (query = ''): Promise<Page> => {
      const response = await service.call('GET', `/v2/events${query}`, { key });
      expect(response.status, response.text).toBe(200);
      expectCommonHeaders(response);
      return response.body as Page;
    };
    const lookUp = async (query: string): Promise<string> =>
      ((await service.call('POST', '/v1/lookup?wait=true', { key: lookupKey, body: { query } })).body as { lookupId: string }).lookupId;
    return { accountId, key, lookupKey, read, lookUp };
  }

  it('has the event that a webhook is sent, with the same id and the same bytes', async () => {
    const { key, read, lookUp } = await holder();
    const opened = await read();
    expect(opened).toEqual({ events: [], cursor: opened.cursor, nextCursor: null });
    await service.call('POST', '/v2/webhooks/endpoints', { key, body: { url: receiver.url } });
    const lookupId = await lookUp(ADA.username);
    const page = await vi.waitFor(async () => {
      const found = await read(`?after=${opened.cursor}`);
      expect(found.events).toHaveLength(1);
      return found;
    }, POLL);
    const [event] = page.events;
    expect(event).toMatchObject({ type: 'lookup.completed', data: { lookupId } });
    const sent = await vi.waitFor(() => {
      const [request] = receiver.received.filter(({ eventId }) => eventId === event?.id);
      expect(request).toBeDefined();
      return request;
    }, POLL);
    expect(JSON.stringify(event)).toBe(sent?.body.toString());
    expect(await read(`?after=${page.cursor}`)).toMatchObject({ events: [], nextCursor: null });
  });

  it('is read to its present end by the client, page by page, and on from there by the last cursor', async () => {
    const { key, read, lookUp } = await holder();
    let { cursor } = await read();
    const asked = await Promise.all([0, 1, 2, 3, 4].map((n) => lookUp(`person-${n}`)));
    const client = createFootprintClient({ baseUrl: service.url, apiKey: key });
    const got: unknown[] = [];
    await vi.waitFor(async () => {
      for await (const page of pages((next) => client.GET('/v2/events', { params: { query: { after: next ?? cursor, limit: '2' } } }))) {
        got.push(...page.events.map(({ data }) => data['lookupId']));
        expect(page.events.length).toBeLessThanOrEqual(2);
        cursor = page.cursor;
      }
      expect(got).toHaveLength(5);
    }, POLL);
    expect([...got].sort()).toEqual([...asked].sort());
  });

  it('has megabytes as they are stored, an event a turn, so that others are answered between them', async () => {
    const { accountId, key, read } = await holder();
    const { cursor } = await read();
    const data = { scope: 'é"'.repeat(600_000), percent: 80, used: 8, limit: 10, periodStart: '2030-01-01T00:00:00.000Z' };
    for (let n = 0; n < 4; n += 1) await service.record.database.sql.begin((tx) => writeEvent(tx, occurrence(accountId, { data })));
    const acquire = vi.spyOn(OpenStreams.prototype, 'acquire');
    let turns = 0;
    acquire.mockImplementation(function (this: OpenStreams, ...of) {
      acquire.mockRestore();
      const limit = this.acquire(...of);
      return (make) => limit(() => make().finally(() => (turns += 1)));
    });
    const page = await service.call('GET', `/v2/events?after=${cursor}`, { key });
    expect(turns).toBeGreaterThan(4);
    const stored = await service.sql<{ body: Buffer }[]>`SELECT body FROM webhook_events WHERE account_id = ${accountId} ORDER BY feed_seq`;
    expect(page.text.startsWith(`{"events":[${stored.map(({ body }) => body.toString()).join(',')}],"cursor":"`)).toBe(true);
    expect(page.body).toMatchObject({ nextCursor: null });
    expect((page.body as Page).events.map((event) => event.data)).toEqual([data, data, data, data]);
  });

  it("does not know another account's cursor, nor one that is older than its events", async () => {
    const [mine, other] = [await holder(), await holder()];
    const { cursor } = await mine.read();
    const [feed, seq] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const old = Buffer.from(JSON.stringify([feed, seq, '2020-01-01T00:00:00.000Z'])).toString('base64url');
    expectRefusal(await service.call('GET', `/v2/events?after=${cursor}`, { key: other.key }), 'cursor_expired');
    expectRefusal(await service.call('GET', `/v2/events?after=${old}`, { key: mine.key }), 'cursor_expired');
    expectRefusal(await service.call('GET', '/v2/events?after=abc', { key: mine.key }), 'invalid_parameter');
    for (const query of ['limit=0', 'limit=101', 'since=now'])
      expectRefusal(await service.call('GET', `/v2/events?${query}`, { key: mine.key }), 'invalid_parameter');
  });

  it('needs both scopes: its events say what lookups found', async () => {
    const { accountId, lookupKey } = await holder();
    const { key: blind } = await service.keyOf(accountId, ['webhooks']);
    for (const key of [lookupKey, blind]) expectRefusal(await service.call('GET', '/v2/events', { key }), 'insufficient_scope');
  });

  it('has no event of a lookup that was deleted after it was read', async () => {
    const { accountId, read, lookUp } = await holder();
    const { cursor } = await read();
    const lookupId = await lookUp(ADA.username);
    await vi.waitFor(async () => expect((await read(`?after=${cursor}`)).events).toHaveLength(1), POLL);
    const { key } = await service.keyOf(accountId, ['lookups:read', 'lookups:delete']);
    expect((await service.call('DELETE', `/v2/lookup/${lookupId}`, { key })).status).toBeLessThan(300);
    expect((await read(`?after=${cursor}`)).events).toEqual([]);
  });
});
