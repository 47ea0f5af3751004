/** The simulator first, then the real service, in one FOOTPRINT_HOME: nothing simulated is left to be told. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { entryArguments, PROJECT } from '../../../tools/embedded/program.js';
import { createNamespace } from '../../support/chaos-temporal.js';
import type { LookupBody } from '../../support/http/lookup-body.js';
import { createDatabase, urlsOfDatabase } from '../../support/databases.js';
import { clientOf } from '../../support/service.js';
import { type Dev, startDev } from './running-dev.js';
import { temporaryHome } from './temporary-home.js';

const SUBJECT = 'robinsample';
/** A port on which nobody listens: there is no Internet in a test. How long a lookup waits for a way out is none of its questions. */
const OFFLINE = { PROBE_PROXY_URL: 'http://127.0.0.1:9', RDAP: 'false', DNS_SERVERS: '127.0.0.1:9', QUEUE_LIMIT_WAIT_MS: '2000' };

/** Waits until a start has said what is needed to call it. */
async function ready(dev: Dev) {
  await dev.stated('Ctrl-C stops everything.');
  const [, address = ''] = /API {2,}(http:\S+)/.exec(dev.output()) ?? [];
  const [, key = ''] = /API key {2,}(\S+)/.exec(dev.output()) ?? [];
  const call = clientOf(address);
  return {
    address,
    key,
    call,
    async lookUp(): Promise<LookupBody> {
      const answer = await call('POST', '/v1/lookup?wait=true', { key, body: { query: SUBJECT } });
      expect(answer.status).toBe(200);
      return answer.body;
    },
    async stop(): Promise<void> {
      dev.process.kill('SIGTERM');
      expect(await dev.exited).toBe(0);
    },
  };
}

test('plain `npm start` after `--simulator` knows no lookup, fact or key of it; the command line finds the one that runs', async () => {
  const home = temporaryHome();
  const cli = async (args: readonly string[], address: string) => {
    const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, FOOTPRINT_API_KEY: ___, ...inherited } = process.env;
    // As it is typed: another name of this machine than the start has shown.
    const env = { ...inherited, FOOTPRINT_HOME: home.dir, FOOTPRINT_URL: address.replace('127.0.0.1', 'localhost') };
    return (await promisify(execFile)(process.execPath, entryArguments('cli', args), { cwd: PROJECT, env })).stdout;
  };
  const simulated = await ready(startDev(home, {}, ['--simulator']));
  const first = await simulated.lookUp();
  expect(first.results.length).toBeGreaterThan(10);
  // The person whom the shown line names lives there.
  expect(first.matches).toBeGreaterThan(10);
  const [again, created] = await Promise.all([
    cli(['lookup', SUBJECT, '--json'], simulated.address),
    cli(['account', 'create', '--email', 'new@example.com', '--plan', 'growth'], simulated.address),
  ]);
  expect((JSON.parse(again) as LookupBody).servedFromCache).toBe(true);
  expect(created).toContain('svc_');
  await simulated.stop();

  const real = await ready(startDev(home, OFFLINE));
  expect((await real.call('GET', '/v1/platforms', { key: simulated.key })).status).toBe(401);
  expect((await real.call('GET', `/v1/lookup/${first.lookupId}`, { key: real.key })).status).toBe(404);
  // Side by side: each waits until it is known that nothing can be reached.
  const [called, typed] = await Promise.all([real.lookUp(), cli(['lookup', SUBJECT, '--json'], real.address)]);
  expect(called).toMatchObject({ results: [], hits: [], servedFromCache: false });
  expect(JSON.parse(typed)).toMatchObject({ results: [], servedFromCache: false });
  await real.stop();
}, 300_000);

test('with DATABASE_URL and TEMPORAL_ADDRESS nothing of its own is started for them, what the simulator answers is stamped, and a plain start reuses none of it', async () => {
  const home = temporaryHome();
  const TEMPORAL_ADDRESS = inject('temporalAddress');
  const { url, ownerUrl } = urlsOfDatabase(await createDatabase());
  const TEMPORAL_NAMESPACE = await createNamespace(TEMPORAL_ADDRESS);
  const shared = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE };
  const simulated = await ready(startDev(home, shared, ['--simulator']));
  const first = await simulated.lookUp();
  expect(first.results.length).toBeGreaterThan(10);
  const evidence = await simulated.call('GET', `/v2/lookup/${first.lookupId}/evidence`, { key: simulated.key });
  const { checks }: { checks: { state: string; reason: string | null; egress: string | null }[] } = evidence.body;
  expect(new Set(checks.filter(({ state }) => state !== 'omitted').map(({ egress }) => egress))).toEqual(new Set(['simulator']));
  await simulated.stop();

  const real = await ready(startDev(home, { ...shared, ...OFFLINE }));
  expect(readdirSync(home.run).sort()).toEqual(['api.json', 'supervisor.json', 'worker.json']);
  // By the same account, so that only the egress keeps the facts apart.
  const again = await real.call('POST', '/v1/lookup?wait=true', { key: simulated.key, body: { query: SUBJECT } });
  expect(again).toMatchObject({ status: 200, body: { results: [], hits: [], servedFromCache: false } });
  await real.stop();
}, 300_000);
