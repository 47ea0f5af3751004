/** On the whole service: a rule that changed answers by its own controls, and a platform that begins to say yes to all is noticed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentCatalogue, updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { openCatalogue } from '../../src/wiring/platforms.js';
import { temporalSettings } from '../../src/wiring/temporal.js';
import { ruleDigest } from '../../src/engine/catalogue/rules/revision.js';
import { openTemporal, type TemporalClient } from '../../src/kernel/temporal/connection.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { startService, type Service } from '../support/service.js';
import { captureLog } from '../support/traces.js';

const signer = signingKey();
const [github, gitlab, keybase] = [shippedFile('github'), shippedFile('gitlab'), shippedFile('keybase')];
const PATIENT = { timeout: 90_000, interval: 200 };
const PERSON = 'ada-example';
const PEOPLE = Array.from({ length: 30 }, (_, n) => `somebody${n}`);

interface Read {
  readonly shadow: readonly object[];
  readonly history: {
    readonly registeredShare: number;
    readonly alert: { now: number } | null;
    readonly recent: { state: string }[];
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
      accounts: { people: [{ identities: { username: [PERSON, ...PEOPLE] }, share: 1 }] },
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

  type Mode = 'wait' | 'instant';
  async function lookUp(name: string, platform: string, { mode = 'wait', isFresh = true }: { mode?: Mode; isFresh?: boolean } = {}) {
    const { body } = await service.call('POST', `/v1/lookup?${mode}=true`, {
      key,
      body: { query: name, platforms: [platform] },
      ...(isFresh ? { headers: { 'cache-control': 'no-cache' } } : {}),
    });
    const { lookupId, results } = body as { lookupId: string; results: { platform: string; registered: boolean }[] };
    const [row] = await service.sql<
      { revision: number }[]
    >`SELECT coalesce((plan -> 'catalogue')::int, 0) AS revision FROM lookups WHERE id = ${lookupId}`;
    return { received: results.map((each) => `${each.platform}: ${each.registered}`), revision: row?.revision ?? 0 };
  }
  /** An instant lookup that a busy machine lets be too late is asked once more. */
  const answersInstantly = (name: string, answer: string) =>
    expect.poll(async () => (await lookUp(name, 'gitlab', { mode: 'instant' })).received, PATIENT).toEqual([answer]);
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

  it('gives no answer by a changed rule, and none of the rule before, until its own controls passed through the same egress', {
    timeout: 180_000,
  }, async () => {
    await update(1, github, gitlab, keybase);
    await taken(1);
    expect((await lookUp(PERSON, 'gitlab')).received).toEqual(['gitlab: true']);
    await answersInstantly('nobody-before', 'gitlab: false');
    // A platform that says yes to all is what a hostile rule would read: by the control of the rule before, each would be an answer.
    simulator.setFault('gitlab', 'same_page_echo');
    await update(2, github, withRule(gitlab, requestedOtherwise), keybase);
    await taken(2);
    const { catalogueStore } = service.record;
    const changed = (await currentCatalogue({ catalogueStore, config: service.config })).get('gitlab')?.probes.username;
    await service.sql`
      INSERT INTO platform_controls (egress, platform, query_type, outcome, checked_at, latency_ms)
      SELECT 'elsewhere', platform, query_type, jsonb_set(outcome, '{rule}', to_jsonb(${ruleDigest(changed)}::text)), now(), latency_ms
      FROM platform_controls WHERE platform = 'gitlab' AND outcome ->> 'state' = 'passed'`;
    for (const mode of ['instant', 'wait'] as const) {
      expect((await lookUp('nobody-here', 'gitlab', { mode })).received).toEqual([]);
      expect((await lookUp(PERSON, 'gitlab', { mode, isFresh: false })).received).toEqual([]);
    }
    const { history, shadow } = await read('gitlab');
    expect(history.flatMap((each) => each.recent.map(({ state }) => state))).toEqual(['failed', 'passed']);
    expect(shadow).toEqual([]);
    simulator.setFault('gitlab', null);
    await service.sql`UPDATE platform_controls SET checked_at = checked_at - interval '2 days' WHERE platform = 'gitlab'`;
    expect((await lookUp(PERSON, 'gitlab')).received).toEqual(['gitlab: true']);
    await answersInstantly('nobody-after', 'gitlab: false');
    expect((await read('gitlab')).history.flatMap((each) => each.recent)[0]).toMatchObject({ state: 'passed' });
  });

  it('alerts when the share of "registered" jumps, and puts the platform that says yes to all in quarantine at once', {
    timeout: 120_000,
  }, async () => {
    await service.sql`
      INSERT INTO platform_answers (egress, platform, query_type, day, answered, registered)
      SELECT ${service.record.egress}, slug, 'username', (now() AT TIME ZONE 'UTC')::date - 2, 200, 20
      FROM unnest(ARRAY['github', 'keybase']) AS slug`;
    expect((await lookUp('nobodyatall', 'keybase')).received).toEqual(['keybase: false']);
    for (const name of PEOPLE) expect((await lookUp(name, 'keybase')).received).toEqual(['keybase: true']);
    simulator.setFault('keybase', 'same_page_echo');
    await calibrate();
    const after = await read('keybase');
    expect(after.history[0]?.alert?.now).toBeGreaterThan(0.9);
    expect(
      captured
        .text()
        .split('\n')
        .filter((line) => line.includes('far more often') && line.includes('keybase')),
    ).toHaveLength(1);
    expect(after.history[0]?.recent[0]).toMatchObject({ state: 'failed' });
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
