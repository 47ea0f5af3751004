/** The service behind the proxy that `deploy/compose/tls.yml` puts in front of it. */
import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import getPort from 'get-port';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../src/wiring/worker.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { createLog } from '../../src/wiring/log.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { authorityOf, startCaddy, type Caddy } from '../support/caddy.js';
import { ndjsonOf } from '../support/http/batches.js';
import { openStream, type StreamedEvent } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { portOf } from '../support/port-of.js';

/** As compose's proxy is trusted: one address. Clients of these tests have others of the loopback. */
const TRUST_PROXY = '127.0.0.1/32';
const CLIENT = '127.0.0.77';
const WAIT_MS = 100_000;
/** bcrypt of "open sesame", as `caddy hash-password` prints it. */
const PASSWORD_HASH = '$2a$14$wYe6/BXtxFWoHa20xgNq4uCzXvVGwD09B3n8fmJZdps2WbQvz7oP.';

describe('behind the proxy that compose ships', () => {
  let service: WorkingService;
  let caddy: Caddy;
  let receiver: Server;
  const received: unknown[] = [];
  const worker = new Lifecycle();
  /** A lookup that is waited for while the other tests run, for whose service no worker runs before its time. */
  let slow: WorkingService;
  let slowCaddy: Caddy;
  let waited: Promise<{ readonly status: number; readonly text: string; readonly ms: number }>;

  beforeAll(async () => {
    const [apiPort, slowPort, receiverPort] = [await getPort(), await getPort(), await getPort()];
    receiver = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      received.push({
        protocol: request.headers['x-forwarded-proto'],
        type: body === '' ? null : (JSON.parse(body) as { type: string }).type,
      });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    caddy = await startCaddy({
      apiPort,
      sites: {
        'temporal-ui.caddy': null,
        'receiver.caddy': `https://127.0.0.1:${receiverPort} {\n  reverse_proxy 127.0.0.1:${portOf(receiver)}\n}\n`,
      },
      env: {
        TEMPORAL_UI_HOST: 'temporal.localhost',
        TEMPORAL_UI_PASSWORD_HASH: PASSWORD_HASH,
        TEMPORAL_UI: `127.0.0.1:${portOf(receiver)}`,
      },
    });
    receiverUrl = `https://127.0.0.1:${receiverPort}/hooks`;
    const env = { TRUST_PROXY, WEBHOOK_CA_FILE: caddy.caFile, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
    service = await startWorkingService({ env: { ...env, PORT: `${apiPort}`, PUBLIC_URL: caddy.url } });
    slowCaddy = await startCaddy({ apiPort: slowPort });
    slow = await startWorkingService({ worker: false, sites: 5, env: { TRUST_PROXY, PORT: `${slowPort}` } });
    waited = waitThrough();
  });
  afterAll(async () => {
    clearTimeout(timer);
    await Promise.all([service?.close(), slow?.close(), worker.close()]);
    await Promise.all([caddy?.close(), slowCaddy?.close()]);
    receiver?.close();
  });
  let receiverUrl = '';
  let timer: NodeJS.Timeout | undefined;

  /** Sends a request to the API at the proxy, from an address of its own. */
  async function send(path: string, { key = '', address = CLIENT, via = caddy, headers = {}, ...more }: Sent = {}) {
    const dispatcher = new Agent({ connect: { ca: authorityOf(via) }, localAddress: address, headersTimeout: 0 });
    try {
      const authorization = key === '' ? {} : { authorization: `Bearer ${key}` };
      const response = await request(`${via.url}${path}`, {
        method: 'GET',
        ...more,
        headers: { ...authorization, ...headers },
        dispatcher,
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, text };
    } finally {
      await dispatcher.close();
    }
  }
  interface Sent {
    readonly key?: string;
    readonly address?: string;
    readonly via?: Caddy;
    readonly method?: 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Readable;
  }
  const json = (body: unknown) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  async function waitThrough() {
    const { key } = await slow.account();
    const from = performance.now();
    const answer = send('/v1/lookup?wait=true', { ...json({ query: ADA.username }), key, via: slowCaddy });
    timer = setTimeout(() => {
      void startWorker(worker, { config: slow.config, log: createLog(slow.config, 'late'), queues: slow.queues });
    }, WAIT_MS);
    const { status, text } = await answer;
    return { status, text, ms: performance.now() - from };
  }

  it('HTTP is sent to HTTPS, and browsers are told to remember it', async () => {
    const { statusCode, headers, body } = await request(`${caddy.httpUrl}/v2/platforms`);
    await body.dump();
    expect([statusCode, new URL(String(headers['location'])).protocol]).toEqual([308, 'https:']);
    const secured = await send('/healthz');
    expect([secured.status, secured.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age=')]);
  });

  it('a stream whose connection breaks is resumed after its last event, and nobody pays twice', async () => {
    const { key, accountId } = await service.account();
    const url = `${caddy.url}/v1/lookup/stream?${new URLSearchParams({ query: ADA.username, deep: 'true', platforms: '' }).toString()}`;
    const tls = { ca: authorityOf(caddy) };
    const first = await openStream(url, key, undefined, {}, tls);
    const events: StreamedEvent[] = (await first.until(7)).slice(0, 7);
    expect(first.isOpen()).toBe(true);
    service.breakConnections();
    await first.whole();
    expect(first.events().some(({ event }) => event === 'done')).toBe(false);
    const second = await openStream(url, key, events.at(-1)?.id, {}, tls);
    events.push(...(await second.whole()));
    expect(events.at(-1)?.event).toBe('done');
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events).toHaveLength((events.at(-1)?.data as LookupBody).results.length + 1);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1 });
    // What the proxy logged of the break holds neither key nor identity.
    expect(caddy.log()).toContain('"level"');
    for (const secret of [ADA.username, key]) expect(caddy.log()).not.toContain(secret);
  });

  it('the client is who the proxy says, not who the client says', async () => {
    const { accountId } = await service.account();
    const keys = { accounts: service.record.accounts, keys: apiKeyFormat('svc') };
    const { key } = await createApiKey(keys, { accountId, networks: [`${CLIENT}/32`] });
    const other = '127.0.0.78';
    const lookup = { ...json({ query: ADA.username }), key };
    expect((await send('/v1/lookup', lookup)).status).toBe(200);
    const forged = { ...lookup.headers, 'x-forwarded-for': CLIENT };
    expect((await send('/v1/lookup', { ...lookup, headers: forged, address: other })).status).toBe(403);
    await vi.waitFor(
      async () => {
        const rows = await service.sql<{ network: string }[]>`SELECT DISTINCT network FROM audit_log WHERE account_id = ${accountId}`;
        expect(rows.map(({ network }) => network).sort()).toEqual([CLIENT, other]);
      },
      { timeout: 90_000 },
    );
  });

  it('requests without a valid key from one address are counted together, others apart', async () => {
    const refused = (address: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => send('/v1/platforms', { key: 'svc_wrong', address })));
    await vi.waitFor(
      async () => {
        // The count begins anew with each minute.
        const statuses = (await refused('127.0.0.81', 70)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      },
      { timeout: 60_000, interval: 10 },
    );
    expect((await send('/v1/platforms', { key: 'svc_wrong', address: '127.0.0.82' })).status).toBe(401);
  });

  it('ten thousand items are taken while they are being sent', async () => {
    const { key } = await service.account();
    const items = Array.from({ length: 10_000 }, (_, n) => ({
      identities: { usernames: [`batch-user-${n}`] },
      ref: `${'r'.repeat(60)}${n}`,
    }));
    const parts = Array.from({ length: 100 }, (_, part) => ndjsonOf(items.slice(part * 100, part * 100 + 100)));
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await send('/v2/batches', { method: 'POST', key, headers, body: Readable.from(parts) });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([202, expect.any(String)]);
    const { batchId, items: accepted } = JSON.parse(answer.text) as { batchId: string; items: number };
    expect(accepted).toBe(10_000);
    expect((await send(`/v2/batches/${batchId}/cancel`, { method: 'POST', key })).status).toBeLessThan(300);
  });

  it('a webhook reaches a receiver that is itself behind the proxy', async () => {
    const { key } = await service.account('higher_volume', { scopes: ['lookups', 'webhooks'] });
    const made = await send('/v2/webhooks/endpoints', { ...json({ url: receiverUrl }), key });
    expect(made.status, made.text).toBe(200);
    await send('/v1/lookup?wait=true', { ...json({ query: ADA.username }), key });
    await vi.waitFor(() => expect(received).toContainEqual({ protocol: 'https', type: 'lookup.completed' }), { timeout: 90_000 });
  });

  it("Temporal's interface wants its password", async () => {
    const at = (headers: Record<string, string>) => send('/', { headers: { host: 'temporal.localhost', ...headers } });
    expect((await at({})).status).toBe(401);
    expect((await at({ authorization: `Basic ${Buffer.from('operator:open sesame').toString('base64')}` })).status).toBe(204);
  });

  it('an answer that takes a hundred seconds arrives', async () => {
    const { status, text, ms } = await waited;
    const { platformsChecked } = JSON.parse(text) as LookupBody;
    expect([status, platformsChecked > 0, ms >= WAIT_MS]).toEqual([200, true, true]);
  }, 200_000);
});
