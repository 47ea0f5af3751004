import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFleet, type Fleet } from '../support/processes.js';
import { openLedgerReader } from '../support/chaos-record.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

describe('a worker with METRICS_PORT', () => {
  let fleet: Fleet;
  let url: string;

  beforeAll(async () => {
    const port = await getPort();
    url = `http://127.0.0.1:${port}`;
    fleet = createFleet({ DATABASE_URL: await createDatabase(), TEMPORAL_ADDRESS: stackAddresses().temporalAddress });
    await fleet.worker({ METRICS_PORT: String(port) });
  });
  afterAll(() => fleet?.close());

  it('says that it lives and that what it depends on answers, which an orchestrator asks', async () => {
    for (const path of ['livez', 'healthz']) expect(await (await fetch(`${url}/${path}`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      status: 'ok',
      dependencies: { postgres: 'ok', temporal: 'ok' },
      catalogue: {
        ...{ revision: 0, bundle: null },
        dataOf: Object.fromEntries(
          ['disposable-domains', 'mail-providers', 'mail-relays', 'network-kinds', 'breached-sites'].map((table) => [
            table,
            expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string,
          ]),
        ),
      },
    });
  });

  it('serves its metrics, probes by verdict among them', async () => {
    const response = await fetch(`${url}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^footprint_process_resident_memory_bytes \d/m);
    expect(text).toContain('# TYPE footprint_probes_total counter');
  });

  it('is healthy once it takes work, and not before: whoever replaces workers one by one goes on then', async () => {
    const [port, databaseUrl] = [await getPort(), await createDatabase()];
    const started = createFleet({ DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: stackAddresses().temporalAddress });
    const ledger = openLedgerReader(databaseUrl);
    onTestFinished(() => Promise.all([started.close(), ledger.close()]).then(() => undefined));
    const ready = started.worker({ METRICS_PORT: String(port) });
    const status = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 120_000, interval: 10 }).toBe(200);
    expect(
      await ledger.sql`SELECT id FROM fleet_members WHERE status ->> 'takesWork' = 'true' AND expires_at > clock_timestamp()`,
    ).toHaveLength(1);
    await ready;
  });
});
