/** Nothing of an identity leaves the database by way of its modules, also when their sources and the database quote it. */
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EnrichmentSources } from '../../src/facts/fact-modules.js';
import { knowingSources } from '../support/enrichment.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { captureLog, formsFound, lookupTraces } from '../support/traces.js';
import { asOwner } from '../support/databases.js';

const SUBJECT = { email: 'Quixotic.Zephyr+84@privat-zephyr.example.com', phone: '+12025550187', ip: '2001:db8:84:7e94::187' } as const;
const IDENTITIES = [...Object.values(SUBJECT), 'Quixotic.Zephyr', 'privat-zephyr', '12025550187'];

/** An error as careless libraries throw it: what was asked is in its name, its message and its code. */
function quoting(identity: string): Error {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${identity}`), { name: identity, code: identity, query: identity });
}

describe('modules and the identity that they ask about', () => {
  const captured = captureLog();
  let sources = knowingSources();
  let service: WorkingService;
  let connection: Connection;
  let client: Client;
  beforeAll(async () => {
    const current = new Proxy({} as EnrichmentSources, { get: (_, name) => Reflect.get(sources, name) as unknown });
    service = await startWorkingService({ sites: 10, log: captured.log, enrichment: { sources: current } });
    connection = await Connection.connect({ address: service.config.TEMPORAL_ADDRESS as string });
    client = new Client({ connection, namespace: service.config.TEMPORAL_NAMESPACE ?? 'default' });
  });
  afterAll(async () => {
    await connection.close();
    await service.close();
  });

  const checks = { email: true, phone: true, ip: true };
  async function lookUp({ key }: { key: string }): Promise<number[]> {
    const post = async (path: string, body: object) => (await service.call('POST', path, { key, body })).status;
    const { email, phone, ip } = SUBJECT;
    return Promise.all([
      post('/v1/lookup', { ...SUBJECT, checks }),
      post('/v1/lookup?wait=true', { ...SUBJECT, checks }),
      post('/v1/lookup?instant=true', { ...SUBJECT, checks }),
      post('/v1/email', { email }),
      post('/v1/phone', { phone }),
      post('/v1/ip', { ip }),
    ]);
  }
  const allFinished = (accountId: string) =>
    vi.waitFor(
      async () => {
        const rows = await service.sql<{ state: string }[]>`SELECT state FROM lookups WHERE account_id = ${accountId}`;
        expect(rows.filter(({ state }) => state !== 'finished')).toEqual([]);
      },
      { timeout: 90_000, interval: 100 },
    );
  async function histories(accountId: string): Promise<string[]> {
    const rows = await service.sql<{ id: string; mode: string }[]>`SELECT id, mode FROM lookups WHERE account_id = ${accountId}`;
    return Promise.all(rows.map((row) => lookupTraces(client, row)));
  }
  async function expectNoTrace(accountId: string): Promise<string> {
    const traces = [captured.text(), (await service.call('GET', '/metrics')).text, ...(await histories(accountId))];
    expect(traces.flatMap((trace) => IDENTITIES.flatMap((identity) => formsFound(trace, identity)))).toEqual([]);
    return traces.join('\n');
  }

  it('what sources find is in no history and no log', async () => {
    sources = knowingSources();
    const owner = await service.account();
    expect(await lookUp(owner)).toEqual([200, 200, 200, 200, 200, 200]);
    await allFinished(owner.accountId);
    const traces = await expectNoTrace(owner.accountId);
    for (const activity of ['runModule', 'checkSubject']) expect(traces).toContain(activity);
  });

  it('neither are their errors, whatever these quote', async () => {
    const fail = (identity: string) => Promise.reject(quoting(identity));
    sources = knowingSources({
      email: { inspect: fail },
      phone: { inspect: fail },
      ip: { inspect: fail },
      breaches: { search: ({ value }) => fail(value) },
      webMentions: { search: fail },
    });
    const owner = await service.account();
    await lookUp(owner);
    await allFinished(owner.accountId);
    expect(captured.text()).toContain('the sources of a module failed');
    await expectNoTrace(owner.accountId);
  });

  it('nor is the row that the database refuses and quotes', async () => {
    sources = knowingSources();
    await asOwner(service.sql, (sql) => sql`ALTER TABLE lookup_modules ADD CONSTRAINT broken CHECK (seq < 0) NOT VALID`);
    const { accountId, key } = await service.account();
    const looking = lookUp({ key });
    try {
      // Not the first failure that is logged: that of a local activity is in no history.
      await vi.waitFor(async () => expect((await histories(accountId)).join()).toContain('the activity failed: 23514'), {
        timeout: 90_000,
        interval: 50,
      });
    } finally {
      await asOwner(service.sql, (sql) => sql`ALTER TABLE lookup_modules DROP CONSTRAINT broken`);
    }
    await looking;
    await allFinished(accountId);
    expect(await expectNoTrace(accountId)).toContain('the activity failed: 23514');
    const [row] = await service.sql<
      { facts: number }[]
    >`SELECT count(*)::int AS facts FROM lookup_modules m JOIN lookups l ON l.id = m.lookup_id WHERE l.account_id = ${accountId}`;
    // Three lookups of three facts, two breach searches and two mention searches each, and three checks: all are stored in the end.
    expect(row?.facts).toBe(3 * 7 + 3);
  });
});
