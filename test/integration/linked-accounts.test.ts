/** Leads from the answer of a platform to what people see: shown with their source, asked about nowhere. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';

const HANDLE = 'zephyr-example';
const SOURCE = 'site-0001';

/** One platform tells of a handle of its own, and of a profile at X, beside each account; it is asked in every band. */
const revealLinkedAccounts = alterPlatforms((file) => {
  if (file.slug !== SOURCE) return file;
  const beside = { nick: HANDLE, links: [`https://x.com/${HANDLE}`, 'javascript:alert(1)', 'https://example.com/zephyr'] };
  const { username: probe } = file.probes;
  const { username: samples } = file.samples ?? {};
  if (!probe || !samples?.registered) throw new Error(`${SOURCE} is not of the kind that this test expects`);
  const registered = { ...samples.registered, json: { ...(samples.registered.json as object), ...beside } };
  return {
    ...file,
    strength: 'strong',
    instant: ['username'],
    probes: { ...file.probes, username: { ...probe, linkedAccounts: [{ json: '/nick', platform: SOURCE }, { json: '/links/*' }] } },
    samples: { ...file.samples, username: { ...samples, registered } },
  };
});

describe('linked accounts of an answer', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({
      sites: 10,
      alter: revealLinkedAccounts,
      env: { SECRETS_KEY: randomBytes(32).toString('hex'), INSTANT_CEILING_MS: '9000' },
    });
    // Makes the controls.
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key: (await service.account()).key, body: { query: ADA.username } });
  });
  afterAll(() => service.close());

  const PERSON = { usernames: [ADA.username] };
  const handlesOf = ({ linkedAccounts }: LookupBodyV2) =>
    linkedAccounts.map(({ platform, handle, source }) => [platform, handle, source.platform]);
  const RECEIVED = [
    [SOURCE, HANDLE, SOURCE],
    ['x', HANDLE, SOURCE],
  ];
  async function lookUp(key: string, more: object = {}, headers: Record<string, string> = {}): Promise<LookupBodyV2> {
    const response = await service.call('POST', '/v2/lookup', { key, headers, body: { identities: PERSON, mode: 'wait', ...more } });
    expect(response.status).toBe(200);
    return response.body as LookupBodyV2;
  }

  it('are shown by every way in of v2, with addresses that this service made, and asked about nowhere', async () => {
    const { key } = await service.account();
    service.sites.simulator.resetRequests();
    const fresh = { 'cache-control': 'no-cache' };
    const waited = await lookUp(key, {}, fresh);
    expect(waited.linkedAccounts.map(({ url }) => url)).toEqual([null, `https://x.com/${HANDLE}`]);
    const instant = await lookUp(key, { mode: 'instant' }, fresh);
    const stream = await openStream(`${service.url}/v2/lookup/stream?username=${ADA.username}&deep=true`, key, undefined, fresh);
    const events = await stream.whole();
    const instantStream = await openStream(`${service.url}/v2/lookup/stream?username=${ADA.username}&instant=true`, key, undefined, fresh);
    const bodies = [waited, instant, ...[events, await instantStream.whole()].map((each) => each.at(-1)?.data as LookupBodyV2)];
    for (const body of bodies) expect(handlesOf(body)).toEqual(RECEIVED);
    expect(JSON.stringify(events.slice(0, -1))).not.toContain(HANDLE);
    const requested = service.sites.simulator.requests().log.filter(({ identity }) => identity === identityDigest('username', HANDLE));
    expect(requested).toEqual([]);
  });

  it('are in no answer, stream or count of v1, and each lookup is billed once', async () => {
    const { key, accountId } = await service.account();
    const v1 = (await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: ADA.username } })).body as LookupBody;
    expectLookupBody(v1);
    const stream = await openStream(`${service.url}/v1/lookup/stream?query=${ADA.username}&deep=true&platforms=`, key);
    const events = await stream.whole();
    expect(JSON.stringify([v1, events])).not.toContain(HANDLE);
    const platforms = service.sites.slugs.length;
    expect(v1).toMatchObject({ platformsChecked: platforms, matches: platforms });
    const v2 = (await service.call('GET', `/v2/lookup/${v1.lookupId}`, { key })).body as LookupBodyV2;
    expect(handlesOf(v2)).toEqual(RECEIVED);
    expect(v2).toMatchObject({ platformsChecked: platforms, matches: platforms, answered: platforms });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
  });

  it('come back with a remembered answer, and are in the event of the lookup', async () => {
    const { key, accountId } = await service.account();
    await addEndpointTo(service.record, accountId, { url: 'https://receiver.invalid/events' });
    expect(handlesOf(await lookUp(key))).toEqual(RECEIVED);
    const again = await lookUp(key);
    expect(again.servedFromCache).toBe(true);
    expect(handlesOf(again)).toEqual(RECEIVED);
    const event = await vi.waitFor(async () => {
      const [row] = await service.sql<
        { body: Uint8Array }[]
      >`SELECT body FROM webhook_events WHERE dedup_key = ${`lookup/${again.lookupId}`}`;
      return JSON.parse(Buffer.from(row?.body ?? []).toString()) as { data: { response: LookupBodyV2 } };
    });
    expect(event.data.response).toEqual(again);
  });

  it('are not hidden by what is remembered of the name from a lookup of an address that suggests it', async () => {
    const { key } = await service.account();
    const suggesting = { emails: [`${ADA.username}+news@example.com`] };
    const { derived, linkedAccounts } = await lookUp(key, { identities: suggesting, deep: true });
    expect(derived).toContainEqual(expect.objectContaining({ platform: SOURCE, handle: ADA.username, registered: true }));
    expect(linkedAccounts).toEqual([]);
    expect(handlesOf(await lookUp(key, { platforms: [SOURCE] }))).toEqual(RECEIVED);
  });

  it('are neither stored nor shown when they are on the suppression list, whether the answer is new or remembered', async () => {
    const { key, accountId } = await service.account();
    expect(handlesOf(await lookUp(key))).toEqual(RECEIVED);
    const identity = { kind: 'username', value: HANDLE.toUpperCase() } as const;
    await service.record.suppressions.add({ accountId, identity, proof: 'a letter', addedBy: 'operator' });
    for (const headers of [{}, { 'cache-control': 'no-cache' }]) {
      const body = await lookUp(key, {}, headers as Record<string, string>);
      expect(body).toMatchObject({ linkedAccounts: [], matches: body.answered });
      expect(await service.sql`SELECT 1 FROM linked_accounts WHERE lookup_id = ${body.lookupId}`).toHaveLength(0);
    }
    const other = await service.account();
    expect(handlesOf(await lookUp(other.key))).toEqual(RECEIVED);
  });

  it('are erased from answers that are stored and remembered, by the identity that they are and by the one that was asked about', async () => {
    const { key, accountId } = await service.account();
    const { key: accountKey } = await service.keyOf(accountId, ['account:data']);
    const { lookupId } = await lookUp(key);
    const erase = async (username: string) => {
      const body = { identity: { username }, dryRun: false };
      const { id } = (await service.call('POST', '/v2/account/erasures', { key: accountKey, body })).body as { id: string };
      return vi.waitFor(
        async () => {
          const receipt = (await service.call('GET', `/v2/account/erasures/${id}`, { key: accountKey })).body as {
            state: string;
            counts: object;
          };
          expect(receipt.state).toBe('done');
          return receipt;
        },
        { timeout: 60_000, interval: 50 },
      );
    };
    expect((await erase(HANDLE)).counts).toMatchObject({ linkedAccounts: 2, lookups: 0 });
    const left = (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
    expect(left.linkedAccounts).toEqual([]);
    expect(left.matches).toBeGreaterThan(0);
    const remembered = await lookUp(key);
    expect([remembered.servedFromCache, remembered.linkedAccounts]).toEqual([true, []]);
    expect(handlesOf(await lookUp(key, {}, { 'cache-control': 'no-cache' }))).toEqual(RECEIVED);
    expect((await erase(ADA.username)).counts).toMatchObject({ linkedAccounts: 2, lookups: 3 });
    const rows = await service.sql`SELECT 1 FROM linked_accounts d JOIN lookups l ON l.id = d.lookup_id WHERE l.account_id = ${accountId}`;
    expect(rows).toHaveLength(0);
  });
});
