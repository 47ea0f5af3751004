/** A receiver that answers nobody: what waits for it holds nothing, others get theirs, and it gets all when it is back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import type { TemporalClient } from '../../src/kernel/temporal/connection.js';
import type { BackgroundLauncher } from '../../src/temporal/starters/background-launcher.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { addEndpointTo, happens } from '../support/webhooks/endpoints.js';
import { openLauncher } from '../support/webhooks/launcher.js';
import { acknowledge, receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const SLOTS = 5;
const EVENTS = 60;

describe('a dead receiver', () => {
  let service: WorkingService;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let temporal: TemporalClient;
  let launcher: BackgroundLauncher;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    trusted = await receiverAuthority();
    // Above the limit from the first event: bodies are made when they are sent.
    service = await startWorkingService({ sites: 3, env: { ...trusted.env, WEBHOOK_STORAGE_MB: '0' } });
    ({ temporal, launcher } = openLauncher(service));
  });
  afterAll(async () => {
    await launcher?.drain();
    await temporal?.close();
    await service?.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    trusted?.authority.remove();
  });

  /** An account with an endpoint whose requests are kept open until they are answered with a status. */
  async function subscribed() {
    const open: ((status: number) => void)[] = [];
    const at = await startReceiver({
      identity: trusted.identity,
      answering: (response) => void open.push((status) => response.writeHead(status).end()),
    });
    receivers.push(at);
    const account = await service.account('higher_volume', { scopes: ['lookups:create', 'lookups:read', 'lookups:delete', 'webhooks'] });
    const { id: endpointId } = await addEndpointTo(service.record, account.accountId, { url: at.url });
    return { ...account, at, endpointId, answerOpen: (status: number) => open.splice(0).forEach((each) => each(status)) };
  }
  const countOf = async (endpointId: string, state: string) => {
    const [row] = await service.sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = ${state}`;
    return row?.n;
  };
  /** Workflows that were ever started for an endpoint, as Temporal lists them. */
  async function startedFor(endpointId: string): Promise<number> {
    let count = 0;
    for await (const _ of temporal.client.workflow.list({
      query: `FootprintEndpoint = '${endpointId}' AND WorkflowType = 'deliverWebhook'`,
    }))
      count += 1;
    return count;
  }

  it(`with ${EVENTS} events that wait has no more workflows than slots and two; others are told meanwhile, and it gets all when it is back`, async () => {
    const { accountId, endpointId, at, answerOpen } = await subscribed();
    for (let n = 0; n < EVENTS; n += 20) {
      await Promise.all(Array.from({ length: 20 }, () => happens(service.record, accountId)));
      launcher.launch([{ endpointId }]);
    }
    expect(await waitUntil(() => at.inFlight().now === SLOTS, 90_000)).toBe(true);
    const other = await subscribed();
    other.at.behave(acknowledge);
    launcher.launch(await happens(service.record, other.accountId));
    expect(await waitUntil(async () => (await countOf(other.endpointId, 'delivered')) === 1, 90_000)).toBe(true);
    expect(await countOf(endpointId, 'pending')).toBe(EVENTS);
    expect(await startedFor(endpointId)).toBeLessThanOrEqual(SLOTS + 2);

    at.behave(acknowledge);
    answerOpen(500);
    expect(await waitUntil(async () => ((await countOf(endpointId, 'delivered')) ?? 0) >= EVENTS - SLOTS, 120_000)).toBe(true);
    // Those that failed are due in a minute: the workflows of two at most sleep until then, the others are rows, which whoever looks next
    // starts. On a slow machine that minute is over by now, for some or all of them.
    const parked = await service.sql`
      UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = ${endpointId} AND state = 'pending' AND NOT is_held`;
    expect(parked.count).toBeLessThanOrEqual(SLOTS);
    launcher.launch([{ endpointId }]);
    expect(await waitUntil(async () => ((await countOf(endpointId, 'pending')) ?? EVENTS) <= 2, 90_000)).toBe(true);
    expect(at.inFlight().most).toBe(SLOTS);
    expect(new Set(at.received.map(({ eventId }) => eventId)).size).toBe(EVENTS);
  });

  it('holds no bodies of lookups: one that is deleted before is listed as erased, the others arrive whole', async () => {
    const { key, accountId, endpointId, at, answerOpen } = await subscribed();
    const read = async (path: string) => (await service.call('GET', path, { key })).body;
    await Promise.all(Array.from({ length: SLOTS }, () => happens(service.record, accountId)));
    launcher.launch([{ endpointId }]);
    expect(await waitUntil(() => at.inFlight().now === SLOTS, 90_000)).toBe(true);
    const lookup = async () =>
      ((await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: 'ada-example' } })).body as { lookupId: string }).lookupId;
    const [deleted, kept] = [await lookup(), await lookup()];
    expect((await service.call('DELETE', `/v2/lookup/${deleted}`, { key })).status).toBe(204);
    const { deliveries } = (await read('/v2/webhooks/deliveries?type=lookup.completed')) as {
      deliveries: { eventId: string; state: string; failureReason: string | null; attempts: number }[];
    };
    expect(deliveries).toMatchObject([
      { state: 'pending', failureReason: null, attempts: 0 },
      { state: 'failed', failureReason: 'erased', attempts: 0 },
    ]);
    for (const { eventId } of deliveries)
      expect(await read(`/v2/webhooks/endpoints/${endpointId}/deliveries/${eventId}`)).toMatchObject({
        body: null,
        bodyBytes: null,
        attempts: [],
      });
    at.behave(acknowledge);
    answerOpen(200);
    expect(await waitUntil(async () => (await countOf(endpointId, 'delivered')) === SLOTS + 1, 90_000)).toBe(true);
    const event = JSON.parse(at.received.at(-1)?.body.toString() ?? '') as { data: { lookupId: string; response: unknown } };
    expect(event.data.lookupId).toBe(kept);
    expect(event.data.response).toEqual(await read(`/v2/lookup/${kept}`));
  });
});
