/** Operators on the whole service: what they switch holds in running processes, and what they see is Temporal's and Postgres' own. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { operateCommand } from '../../src/cli/operate-command.js';
import type { RunOutcome } from '../../src/features/operators/reports.js';
import { openTemporal, type TemporalClient } from '../../src/kernel/temporal/connection.js';
import { Schedules } from '../../src/temporal/schedules.js';
import { SCHEDULED } from '../../workflows/contracts.js';
import { CommandRunner } from '../support/command-runner.js';
import { type Browser, signedIn } from '../support/http/browser.js';
import { readOmissions } from '../support/http/omissions.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { stackAddresses } from '../support/stack.js';

const ROOT = '/dashboard/api/operator';
const PATIENT = { timeout: 90_000, interval: 250 };

describe('an operator of a working service', () => {
  let service: WorkingService;
  let temporal: TemporalClient;
  let browser: Browser;
  let account: Awaited<ReturnType<WorkingService['account']>>;
  let slug: string;
  const commands = new CommandRunner();
  beforeAll(async () => {
    const { temporalAddress: address } = stackAddresses();
    const namespace = await createNamespace(address);
    service = await startWorkingService({ sites: 5, env: { OPERATORS: 'operator@example.com', TEMPORAL_NAMESPACE: namespace } });
    temporal = openTemporal({ address, namespace });
    browser = await signedIn(service, 'operator@example.com');
    account = await service.account();
    [slug = ''] = service.sites.slugs;
    vi.stubEnv('DATABASE_URL', service.config.DATABASE_URL ?? '')
      .stubEnv('FOOTPRINT_URL', service.url)
      .stubEnv('FOOTPRINT_OPERATOR', 'robin')
      .stubEnv('SECRETS_KEY', String(service.config.SECRETS_KEY));
    vi.stubEnv('TEMPORAL_ADDRESS', address);
    vi.stubEnv('TEMPORAL_NAMESPACE', namespace);
    vi.stubEnv('CATALOGUE_PATH', service.config.CATALOGUE_PATH ?? '');
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    vi.unstubAllEnvs();
    await temporal?.close();
    await service?.close();
  });

  const post = (path: string, body?: unknown) => browser.call('POST', ROOT + path, body);
  const run = (...args: string[]) => commands.run(operateCommand(), ...args);
  /** A lookup that names every platform. @returns its hits, and the reasons of its omissions by platform */
  async function lookUp() {
    const body = { identities: { usernames: [ADA.username] }, platforms: service.sites.slugs, mode: 'wait', modules: ['footprint'] };
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key: account.key, body, headers: { 'cache-control': 'no-cache' } }))
      .body as {
      lookupId: string;
    };
    const omitted = await readOmissions(service, account, lookupId);
    return new Map(omitted.map(({ platform, code }) => [platform, code]));
  }
  const requested = () => service.sites.simulator.requests().log.filter((request) => request.slug === slug).length;

  it('switches a platform off while the worker runs: nothing is sent to it, it is omitted as such, and its control stays', async () => {
    expect((await lookUp()).get(slug)).toBeUndefined();
    const controls = () => service.sql`SELECT outcome FROM platform_controls WHERE platform = ${slug}`;
    const before = await controls();
    await post(`/platforms/${slug}/off`, { reason: 'it asked us to stop' });
    await expect.poll(async () => (await lookUp()).get(slug), PATIENT).toBe('disabled');
    const sent = requested();
    expect((await lookUp()).get(slug)).toBe('disabled');
    expect([requested(), await controls()]).toEqual([sent, before]);
    await post(`/platforms/${slug}/on`);
    await expect.poll(async () => (await lookUp()).has(slug), PATIENT).toBe(false);
  });

  it('has the controls of a platform run by a worker, and gets what they showed', async () => {
    await service.sql`DELETE FROM platform_controls WHERE platform = ${slug}`;
    const { body } = await post(`/platforms/${slug}/calibrate`);
    expect(body).toMatchObject({ platform: slug, state: 'ended' });
    const { queryTypes } = body as { queryTypes: { queryType: string; state: string }[] };
    const stored = await service.sql<{ queryType: string; state: string }[]>`
      SELECT query_type AS "queryType", outcome ->> 'state' AS state FROM platform_controls WHERE platform = ${slug} ORDER BY query_type`;
    expect(queryTypes.map(({ queryType, state }) => ({ queryType, state }))).toEqual([...stored]);
    expect(queryTypes.map(({ state }) => state)).toContain('passed');
  });

  it('sees each Schedule with its last run, and that one is missing', async () => {
    const reports = async () =>
      (
        (await browser.call('GET', `${ROOT}/schedules`)).body as {
          schedules: { id: string; state: string; lastRun: { outcome: string } | null }[];
        }
      ).schedules;
    expect((await reports()).map(({ id, state, lastRun }) => [id, state, lastRun])).toEqual(
      SCHEDULED.map(({ id }) => [id, 'missing', null]),
    );
    await new Schedules({ temporal, queues: service.queues }).ensure();
    await expect
      .poll(async () => new Set((await reports()).map(({ lastRun }) => lastRun?.outcome)), PATIENT)
      .toEqual(new Set<RunOutcome>(['completed']));
    expect(new Set((await reports()).map(({ state }) => state))).toEqual(new Set(['active']));
  });

  it('does the same by the command line, which writes into the audit log', async () => {
    expect(await run('platform', 'off', slug, '--reason', 'a complaint')).toMatchObject([
      { platform: slug, by: null, reason: 'a complaint' },
    ]);
    expect(await run('platform', 'list')).toMatchObject([{ platform: slug }]);
    await expect(run('platform', 'calibrate', slug)).rejects.toThrow(/disabled/);
    expect(await run('platform', 'on', slug)).toEqual([{ platform: slug, wasOff: true }]);
    await expect(run('platform', 'off', 'no-such-platform', '--reason', 'x')).rejects.toThrow(/no platform/);
    const { accountId } = await service.account('growth');
    expect(await run('accounts', '--search', accountId)).toMatchObject([{ accountId, plan: 'growth' }]);
    expect(await run('account', accountId)).toMatchObject([{ accountId, used: 0, members: 0, lookups: 0 }]);
    expect(await run('queues')).toContainEqual(expect.objectContaining({ kind: 'batchLookups', count: 0 }));
    expect(await run('schedules')).toHaveLength(SCHEDULED.length);
    expect(await run('circuits')).toEqual([]);
    expect(await run('unfinished')).toEqual([]);
    expect(await run('deliveries', '--limit', '5')).toEqual([]);
    expect(await run('erasures')).toEqual([]);
    const actions = async () => {
      const entries = await service.record.audit.page({ actor: 'operator' }, { limit: 100, after: null });
      return entries.filter(({ actor }) => actor.id === 'robin').map(({ action }) => action);
    };
    const expected = ['switchPlatformOff', 'switchPlatformOn', 'readAccount', 'readQueues', 'listSchedules', 'listUnfinishedLookups'];
    // The API writes entries of reads in batches.
    await expect.poll(actions, PATIENT).toEqual(expect.arrayContaining(expected));
  });
});
