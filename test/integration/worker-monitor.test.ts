import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFleet, type Fleet } from '../support/processes.js';
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
      catalogue: { revision: 0, bundle: null },
    });
  });

  it('serves its metrics, probes by verdict among them', async () => {
    const response = await fetch(`${url}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^footprint_process_resident_memory_bytes \d/m);
    expect(text).toContain('# TYPE footprint_probes_total counter');
  });
});
