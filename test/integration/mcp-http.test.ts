/** `POST /mcp`: agents over HTTP have the tools of `footprint mcp`, and each call goes through the doors of the API. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { billOf } from '../support/http/ledger.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import {
  agentOf,
  type Call,
  callTool,
  connectAgent,
  type Connection,
  factsOf,
  HTTP_CLIENTS,
  MCP_TOOLS,
  textOf,
  type ToolResult,
} from '../support/mcp-clients.js';

const REVISION = '2026-07-28';
const TASKS = 'io.modelcontextprotocol/tasks';
const PATIENT = { timeout: 90_000, interval: 100 };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: unknown; readonly message: string; readonly data?: unknown };
  };
}

/** One message without a client: what is sent, header by header. */
async function send(
  { url, key }: { url: string; key?: string },
  method: string,
  params: object = {},
  { headers = {}, tasks = false, signal }: { headers?: Record<string, string>; tasks?: boolean; signal?: AbortSignal } = {},
): Promise<Answer> {
  const name = (params as { name?: string; taskId?: string }).name ?? (params as { taskId?: string }).taskId;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': tasks ? { extensions: { [TASKS]: {} } } : {},
  };
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Answer['body'] };
}

describe('POST /mcp', () => {
  let service: WorkingService;
  let slugs: string[];
  beforeAll(async () => {
    service = await startWorkingService({ sites: 6 });
    slugs = [...service.sites.slugs];
  });
  afterAll(() => service.close());

  const limited = (more: object = { monthlyLookups: 100 }) => agentOf(service, more);
  const person = (...usernames: string[]): Call => ['lookup', { usernames, platforms: slugs }];
  const stateOf = async (id: string) => (await service.sql`SELECT state FROM lookups WHERE id = ${id}`)[0]?.['state'] as string;
  const idOf = (result: ToolResult) => (factsOf(result) as { lookupId: string }).lookupId;

  it.each(Object.entries(HTTP_CLIENTS))(
    '%s lists the tools and calls them; each lookup is billed once, and audited as such',
    async (name, run) => {
      const agent = await limited();
      const { version, tools, results } = await run(
        agent,
        [
          person(ADA.username),
          ['check', { kind: 'ip', value: '192.0.2.17' }],
          ['list_history', { usernames: [ADA.username] }],
          ['list_platforms', { limit: 3 }],
        ],
        'http',
      );
      expect(version).toMatch(name === 'a client of 2025' ? /^2025-/ : /^2026-07-28$/);
      expect([...tools].sort()).toEqual(MCP_TOOLS);
      for (const result of results) expect(JSON.parse(textOf(result))).toEqual(factsOf(result));
      const [found, , history] = results.map(factsOf);
      expect(found).toMatchObject({ status: 'finished', identities: [{ registered: { count: slugs.length } }] });
      expect(history).toMatchObject({ lookups: [{ lookupId: idOf(results[0] ?? expect.fail()) }] });
      expect(await billOf(service, agent.accountId)).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
      const entries = await service.sql`
      SELECT action, network, outcome FROM audit_log WHERE account_id = ${agent.accountId} AND action IN ('createLookupV2', 'checkIp') ORDER BY at`;
      expect([...entries]).toEqual(['createLookupV2', 'checkIp'].map((action) => ({ action, network: '127.0.0.1', outcome: 'ok' })));
    },
  );

  it('refuses who has no key, a page of another origin, and a key that knows no limit; nothing is billed', async () => {
    const [agent, unlimited] = [await limited(), await limited({})];
    const elsewhere = await limited({ monthlyLookups: 5, networks: ['192.0.2.0/24'] });
    const call = ['tools/call', { name: 'lookup', arguments: { usernames: [ADA.username] } }] as const;
    const refusals: readonly (readonly [string, Promise<Answer>, number, string])[] = [
      ['no key', send({ url: service.url }, ...call), 401, 'unauthorized'],
      ['an unknown key', send({ url: service.url, key: `${agent.key.slice(0, -4)}0000` }, ...call), 401, 'unauthorized'],
      ['another origin', send(agent, ...call, { headers: { origin: 'http://evil.example.com' } }), 403, 'cross_site_request'],
      ['an origin that is none', send(agent, ...call, { headers: { origin: 'null' } }), 403, 'cross_site_request'],
      ['no limit', send(unlimited, ...call), 403, 'insufficient_scope'],
      ['another network', send(elsewhere, ...call), 403, 'forbidden_network'],
    ];
    for (const [name, refusal, status, code] of refusals) {
      const { body, headers, ...answer } = await refusal;
      expect([name, answer.status, body.error?.code]).toEqual([name, status, code]);
      if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await send(unlimited, 'tools/list')).body.error?.message).toMatch(/no limit of its own: .*--monthly-lookups/);
    for (const { accountId } of [agent, unlimited, elsewhere]) expect((await billOf(service, accountId)).lookups).toBe(0);
    const entered = () => service.sql`SELECT action, outcome FROM audit_log WHERE account_id = ${elsewhere.accountId}`;
    await expect.poll(async () => [...(await entered())], PATIENT).toContainEqual({ action: 'serveAgent', outcome: 'forbidden_network' });
    const own = { headers: { origin: new URL(service.config.PUBLIC_URL).origin } };
    expect((await send(agent, 'tools/list', {}, own)).status).toBe(200);
    const other = await service.call('GET', '/mcp', { key: agent.key });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('offers what the key may do and no more, and counts each request against its limit per minute', async () => {
    const reader = await limited({ scopes: ['lookups:read'] });
    const { body, headers } = await send(reader, 'tools/list');
    const names = (body.result?.['tools'] as { name: string }[]).map(({ name }) => name);
    expect(names.sort()).toEqual(['list_history', 'list_platforms', 'read_lookup']);
    const refused = await send(reader, 'tools/call', { name: 'lookup', arguments: { usernames: [ADA.username] } });
    expect(refused.body.error?.code).toBe(-32602);
    expect((await billOf(service, reader.accountId)).lookups).toBe(0);
    const left = (answer: { headers: Headers }) => Number(answer.headers.get('x-ratelimit-remaining'));
    expect(left(refused)).toBe(left({ headers }) - 1);
  });

  it('ends at the limit of the key, of many calls at once exactly there', async () => {
    const agent = await limited({ monthlyLookups: 3 });
    const client = await connectAgent(agent, 'http');
    const results = await Promise.all(Array.from({ length: 8 }, (_, index) => callTool(client, person(`robin-${index}`))));
    const refused = results.filter(({ isError }) => isError);
    expect(refused).toHaveLength(5);
    for (const each of refused) expect(textOf(each)).toMatch(/quota_exceeded.* 3 of 3 lookups are used/);
    expect((await billOf(service, agent.accountId)).ledger).toBe(3);
    await client.close();
  });

  it('refuses another revision than it knows, and a header that contradicts the message', async () => {
    const agent = await limited();
    const unknown = await send(agent, 'tools/list', {}, { headers: { 'mcp-protocol-version': '2031-01-01' } });
    const other = await send(agent, 'tools/list', {}, { headers: { 'mcp-method': 'tools/call' } });
    expect([unknown.status, other.status]).toEqual([400, 400]);
    for (const { body } of [unknown, other]) expect(body.error?.code).toEqual(expect.any(Number));
  });

  describe('a lookup that takes long', () => {
    /** A lookup of which a platform has yet to answer, as a task. */
    async function begin(agent: Connection) {
      service.sites.simulator.setLatency('*', { medianMs: 6_000 });
      const { body } = await send(
        agent,
        'tools/call',
        { name: 'lookup', arguments: { usernames: ['robin-long'], platforms: slugs } },
        { tasks: true },
      );
      expect(body.result).toMatchObject({ resultType: 'task', status: 'working', taskId: expect.stringMatching(/^lkp_/) as string });
      for (const time of ['createdAt', 'lastUpdatedAt']) expect(Date.parse(String(body.result?.[time]))).toBeGreaterThan(0);
      return String(body.result?.['taskId']);
    }
    const end = () => service.sites.simulator.setLatency('*', null);

    it('is a task by its own id, known to its account alone; cancelled, it goes on and stays billed once', async () => {
      const [agent, other] = [await limited(), await limited()];
      const taskId = await begin(agent);
      const get = (by: Connection, id = taskId, tasks = true) => send(by, 'tasks/get', { taskId: id }, { tasks });
      expect((await get(agent)).body.result).toMatchObject({ resultType: 'complete', taskId, status: 'working', pollIntervalMs: 2_000 });
      for (const unknown of [get(other), get(agent, 'lkp_00000000000000000000000000'), get(agent, '../account/key')])
        expect((await unknown).body.error).toMatchObject({ code: -32602, message: 'There is no such task.' });
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
        expect(await send(agent, method, { taskId })).toMatchObject({
          status: 400, // as the specification says of this error, wherever it arises
          body: { error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } } },
        });
      const cancelled = await send(agent, 'tasks/cancel', { taskId }, { tasks: true });
      expect(Object.keys(cancelled.body.result ?? {}).filter((name) => name !== '_meta')).toEqual(['resultType']);
      expect((await send(other, 'tasks/cancel', { taskId }, { tasks: true })).body.error?.code).toBe(-32602);
      end();
      await vi.waitFor(async () => expect((await get(agent)).body.result?.['status']).toBe('completed'), PATIENT);
      const { result } = (await get(agent)).body;
      const told = result?.['result'] as ToolResult;
      expect(JSON.parse(textOf(told))).toEqual(told.structuredContent);
      expect(told.structuredContent).toMatchObject({ lookupId: taskId, status: 'finished' });
      expect(await billOf(service, agent.accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
    });

    it('is waited for where the client takes no tasks; whoever leaves ends the waiting and not the lookup', async () => {
      const agent = await limited();
      service.sites.simulator.setLatency('*', { medianMs: 6_000 });
      const leaving = new AbortController();
      const params = { name: 'lookup', arguments: { usernames: ['robin-left'], platforms: slugs } };
      const waiting = send(agent, 'tools/call', params, { signal: leaving.signal }).catch((error: Error) => error.name);
      const idNow = async () => (await service.sql<{ id: string }[]>`SELECT id FROM lookups WHERE account_id = ${agent.accountId}`)[0]?.id;
      await vi.waitFor(async () => expect(await idNow()).toBeDefined(), PATIENT);
      const openStreams = async () => /^footprint_open_streams (\d+)/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];
      await vi.waitFor(async () => expect(await openStreams()).toBe('1'), PATIENT);
      leaving.abort();
      expect(await waiting).toBe('AbortError');
      await vi.waitFor(async () => expect(await openStreams()).toBe('0'), PATIENT);
      end();
      const id = (await idNow()) ?? expect.fail();
      await vi.waitFor(async () => expect(await stateOf(id)).toBe('finished'), PATIENT);
      const client = await connectAgent(agent, 'http');
      expect(idOf(await callTool(client, ['read_lookup', { lookupId: id }]))).toBe(id);
      expect((await billOf(service, agent.accountId)).ledger).toBe(1);
      await client.close();
    });
  });
});
