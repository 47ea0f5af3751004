import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyValue } from '../../tools/simulator/tokens.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { captureLog, formsFound, lookupTraces } from '../support/traces.js';

const WRONG = 'wrong-secret-value-5f0c';
const VALUES = [keyValue('simulator-key'), keyValue('simulator-client'), WRONG];

describe('keys of official interfaces', () => {
  const captured = captureLog();
  let service: WorkingService;
  let connection: Connection;
  beforeAll(async () => {
    service = await startWorkingService({
      sites: 11,
      simulator: { preludes: true, keys: true },
      log: captured.log,
      env: {
        PLATFORM_KEYS: `simulator-key=${keyValue('simulator-key')},simulator-client=${keyValue('simulator-client')},simulator-secret=${WRONG}`,
      },
    });
    connection = await Connection.connect({ address: service.config.TEMPORAL_ADDRESS as string });
  });
  afterAll(async () => {
    await connection.close();
    await service.close();
  });

  it('are used, and are in no log line, response, history or row, also when one of them is refused', async () => {
    const { key, accountId } = await service.account();
    const lookup = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: ADA.username } });
    expect(lookup.status).toBe(200);
    const { rejected, byPlatform } = service.sites.simulator.requests();
    expect(byPlatform['site-0009']).toBeGreaterThan(0);
    expect(rejected['site-0009']).toBeUndefined();
    const platforms = await service.call('GET', '/v2/platforms', { key });
    const listed = (platforms.body as { platforms: { platform: string; keys: unknown[] }[] }).platforms;
    expect(listed.find(({ platform }) => platform === 'site-0009')?.keys).toEqual([
      { queryType: 'username', names: ['simulator-key'], required: true, configured: true },
    ]);
    const client = new Client({ connection, namespace: service.config.TEMPORAL_NAMESPACE ?? 'default' });
    const rows = await service.sql<{ id: string; mode: string }[]>`SELECT id, mode FROM lookups WHERE account_id = ${accountId}`;
    const traces = new Map([
      ['log', captured.text()],
      ['lookup', lookup.text],
      ['platforms', platforms.text],
      ['settings', JSON.stringify(service.config)],
    ]);
    for (const row of rows) traces.set(row.id, await lookupTraces(client, row));
    const tables = await service.sql<{ name: string }[]>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const dump = await service.sql<{ row: string }[]>`SELECT t::text AS row FROM ${service.sql(name)} t`;
      traces.set(name, dump.map(({ row }) => row).join('\n'));
    }
    expect(tables.length).toBeGreaterThan(5);
    const found = [...traces].flatMap(([place, trace]) =>
      VALUES.flatMap((value) => formsFound(trace, value).map((form) => ({ place, form }))),
    );
    expect(found).toEqual([]);
  });
});
