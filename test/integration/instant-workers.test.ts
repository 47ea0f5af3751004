/** An instant lookup is answered or refused, never empty and billed, also when the only worker was just killed, or has just started. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';

let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
let fleet: Fleet;
let ledger: LedgerReader;
beforeAll(async () => {
  sites = await startGeneratedSites(12, { latency: { medianMs: 20, sigma: 0.1, capMs: 50 } });
  const { temporalAddress } = stackAddresses();
  const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
  const servers = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace };
  // A ceiling that a busy machine keeps: what is refused or answered does not depend on it.
  fleet = createFleet({ ...sites.env, ...servers, INSTANT_CEILING_MS: '9000' });
  ledger = openLedgerReader(databaseUrl);
});
afterAll(async () => {
  await fleet?.close();
  await Promise.all([ledger?.close(), sites?.close()]);
});

it('is refused once the only worker was killed, though its lease lasts, and has an answer from the first one on that a new worker takes', async () => {
  const { key } = await ledger.account();
  const [api, first] = await Promise.all([fleet.api(), fleet.worker()]);
  const workers = async () => ((await (await fetch(`${api.url}/readyz`)).json()) as { workers: object }).workers;
  let sent = 0;
  const send = () => {
    sent += 1;
    const body = { query: `subject_${sent}`, platforms: sites.slugs };
    return call(api.url, 'POST', '/v1/lookup?instant=true', { key, body, timeoutMs: 20_000 });
  };
  const checked = (answer: Awaited<ReturnType<typeof send>>) => (answer.body as { platformsChecked?: number }).platformsChecked;
  const isRefused = async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([503, { error: { code: 'unavailable', message: expect.stringContaining('No worker') as string } }]);
  };
  const pace = { timeout: 60_000, interval: 150 }; // below the rates of the key and of the sites
  const firstAnswer = () =>
    vi.waitFor(async () => {
      const answer = await send();
      expect(answer.status).toBe(200);
      return answer;
    }, pace);
  expect(checked(await firstAnswer())).toBeGreaterThan(0);
  expect(await workers()).toEqual({ status: 'ready', count: 1 });

  await first.kill();
  await vi.waitFor(isRefused, pace);
  const leases = await ledger.sql`SELECT id FROM fleet_members WHERE expires_at > clock_timestamp()`;
  expect(leases, 'the lease of the killed worker has not ended yet').toHaveLength(1);
  for (let n = 0; n < 10; n += 1) await isRefused();
  await vi.waitFor(async () => expect(await workers()).toEqual({ status: 'none', count: 0 }), { timeout: 90_000 });
  expect((await fetch(`${api.url}/readyz`)).status, 'another API would not help').toBe(200);

  const [, answer] = await Promise.all([fleet.worker(), firstAnswer()]);
  expect(checked(answer)).toBeGreaterThan(0);
});
