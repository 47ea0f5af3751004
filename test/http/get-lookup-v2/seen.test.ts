/** How often an identity was looked up before, in every answer that says so. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { openStream } from '../../support/http/event-client.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';
import { addEndpointTo } from '../../support/webhooks/endpoints.js';

const OTHER_SPELLING = ' ada@EXAMPLE.com';

describe('how often an identity was looked up before', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 4 });
  });
  afterAll(() => service.close());

  const lookUp = async (key: string, email: string, mode: 'wait' | 'instant' | 'async' = 'wait') =>
    (await service.call('POST', '/v2/lookup', { key, body: { identities: { emails: [email] }, modules: ['footprint'], mode } }))
      .body as LookupBodyV2;
  const seenIn = ({ identities }: LookupBodyV2) => identities[0]?.seen;
  const read = (key: string, id: string, headers = {}) => service.call('GET', `/v2/lookup/${id}`, { key, headers });

  it('is in answers, of whatever spelling it was, and moves no score', async () => {
    const [{ key }, other] = [await service.account(), await service.account()];
    const first = await lookUp(key, ADA.email);
    expect(seenIn(first)).toBeNull();
    const second = await lookUp(key, OTHER_SPELLING, 'instant');
    const once = { first: first.createdAt, last: first.createdAt, count: 1, complete: true };
    expect(seenIn(second)).toEqual(once);
    expect(seenIn((await read(key, second.lookupId)).body as LookupBodyV2)).toEqual(once);
    const stream = async (path: string) => {
      const events = await (await openStream(`${service.url}${path}`, key)).whole();
      return events.at(-1)?.data as LookupBodyV2;
    };
    expect(seenIn(await stream(`/v2/lookup/${second.lookupId}/stream`))).toEqual(once);
    const twice = { first: first.createdAt, last: second.createdAt, count: 2, complete: true };
    expect(seenIn(await stream('/v2/lookup/stream?email=ada@example.com&module=footprint&instant=true'))).toEqual(twice);
    const third = await lookUp(key, ADA.email);
    expect(seenIn(third)?.count).toBe(3);
    expect(third.risk.score).toBe(first.risk.score);
    expect(seenIn(await lookUp(other.key, ADA.email))).toBeNull();
    expect(seenIn((await read(key, first.lookupId)).body as LookupBodyV2)).toBeNull();
  });

  it('a copy that a client holds is good until an earlier lookup is deleted', async () => {
    const { key, accountId } = await service.account();
    const first = await lookUp(key, ADA.email);
    const second = await lookUp(key, ADA.email);
    const etag = (await read(key, second.lookupId)).headers.get('etag') as string;
    expect((await read(key, second.lookupId, { 'if-none-match': etag })).status).toBe(304);
    const deleting = await service.keyOf(accountId, ['lookups:delete']);
    await service.call('DELETE', `/v2/lookup/${first.lookupId}`, { key: deleting.key });
    const again = await read(key, second.lookupId, { 'if-none-match': etag });
    expect([again.status, seenIn(again.body as LookupBodyV2)]).toEqual([200, null]);
  });

  it('is in `lookup.completed` as the key that asked is answered', async () => {
    const { key, accountId } = await service.account();
    await addEndpointTo(service.record, accountId, { url: 'https://receiver.invalid/events' });
    const { key: restricted, apiKeyId } = await service.keyOf(accountId, ['lookups']);
    await service.sql`UPDATE api_keys SET own_lookups_only = true WHERE id = ${apiKeyId}`;
    const eventOf = ({ lookupId }: LookupBodyV2) =>
      vi.waitFor(async () => {
        const [row] = await service.sql<{ body: Buffer }[]>`SELECT body FROM webhook_events WHERE dedup_key = ${`lookup/${lookupId}`}`;
        return (JSON.parse(String(row?.body)) as { data: { response: LookupBodyV2 } }).data.response;
      });
    for (const [by, count] of [[key], [key, 1], [restricted], [restricted, 1], [key, 4]] as const) {
      const event = await eventOf(await lookUp(by, ADA.email));
      expect(event.identities[0]?.seen?.count).toBe(count);
      expect(event).toEqual((await read(by, event.lookupId)).body);
    }
  });

  it('is in no list, in no answer of a lookup that goes on, and in none for a key that may not read lookups', async () => {
    const { key, accountId } = await service.account();
    await lookUp(key, ADA.email);
    const { key: creating } = await service.keyOf(accountId, ['lookups:create']);
    expect(seenIn(await lookUp(creating, ADA.email))).toBeUndefined();
    expect(seenIn(await lookUp(key, ADA.email, 'async'))).toBeUndefined();
    const { lookups } = (await service.call('GET', '/v2/lookup', { key })).body as { lookups: LookupBodyV2[] };
    expect(lookups.map(seenIn)).toEqual([undefined, undefined, undefined]);
  });
});
