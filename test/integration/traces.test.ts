/** Traces of the running service: one of each lookup, from its request to its webhook, whichever process is killed; nobody is named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createFleetWithReceiver } from '../support/fleet-with-receiver.js';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.js';
import type { ApiProcess, ServiceProcess } from '../support/processes.js';
import { traceableForms } from '../support/traces.js';

/** Three shards. */
const SITES = 130;
const PLANTED = {
  username: ['planted-person', 'killed-person', 'batch-person-1', 'batch-person-2', 'instant-person'],
  email: ['planted.person@example.com', 'checked.person@example.com'],
  phone: ['+12025550123'],
  ip: ['192.0.2.17'],
} as const;
/** Every attribute that a span may have. */
const ATTRIBUTES =
  /^(?:http\.route|http\.response\.status_code|error\.type|footprint\.(?:(?:lookup|account|batch|event|endpoint)_id|event_type|module|shard|shards|run|attempt|checks|planned|checked|matches|last|kind))$/;
const SENDER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

describe('traces', () => {
  let collector: OtlpReceiver;
  let service: Awaited<ReturnType<typeof createFleetWithReceiver>>;
  let api: ApiProcess;
  let worker: ServiceProcess;

  beforeAll(async () => {
    const people = [{ identities: { username: [...PLANTED.username] }, share: 0.4 }];
    const latency = { medianMs: 150, sigma: 0.8, capMs: 1_500 };
    collector = await startOtlpReceiver();
    service = await createFleetWithReceiver([SITES, { accounts: { people }, latency }], {
      INSTANT_CEILING_MS: '2500',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    [api, worker] = await Promise.all([service.fleet.api(), service.fleet.worker()]);
  });
  afterAll(async () => {
    await Promise.all([service?.close(), collector?.close()]);
  });

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(api.url, 'POST', path, { key: service.owner.key, body, headers });
  const ofLookup = (lookupId: string): ReceivedSpan[] => {
    const spans = collector.spans();
    const traces = new Set(spans.filter(({ attributes }) => attributes['footprint.lookup_id'] === lookupId).map(({ traceId }) => traceId));
    return spans.filter(({ traceId }) => traces.has(traceId));
  };

  /** The trace of a lookup once its request was answered and its event was delivered. */
  async function wholeTrace(lookupId: string): Promise<ReceivedSpan[]> {
    const isWhole = (): boolean => {
      const names = ofLookup(lookupId).map(({ name }) => name);
      return (
        ['acceptLookup', 'lookup', 'attemptDelivery'].every((name) => names.includes(name)) &&
        names.some((name) => name.startsWith('POST '))
      );
    };
    expect(await waitUntil(async () => isWhole(), 90_000), JSON.stringify(pathsOf(ofLookup(lookupId)))).toBe(true);
    return ofLookup(lookupId);
  }

  /** Names of the spans above each, from its own to the root's. */
  function pathsOf(spans: readonly ReceivedSpan[]): string[] {
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const path = ({ name, parentSpanId }: ReceivedSpan): string => {
      if (!parentSpanId) return name;
      const above = byId.get(parentSpanId);
      return above ? `${name} < ${path(above)}` : `${name} < ?`;
    };
    return [...new Set(spans.map(path))].sort();
  }

  const ROOT = 'lookup < acceptLookup < POST /v2/lookup';

  it('hold a lookup from its request to its webhook, linked with the trace of its sender', async () => {
    const identities = { usernames: [PLANTED.username[0]], emails: [PLANTED.email[0]], phones: PLANTED.phone, ips: PLANTED.ip };
    const headers = { traceparent: `00-${SENDER.traceId}-${SENDER.spanId}-01` };
    const accepted = await post('/v2/lookup', { identities, mode: 'async', deep: true }, headers);
    const lookupId = lookupIdOf(accepted.body) ?? '';
    const spans = await wholeTrace(lookupId);

    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(pathsOf(spans)).toEqual(
      [
        ...['attemptDelivery', 'finishLookup', 'planLookup', 'probeDerived', 'probeShard', 'runModule'].map((name) => `${name} < ${ROOT}`),
        ROOT,
        'acceptLookup < POST /v2/lookup',
        'POST /v2/lookup',
      ].sort(),
    );
    const named = (name: string) => spans.filter((span) => span.name === name);
    expect(named('POST /v2/lookup')).toMatchObject([
      {
        links: [SENDER],
        service: 'footprint-api',
        attributes: { 'http.response.status_code': 200, 'footprint.account_id': service.owner.accountId },
      },
    ]);
    expect(new Set(named('probeShard').map(({ attributes }) => attributes['footprint.shard']))).toEqual(new Set([0, 1, 2]));
    expect(named('lookup')).toMatchObject([{ service: 'footprint-worker', attributes: { 'footprint.planned': SITES } }]);
    expect(named('attemptDelivery')).toMatchObject([
      { kind: 3, attributes: { 'footprint.event_id': service.hooks.received.at(-1)?.eventId, 'footprint.last': '204' } },
    ]);
  });

  it('go on and end when the worker is killed in the middle', async () => {
    const { body } = await post('/v2/lookup', { identities: { usernames: [PLANTED.username[1]] }, mode: 'async', deep: true });
    const lookupId = lookupIdOf(body) ?? '';
    expect(await waitUntil(async () => (await service.ledger.recorded(lookupId)).size > 20, 90_000, 5)).toBe(true);
    await worker.kill();
    await service.ledger.isGone('footprint-worker');
    worker = await service.fleet.worker();
    const spans = await wholeTrace(lookupId);

    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(pathsOf(spans).filter((path) => path.endsWith('?'))).toEqual([]);
    expect(pathsOf(spans)).toEqual(expect.arrayContaining([`probeShard < ${ROOT}`, `finishLookup < ${ROOT}`, `attemptDelivery < ${ROOT}`]));
    const repeated = spans.filter(({ name, attributes }) => name === 'probeShard' && Number(attributes['footprint.attempt']) > 1);
    expect(repeated.length).toBeGreaterThan(0);
  });

  it('hold a lookup that is one activity', async () => {
    const instant = await post('/v2/lookup', { identities: { usernames: [PLANTED.username[4]] }, mode: 'instant' });
    const single = await post('/v1/email', { email: PLANTED.email[1] });
    expect([instant.status, single.status]).toEqual([200, 200]);
    expect(pathsOf(await wholeTrace(lookupIdOf(instant.body) ?? ''))).toContain(`instantLookup < ${ROOT}`);
    const [{ id }] = await service.record.database.sql<
      [{ id: string }]
    >`SELECT id FROM lookups WHERE mode = 'check' AND account_id = ${service.owner.accountId}`;
    expect(pathsOf(await wholeTrace(id)).filter((path) => path.startsWith('checkSubject') || path.endsWith('?'))).toHaveLength(1);
  });

  it('are one for each lookup of a batch, linked with that of the batch, which ends with its event', async () => {
    const items = PLANTED.username.slice(2, 4).map((username) => ({ identities: { usernames: [username] } }));
    const { status, body } = await post('/v2/batches', { items });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const { batchId } = body as { batchId: string };
    const ofBatch = () => collector.spans().filter(({ attributes }) => attributes['footprint.batch_id'] === batchId);
    const delivered = () => collector.spans().find(({ attributes }) => attributes['footprint.event_type'] === 'batch.completed');
    expect(await waitUntil(async () => ofBatch().length === 2 && delivered() !== undefined, 60_000)).toBe(true);
    const request = collector.spans().filter(({ name }) => name === 'POST /v2/batches');
    expect(request).toMatchObject([{ traceId: delivered()?.traceId, spanId: delivered()?.parentSpanId }]);
    const link = { traceId: request[0]?.traceId, spanId: request[0]?.spanId };
    expect(ofBatch()).toMatchObject([{ links: [link] }, { links: [link] }]);
    expect(new Set([...ofBatch(), ...request].map(({ traceId }) => traceId)).size).toBe(3);
  });

  it('name nobody, in no form, and have no other attributes than those that are listed', () => {
    const sent = collector.bodies.map(({ bytes }) => bytes.toString('utf8')).join('\n');
    const found = Object.entries(PLANTED).flatMap(([kind, values]) => values.flatMap((value) => traceableForms(sent, kind, value)));
    expect(found).toEqual([]);
    const others = collector.spans().flatMap(({ attributes }) => Object.keys(attributes).filter((name) => !ATTRIBUTES.test(name)));
    expect(others).toEqual([]);
    expect(sent).not.toContain(service.owner.key);
    expect(sent).not.toContain('127.0.0.1');
  });

  it('are sent as protobuf too, with the headers of the settings; those that are not sampled are not sent', async () => {
    const settings = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one%20two' };
    const [protobuf, unsampled] = await Promise.all([
      service.fleet.api(settings),
      service.fleet.api({ ...settings, OTEL_TRACES_SAMPLER: 'always_off' }),
    ]);
    const before = collector.bodies.length;
    for (const process of [unsampled, protobuf])
      await call(process.url, 'POST', '/v1/lookup', { key: service.owner.key, body: { query: PLANTED.username[0] } });
    await unsampled.stop();
    const isSent = () => collector.bodies.slice(before).filter(({ type }) => type === 'application/x-protobuf');
    expect(await waitUntil(async () => isSent().length > 0, 90_000)).toBe(true);
    await protobuf.stop();
    expect(isSent().map(({ headers }) => headers['x-tenant'])).toEqual(isSent().map(() => 'one two'));
    const bytes = Buffer.concat(isSent().map((each) => each.bytes));
    expect(bytes.toString('latin1').split('POST /v1/lookup').length - 1).toBe(2); // its name and its route
  });

  it('that cannot be sent are lost, which is logged once, and hold nothing up', async () => {
    const deaf = await service.fleet.api({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '100' });
    const warnings = () => service.fleet.logs().split('the collector of traces cannot be reached').length - 1;
    const accept = async () =>
      (await call(deaf.url, 'POST', '/v1/lookup', { key: service.owner.key, body: { query: PLANTED.username[0] } })).status;
    expect(await accept()).toBe(200);
    expect(await waitUntil(async () => warnings() > 0, 90_000)).toBe(true);
    expect(await accept()).toBe(200);
    await deaf.stop();
    expect(warnings()).toBe(1);
  });
});
