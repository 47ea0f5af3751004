/** `footprint mcp` without lookups that are carried out: its key, what it refuses, what it writes, and what is billed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFootprintClient } from '../../clients/typescript/index.js';
import { apiClient, bodyOf } from '../../src/cli/api-client.js';
import { sendBilled, waitForLookup } from '../../src/mcp/lookups.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import { agentOf, type Call, callTool, connectAgent, factsOf, MCP_TOOLS, startRaw, textOf } from '../support/mcp-clients.js';
import type { Service } from '../support/service.js';

const PERSON = { identities: { usernames: ['ada-example'] } };

describe('footprint mcp', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());
  const limited = (more: object = { monthlyLookups: 100 }) => agentOf(service, more);

  it('writes messages of the protocol to standard output and nothing else, whatever it is sent, and ends with its input', async () => {
    const raw = startRaw(await limited());
    raw.send('no message at all');
    raw.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    raw.send({ method: 'notifications/initialized' });
    raw.send('{"jsonrpc":"2.0",');
    raw.send({ id: 2, method: 'tools/list' });
    raw.send({ id: 3, method: 'tools/call', params: { name: 'lookup', arguments: { usernames: ['ada-example'], times: 100 } } });
    raw.send({ id: 4, method: 'no/such/method' });
    await expect.poll(() => raw.messages().map(({ id }) => id), { timeout: 100_000 }).toEqual(expect.arrayContaining([1, 2, 3, 4]));
    for (const message of raw.messages()) expect(message.jsonrpc).toBe('2.0');
    expect(await raw.end()).toBe(0);
    // The first start bundles the sources.
  });

  it('answers what cannot be with an error of the tool, unbilled, and goes on', async () => {
    const calls: Readonly<Record<string, Call>> = {
      'no identity': ['lookup', {}],
      'an identity that is none': ['lookup', { emails: ['ada'] }],
      'a platform that nobody knows': ['lookup', { usernames: ['ada-example'], platforms: ['no-such-platform'] }],
      'a parameter that it does not have': ['lookup', { usernames: ['ada-example'], times: 100 }],
      'a parameter of the wrong type': ['lookup', { usernames: 'ada-example' }],
      'an address that is too long': ['check', { kind: 'email', value: `${'a'.repeat(400)}@example.com` }],
      'a number that is none': ['check', { kind: 'phone', value: 'ada' }],
      'a lookup that does not exist': ['read_lookup', { lookupId: 'lkp_00000000000000000000000000' }],
      'an id that leads elsewhere': ['read_lookup', { lookupId: '../account/key' }],
      'a cursor of somebody else': ['list_history', { cursor: 'x' }],
      'a day that does not exist': ['list_history', { from: '2026-02-30' }],
      'too many platforms': ['list_platforms', { limit: 100_000 }],
    };
    const agent = await limited();
    const client = await connectAgent(agent);
    for (const [name, call] of Object.entries(calls)) {
      const result = await callTool(client, call);
      expect([name, result.isError, textOf(result)]).toEqual([name, true, expect.stringMatching(/^(?!.* at .*:\d+:)\P{Cc}{4,}/u)]);
    }
    expect((await billOf(service, agent.accountId)).ledger).toBe(0);
    factsOf(await callTool(client, ['list_platforms', { limit: 1 }]));
    await client.close();
  });

  it('bills a request once whose answer was lost: it is sent again under the same key', async () => {
    const { key, accountId } = await limited();
    const keys: (string | null)[] = [];
    const client = createFootprintClient({
      baseUrl: service.url,
      apiKey: key,
      async fetch(request) {
        keys.push(request.headers.get('idempotency-key'));
        const response = await fetch(request);
        if (keys.length === 1) throw new TypeError('fetch failed');
        return response;
      },
    });
    await sendBilled({ signal: new AbortController().signal }, (options) => client.POST('/v2/lookup', { body: PERSON, ...options }));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect((await billOf(service, accountId)).ledger).toBe(1);
  });

  it('answers with what is known when a lookup takes longer than a call may wait', async () => {
    const { key, url } = await limited();
    const client = apiClient({ baseUrl: url, key });
    const { lookupId } = await bodyOf(client.POST('/v2/lookup', { body: PERSON }));
    const call = { client, signal: new AbortController().signal, onProgress: () => undefined, waitMs: 300 };
    expect(await waitForLookup(call, lookupId)).toMatchObject({ lookupId, status: 'processing' });
  });

  describe('its key', () => {
    it.each([
      ['without a limit of its own', () => limited({}), /^This API key has no limit of its own: .*--monthly-lookups/],
      ['that does not exist', async () => ({ url: service.url, key: 'fp_none' }), /does not look like a key/],
      [
        'of a service that is away',
        async () => ({ url: 'http://127.0.0.1:9', key: 'fp_none' }),
        /not reachable at http:\/\/127\.0\.0\.1:9/,
      ],
    ])('%s: it does not start, and says why in one line', async (_, agent, sentence) => {
      const raw = startRaw(await agent());
      const code = await raw.end();
      expect([code === 0, raw.written.stdout]).toEqual([false, '']);
      expect(raw.written.stderr).toMatch(sentence);
      expect(raw.written.stderr.trim().split('\n')).toHaveLength(1);
    });

    it('decides which tools there are: without the scope to look people up it needs no limit', async () => {
      for (const [scopes, offered] of [
        [['lookups:read'], ['list_history', 'list_platforms', 'read_lookup']],
        [['webhooks'], ['list_platforms']],
      ] as const) {
        const client = await connectAgent(await limited({ scopes }));
        expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(offered);
        await client.close();
      }
    });

    it('may be one for tests, which bills nothing and asks nobody', async () => {
      const agent = await limited({ test: true });
      const client = await connectAgent(agent);
      expect((await client.listTools()).tools).toHaveLength(MCP_TOOLS.length);
      expect((await callTool(client, ['lookup', PERSON.identities])).isError).toBe(true);
      expect((await billOf(service, agent.accountId)).ledger).toBe(0);
      await client.close();
    });
  });
});
