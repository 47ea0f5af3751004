/** What an account learnt of a platform does not outlive the platform's quarantine: omitted everywhere, remembered facts included. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import type { ControlOutcome } from '../../src/engine/controls/control.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { type Service, startService } from '../support/service.js';
import { truncate } from '../support/databases.js';

const HANDLE = 'ada-example';
const EMAIL = `${HANDLE}@example.com`;

/** All platforms are strong, so that derived usernames are asked of each that has a typed interface. */
async function allStrong(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const file = JSON.parse(readFileSync(path, 'utf8')) as PlatformFile;
    writeFileSync(path, JSON.stringify({ ...file, strength: 'strong' }));
  }
}

describe('facts about a platform whose control failed', () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let key: string;
  let ill: string;
  beforeAll(async () => {
    sites = await startGeneratedSites(5, { accounts: { people: [{ identities: { username: [HANDLE] }, share: 1 }] } }, allStrong);
    service = await startService({ env: sites.env });
    [ill = ''] = sites.slugs;
  });
  afterAll(async () => {
    await service?.close();
    await sites?.close();
  });
  beforeEach(async () => {
    await truncate(service.sql, 'platform_controls', 'platform_facts');
    ({ key } = await service.account());
    expect((await lookUp({ query: HANDLE })).hits.toSorted()).toEqual(sites.slugs.toSorted());
  });

  async function lookUp(body: object): Promise<LookupBody> {
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body });
    expect(response.status).toBe(200);
    return response.body as LookupBody;
  }
  /** As another process stores it, of the same rule: nothing in this one's memory says so. */
  const control = (outcome: ControlOutcome, hoursAgo = 0) => service.sql`
    UPDATE platform_controls
    SET outcome = ${JSON.stringify(outcome)}::text::jsonb || jsonb_build_object('rule', outcome -> 'rule'), checked_at = now() - make_interval(hours => ${hoursAgo})
    WHERE platform = ${ill} AND query_type = 'username'`;
  const why = async (lookupId: string) => {
    const rows = await service.sql<
      { reason: string | null }[]
    >`SELECT reason FROM lookup_results WHERE lookup_id = ${lookupId} AND platform = ${ill}`;
    return rows.map(({ reason }) => reason);
  };
  const queries = () =>
    sites.simulator.requests().log.filter(({ slug, identity }) => slug === ill && identity === identityDigest('username', HANDLE)).length;
  const FAILED: ControlOutcome = { state: 'failed', explanation: 'positive controls: not_registered; negative control: not_registered' };

  it('are not served when the platform is asked for by name: it is omitted as quarantined', async () => {
    await control(FAILED);
    const again = await lookUp({ query: HANDLE, platforms: sites.slugs });
    expect(again.hits.toSorted()).toEqual(sites.slugs.filter((slug) => slug !== ill).toSorted());
    expect(await why(again.lookupId)).toEqual(['quarantined']);
  });

  it('nor by a batch', async () => {
    await control(FAILED);
    const batch = await service.call('POST', '/v1/lookup/batch', { key, body: { items: [{ query: HANDLE }] } });
    const [{ lookupId = '' } = {}] = (batch.body as { results: { lookupId: string }[] }).results;
    await vi.waitFor(async () => expect((await service.record.reader.find(lookupId))?.state).toBe('finished'), {
      timeout: 90_000,
      interval: 50,
    });
    const answer = await service.call('GET', `/v1/lookup/${lookupId}`, { key });
    expect((answer.body as LookupBody).hits).not.toContain(ill);
  });

  it('nor for a username that an e-mail address suggests', async () => {
    await control(FAILED);
    const { lookupId } = await lookUp({ email: EMAIL });
    const derived = await service.record.derived.read(lookupId);
    expect(derived.length).toBeGreaterThan(0);
    expect(derived.filter(({ platform, state }) => platform === ill && state !== 'inconclusive')).toEqual([]);
  });

  it('are asked for anew once the quarantine has lapsed: only a control that passes ends it', async () => {
    await control(FAILED, 2);
    const before = queries();
    const again = await lookUp({ query: HANDLE, platforms: sites.slugs });
    expect(again.hits.toSorted()).toEqual(sites.slugs.toSorted());
    expect(queries()).toBe(before + 1);
  });

  it('are not served by a control that passed later when they may stem from the fault that it followed', async () => {
    const [stored] = await service.sql<{ outcome: ControlOutcome; checkedAt: Date }[]>`
      SELECT outcome, checked_at AS "checkedAt" FROM platform_controls WHERE platform = ${ill} AND query_type = 'username'`;
    if (stored?.outcome.state !== 'passed') throw new Error('the platform has no control');
    await control({
      ...stored.outcome,
      distrusted: {
        from: new Date(stored.checkedAt.getTime() - 1_000).toISOString(),
        until: new Date(Date.now() + 1_000).toISOString(),
      },
    });
    const before = queries();
    expect((await lookUp({ query: HANDLE })).hits).toContain(ill);
    expect(queries()).toBe(before + 1);
  });
});
