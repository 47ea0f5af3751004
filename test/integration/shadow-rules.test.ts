/** On the whole service: a rule that changed waits in shadow, and a platform that begins to say yes to all is noticed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateCatalogue } from '../../src/main/wiring/catalogue-changes.js';
import { openCatalogue } from '../../src/main/wiring/platforms.js';
import { temporalSettings } from '../../src/main/wiring/temporal.js';
import { openTemporal, type TemporalClient } from '../../src/kernel/temporal/connection.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { startService, type Service } from '../support/service.js';
import { captureLog } from '../support/traces.js';

const signer = signingKey();
const [github, gitlab, keybase] = [shippedFile('github'), shippedFile('gitlab'), shippedFile('keybase')];
const PATIENT = { timeout: 90_000, interval: 200 };
const PERSON = 'ada-example';

interface Read {
  readonly shadow: { readonly queryType: string; readonly passed: number; readonly needed: number; readonly previousAnswers: boolean }[];
  readonly history: {
    readonly registeredShare: number;
    readonly alert: { now: number } | null;
    readonly recent: { state: string; shadow: boolean }[];
  }[];
}

describe('a service whose rules change', () => {
  const captured = captureLog();
  let simulator: Simulator;
  let service: Service;
  let temporal: TemporalClient;
  let key: string;
  beforeAll(async () => {
    const loaded = openCatalogue({ CATALOGUE_PATH: undefined });
    simulator = await startSimulator({
      platforms: ['github', 'gitlab', 'keybase'].flatMap((slug) => loaded.catalogue.get(slug) ?? []),
      samples: (slug, type) => loaded.samples.get(slug)?.[type],
      accounts: { people: [{ identities: { username: [PERSON] }, share: 1 }] },
    });
    const env = { PROBE_PROXY_URL: simulator.proxyUrls, PROBE_CA_FILE: simulator.caFile, CATALOGUE_KEYS: signer.publicKey };
    service = await startService({ env, log: captured.log });
    temporal = openTemporal(temporalSettings(service.config));
    ({ key } = await service.account());
  });
  afterAll(async () => {
    await temporal?.close();
    await service?.close();
    await simulator?.close();
  });

  async function lookUp(name: string, ...platforms: string[]): Promise<{ received: string[]; revision: number }> {
    const { body } = await service.call('POST', '/v1/lookup?wait=true', {
      key,
      body: { query: name, platforms },
      headers: { 'cache-control': 'no-cache' },
    });
    const { lookupId, results } = body as { lookupId: string; results: { platform: string; registered: boolean }[] };
    const [row] = await service.sql<
      { revision: number }[]
    >`SELECT coalesce((plan -> 'catalogue')::int, 0) AS revision FROM lookups WHERE id = ${lookupId}`;
    return { received: results.map(({ platform, registered }) => `${platform}: ${registered}`), revision: row?.revision ?? 0 };
  }
  const update = (version: number, ...files: { readonly slug: string }[]) =>
    updateCatalogue({ ...service.record, config: service.config }, bundleOf(files, { key: signer.pem, version }), new Date());
  /** Resolves when API and worker use a revision. */
  async function taken(revision: number): Promise<void> {
    await expect.poll(async () => (await lookUp(PERSON, 'github')).revision, PATIENT).toBe(revision);
  }
  /** The Schedule's work, once. */
  const calibrate = () =>
    temporal.client.workflow.execute('calibrate', { taskQueue: service.queues.lookups, workflowId: `calibrate-${randomUUID()}`, args: [] });
  const read = async (slug: string): Promise<Read> => (await service.call('GET', `/v2/platforms/${slug}`, { key })).body;

  it('asks a changed rule by controls only until three passed in a row, and shows nothing of it while the platform says yes to all', {
    timeout: 120_000,
  }, async () => {
    await update(1, github, gitlab, keybase);
    await taken(1);
    expect((await lookUp(PERSON, 'gitlab')).received).toEqual(['gitlab: true']);
    simulator.setFault('gitlab', 'same_page_echo');
    const { shadow } = await update(2, github, withRule(gitlab, requestedOtherwise), keybase);
    expect(shadow).toBe(1);
    await taken(2);
    for (let run = 0; run < 3; run += 1) await calibrate();
    const failed = await read('gitlab');
    expect(failed.shadow).toEqual([{ queryType: 'username', passed: 0, needed: 3, previousAnswers: true }]);
    const recent = failed.history.flatMap((each) => each.recent);
    expect(recent.filter((each) => each.shadow).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    // The stored control that lookups rest on is still that of the rule before.
    expect(recent.filter((each) => !each.shadow).map(({ state }) => state)).toEqual(['passed']);
    simulator.setFault('gitlab', null);
    await calibrate();
    await calibrate();
    expect((await read('gitlab')).shadow).toMatchObject([{ passed: 2 }]);
    expect((await service.record.catalogueStore.revisions(1))[0]).toMatchObject({ revision: 2, cause: 'update', held: 1 });
    await calibrate();
    expect((await service.record.catalogueStore.revisions(1))[0]).toMatchObject({ revision: 3, cause: 'release', held: 0 });
    await taken(3);
    await expect.poll(async () => (await read('gitlab')).shadow, PATIENT).toEqual([]);
    expect((await lookUp(PERSON, 'gitlab')).received).toEqual(['gitlab: true']);
    expect((await lookUp('nobody-here', 'gitlab')).received).toEqual(['gitlab: false']);
  });

  it('alerts when the share of "registered" jumps, and puts the platform that says yes to all in quarantine at once', {
    timeout: 120_000,
  }, async () => {
    await service.sql`
      INSERT INTO platform_answers (egress, platform, query_type, day, answered, registered)
      SELECT ${service.record.egress}, slug, 'username', (now() AT TIME ZONE 'UTC')::date - 2, 200, 20
      FROM unnest(ARRAY['github', 'keybase']) AS slug`;
    expect((await lookUp('nobodyatall', 'keybase')).received).toEqual(['keybase: false']);
    simulator.setFault('keybase', 'same_page_echo');
    for (let n = 0; n < 30; n += 1) await lookUp(`nobody_${n}`, 'keybase');
    await calibrate();
    const after = await read('keybase');
    expect(after.history[0]?.alert?.now).toBeGreaterThan(0.9);
    expect(
      captured
        .text()
        .split('\n')
        .filter((line) => line.includes('far more often') && line.includes('keybase')),
    ).toHaveLength(1);
    expect(after.history[0]?.recent[0]).toMatchObject({ state: 'failed', shadow: false });
    expect((await lookUp('nobody_again', 'keybase')).received).toEqual([]);
    await calibrate();
    expect(
      captured
        .text()
        .split('\n')
        .filter((line) => line.includes('far more often') && line.includes('keybase')),
    ).toHaveLength(1);
  });

  it('switches a platform off after a week of failures, and leaves it to an operator to switch it on', async () => {
    await service.sql`UPDATE platform_health SET failing_since = now() - interval '8 days', failures = 12 WHERE platform = 'keybase'`;
    await calibrate();
    expect(await service.record.switches.list()).toMatchObject([
      { platform: 'keybase', by: null, reason: 'its controls have failed for a week' },
    ]);
  });
});
