/** SIGTERM to an API that has callers of every kind: nobody is cut off without a word. */
import { Agent, request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { openRecordOn, outcome, type TestRecord } from '../stores/support/record.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { addIdleWorker } from '../support/http/idle-worker.js';
import { openStream } from '../support/http/event-client.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

/** Longer than the test needs for what it does meanwhile. */
const DRAIN_MS = '8000';

describe('an API that is told to stop', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let record: TestRecord;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    sites = await startGeneratedSites(5);
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    record = openRecordOn(databaseUrl, 3);
    ledger = openLedgerReader(databaseUrl);
    // No worker does anything: nothing that is asked for comes to its end.
    fleet = createFleet({
      ...sites.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      DRAIN_MS,
      INSTANT_CEILING_MS: '2500',
    });
  });
  afterEach(() => api.stop());
  afterAll(async () => {
    agent.destroy();
    await fleet?.close();
    await Promise.all([ledger?.close(), record?.database.close(), sites?.close()]);
  });

  /** A request on the one connection that is kept. */
  const keptAlive = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request(`${api.url}${path}`, { agent }, (response) => response.resume().once('end', () => resolve(response)))
        .once('error', reject)
        .end();
    });
  const ready = async (): Promise<number> => (await fetch(`${api.url}/readyz`)).status;
  const lookupOf = async (accountId: string, count: number): Promise<string[]> => {
    await vi.waitFor(async () => expect(await ledger.lookups(accountId)).toHaveLength(count), { timeout: 90_000, interval: 20 });
    return (await ledger.lookups(accountId)).map(({ id }) => id);
  };

  it('is not ready at once; who waits gets the id, an instant lookup its answer, a stream an end to resume from', async () => {
    api = await fleet.api();
    await addIdleWorker(ledger);
    const [waiter, waiterV2, hasty, reader] = await Promise.all([ledger.account(), ledger.account(), ledger.account(), ledger.account()]);
    expect(await ready()).toBe(200);
    expect((await keptAlive('/healthz')).headers.connection).toBe('keep-alive');

    const wait = call(api.url, 'POST', '/v1/lookup?wait=true', { key: waiter.key, body: { query: 'ada-example' } });
    const waitV2 = call(api.url, 'POST', '/v2/lookup', {
      key: waiterV2.key,
      body: { identities: { usernames: ['ada-example'] }, mode: 'wait' },
    });
    const path = '/v1/lookup/stream?query=ada-example&deep=true&platforms=';
    const stream = await openStream(`${api.url}${path}`, reader.key);
    const [[waited], [waitedV2], [streamed = '']] = await Promise.all([
      lookupOf(waiter.accountId, 1),
      lookupOf(waiterV2.accountId, 1),
      lookupOf(reader.accountId, 1),
    ]);
    await record.writer.record(streamed, [outcome('site-0001'), outcome('site-0002')]);
    const before = await stream.until(2);
    const instant = call(api.url, 'POST', '/v1/lookup?instant=true', { key: hasty.key, body: { query: 'ada-example' } });
    await lookupOf(hasty.accountId, 1);

    process.kill(api.pid, 'SIGTERM');
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 7_000, interval: 10 });
    expect((await keptAlive('/healthz')).headers.connection).toBe('close');
    expect(await wait).toMatchObject({ status: 200, body: { lookupId: waited, status: 'processing' } });
    const bodyV2 = await waitV2;
    expect(bodyV2.status).toBe(200);
    expect(bodyV2.body as unknown as LookupBodyV2).toMatchObject({ lookupId: waitedV2, status: 'processing', results: [] });

    expect(await stream.whole()).toEqual(before);
    expect(before.map(({ event }) => event)).toEqual(['platform_result', 'platform_result']);
    expect(stream.isComplete()).toBe(true);

    // Meanwhile others are still served, and are told to come to somebody else next time.
    const late = await call(api.url, 'POST', '/v1/lookup?wait=true', { key: waiter.key, body: { query: 'bob-example' } });
    expect(late).toMatchObject({ status: 200, body: { lookupId: expect.any(String) as string, status: 'processing' } });

    const answered = await instant;
    expect(answered.status).toBe(200);
    expect(answered.body as unknown as LookupBody).toMatchObject({ lookupId: expect.stringMatching(/^lkp_/) as string, results: [] });
    await api.exited;

    const next = await fleet.api({ DRAIN_MS: '0' });
    await record.writer.record(streamed, [outcome('site-0003')]);
    await record.writer.finish(streamed);
    const rest = await (await openStream(`${next.url}${path}`, reader.key, before.at(-1)?.id)).whole();
    expect(rest.map(({ event }) => event)).toEqual(['platform_result', 'done']);
    expect((rest[1]?.data as LookupBody).platformsChecked).toBe(3);
    expect(lookupIdOf(answered.body)).toMatch(/^lkp_/);
    await next.stop();
  });
});
