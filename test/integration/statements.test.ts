/** The statements that the API sends to Postgres for each way of reading a lookup: nothing is read twice. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/wiring/log.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { startWorker } from '../../src/wiring/worker.js';
import { startGatedService } from '../support/gated-service.js';
import { createStatementLog } from '../support/statement-log.js';

/** Statements of requests: not of clocks, heartbeats and caches, which run by themselves. */
const KINDS: readonly [kind: string, pattern: RegExp][] = [
  ['authenticate', /FROM api_keys/],
  ['count', /INTO rate_windows/],
  ['begin', /^begin/],
  ['bill', /FROM usage_periods/],
  ['accept', /INSERT INTO lookups/],
  ['commit', /^commit/],
  ['page', /^WITH page AS/],
  ['snapshot', /AS "startedAfterMs"/],
  ['seen', /FROM lookups own/],
  ['room', /\bunder_way\b/],
  ['row', /\blookups\b/],
];
const kindOf = (text: string): string[] =>
  KINDS.filter(([, pattern]) => pattern.test(text.trim()))
    .map(([kind]) => kind)
    .slice(0, 1);

const AUTHENTICATED = ['authenticate', 'count'];
const ACCEPTED = [...AUTHENTICATED, 'begin', 'bill', 'accept', 'commit'];

describe('the statements of a request', () => {
  const log = createStatementLog();
  const lifecycle = new Lifecycle();
  let service: Awaited<ReturnType<typeof startGatedService>>;
  let key: string;
  let finished: { lookupId: string; etag: string };
  const notified: string[] = [];

  beforeAll(async () => {
    service = await startGatedService({ inspect: log.look });
    const config = { ...service.config, DATABASE_URL: service.directUrl };
    await startWorker(lifecycle, { config, log: createLog(config, 'worker'), queues: service.queues });
    await service.direct.listen('lookup_feed', (lookupId) => notified.push(lookupId));
    ({ key } = await service.account());
    const waited = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] }, mode: 'wait' } });
    const { lookupId } = waited.body as { lookupId: string };
    const { headers } = await service.call('GET', `/v2/lookup/${lookupId}`, { key });
    finished = { lookupId, etag: headers.get('etag') ?? '' };
  });
  afterAll(async () => {
    await lifecycle.close();
    await service.close();
  });

  /** The kinds of the statements of one request. */
  async function statementsOf(method: string, path: string, request: { body?: unknown; headers?: Record<string, string> } = {}) {
    log.take();
    notified.length = 0;
    const { status } = await service.call(method, path, { key, ...request });
    return { status, kinds: log.take().flatMap(kindOf) };
  }

  /** At least so many changes of lookups were notified since the request was sent; this process may hear of the last one later. */
  const expectChanges = (count: number) => vi.waitFor(() => expect(notified.length).toBeGreaterThanOrEqual(count), { timeout: 90_000 });

  const V1 = { query: 'ada-example' };
  const V2 = { identities: { usernames: ['ada-example'] } };

  it.each([
    ['v1 wait', 'POST', '/v1/lookup?wait=true', V1],
    ['v1 instant', 'POST', '/v1/lookup?instant=true', V1],
    ['a single check', 'POST', '/v1/ip', { ip: '192.0.2.17' }],
    ['v2 wait', 'POST', '/v2/lookup', { ...V2, mode: 'wait' }],
    ['v2 instant', 'POST', '/v2/lookup', { ...V2, mode: 'instant' }],
  ])('%s: after the acceptance one read for each change, and none for the response', async (_, method, path, body) => {
    const { status, kinds } = await statementsOf(method, path, { body });
    expect(status).toBe(200);
    expect(kinds.slice(0, ACCEPTED.length)).toEqual(ACCEPTED);
    const reads = kinds.slice(ACCEPTED.length);
    // v2 also says how often the identities were looked up before, which it reads while the lookup runs.
    expect(reads.filter((kind) => kind === 'seen')).toEqual(path.startsWith('/v2/') ? ['seen'] : []);
    const changes = reads.filter((kind) => kind !== 'seen');
    expect(new Set(changes)).toEqual(new Set(['snapshot']));
    await expectChanges(changes.length);
  });

  it.each([
    ['v1', '/v1/lookup/stream?query=ada-example&deep=false&platforms=', ['snapshot']],
    ['v2', '/v2/lookup/stream?username=ada-example', ['seen', 'snapshot']],
  ])('a %s stream: one page for each change, and the whole for its last event', async (_, path, last) => {
    const { status, kinds } = await statementsOf('GET', path);
    expect(status).toBe(200);
    expect(kinds.slice(0, ACCEPTED.length)).toEqual(ACCEPTED);
    const reads = kinds.slice(ACCEPTED.length);
    expect(reads.slice(-last.length)).toEqual(last);
    expect(new Set(reads.slice(0, -last.length))).toEqual(new Set(['page']));
    await expectChanges(reads.length - last.length);
  });

  it.each([
    ['v1', '/v1/lookup/stream?query=ada-example&deep=false&platforms=&instant=true'],
    ['v2', '/v2/lookup/stream?username=ada-example&instant=true'],
  ])('an instant %s stream: one page for each change, and nothing for its last event', async (_, path) => {
    const { status, kinds } = await statementsOf('GET', path);
    expect(status).toBe(200);
    expect(kinds.slice(0, ACCEPTED.length)).toEqual(ACCEPTED);
    const reads = kinds.slice(ACCEPTED.length);
    expect(reads.filter((kind) => kind === 'seen')).toEqual(path.startsWith('/v2/') ? ['seen'] : []);
    const changes = reads.filter((kind) => kind !== 'seen');
    expect(new Set(changes)).toEqual(new Set(['page']));
    await expectChanges(changes.length);
  });

  it('in the background: v1 reads nothing, v2 the row of what was accepted; both share the counts of what is under way', async () => {
    const [v1, v2] = [await statementsOf('POST', '/v1/lookup', { body: V1 }), await statementsOf('POST', '/v2/lookup', { body: V2 })];
    expect(v1.kinds).toEqual([...AUTHENTICATED, 'room', ...ACCEPTED.slice(AUTHENTICATED.length)]);
    // Half a second later it reads them anew.
    expect(v2.kinds.filter((kind) => kind !== 'room')).toEqual([...ACCEPTED, 'row']);
    // A repeated batch may have listed some of them before.
    const batch = await statementsOf('POST', '/v1/lookup/batch', { body: { items: [V1, V1] } });
    expect(batch.kinds).toEqual([...ACCEPTED.slice(0, -1), 'row', 'commit']);
  });

  it('a lookup is read by one statement, by its row alone for a client that holds it, and in v2 by what was looked up before', async () => {
    const { lookupId, etag } = finished;
    expect((await statementsOf('GET', `/v1/lookup/${lookupId}`)).kinds).toEqual([...AUTHENTICATED, 'snapshot']);
    expect((await statementsOf('GET', `/v2/lookup/${lookupId}`)).kinds).toEqual([...AUTHENTICATED, 'snapshot', 'seen']);
    expect((await statementsOf('GET', `/v2/lookup/${lookupId}/evidence`)).kinds).toEqual([...AUTHENTICATED, 'snapshot']);
    const held = await statementsOf('GET', `/v2/lookup/${lookupId}`, { headers: { 'if-none-match': etag } });
    expect(held).toMatchObject({ status: 304, kinds: [...AUTHENTICATED, 'row', 'seen'] });
  });
});
