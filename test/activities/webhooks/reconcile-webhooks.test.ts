import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createReconcileWebhooksActivities, type ReconcileWebhooksActivityPorts } from '../../../activities/webhooks/reconcile-webhooks.js';
import type { KeysetPage } from '../../../src/kernel/values/pages.js';
import type { DeliveryTicket } from '../../../src/features/webhooks/delivery.js';

const WATCHES = Array.from({ length: 700 }, (_, index) => `whk_${String(index).padStart(5, '0')}`);
const EMAIL_IDS = Array.from({ length: 700 }, (_, index) => `mail_${String(index).padStart(5, '0')}`);
/** Endpoints with a free slot and a delivery that is due. */
const ENDPOINTS = Array.from({ length: 1_234 }, (_, index) => `whk_${String(10_000 + index)}`);
const ALL = [...WATCHES, ...EMAIL_IDS, ...ENDPOINTS];

/** What is due, page by page as the record gives it; those in `stuck` cannot be started. */
function setUp(stuck: readonly string[] = [], clearBatch: () => Promise<number> = async () => 0) {
  const started: string[] = [];
  const start = async (id: string) => {
    if (stuck.includes(id)) throw new Error('not now');
    started.push(id);
  };
  const idsFrom =
    (ids: readonly string[]) =>
    async (_: number, { limit, after }: KeysetPage<string>) =>
      ids.filter((id) => after === null || id > after).slice(0, limit);
  const activities = createReconcileWebhooksActivities({
    endpointHealth: { unmonitored: idsFrom(WATCHES) },
    emailOutbox: { overdue: idsFrom(EMAIL_IDS) },
    endpointRemains: { clearBatch },
    deliveryQueue: {
      startable: async (page: KeysetPage<string>) => idsFrom(ENDPOINTS)(0, page),
      grantSlots: async (endpointId: string) => [{ eventId: endpointId }],
    },
    webhookWorkflows: {
      ensureMonitored: start,
      startEmail: start,
      startDeliveries: async ([ticket]: readonly DeliveryTicket[]) => start(ticket?.eventId ?? ''),
    },
  } as unknown as ReconcileWebhooksActivityPorts);
  const run = (heartbeatDetails?: unknown) => {
    const env = new MockActivityEnvironment({ heartbeatDetails });
    const received: { kind: string }[] = [];
    env.on('heartbeat', (position: { kind: string }) => received.push(position));
    return { env, done: env.run(activities.reconcileWebhooks).then((result) => ({ result, received })) };
  };
  return { started, run };
}

describe('the reconciler of the outbox', () => {
  it('starts every watch, mail and delivery that is due, however many there are before it', async () => {
    const { started, run } = setUp();
    expect((await run().done).result).toEqual({ started: ALL.length });
    expect(started).toEqual(ALL);
  });

  it('deletes what deleted endpoints have left first, for so long that the rest need not wait, and starts all that is due when it cannot', async () => {
    let left = 250;
    const { started, run } = setUp([], async () => {
      expect(started).toEqual([]);
      return left-- > 0 ? 1 : 0;
    });
    await run().done;
    expect(left).toBe(150);
    expect(started).toEqual(ALL);
    const failing = setUp([], async () => Promise.reject(new Error('away')));
    expect((await failing.run().done).result).toEqual({ started: ALL.length });
  });

  it('is not held up by one that cannot be started', async () => {
    const stuck = [WATCHES[0], EMAIL_IDS[600], ENDPOINTS[0], ENDPOINTS[700]] as string[];
    const { started, run } = setUp(stuck);
    expect((await run().done).result).toEqual({ started: ALL.length - 4 });
    expect(started).toEqual(ALL.filter((id) => !stuck.includes(id)));
  });

  it.each(['watch', 'email', 'delivery'])('goes on where it was interrupted at a %s, and leaves nothing out', async (kind) => {
    const positions = (await setUp().run().done).received.filter((position) => position.kind === kind);
    const { started, run } = setUp();
    await run(positions[20]).done;
    const last = JSON.stringify(positions[20]);
    const done = ALL.length - started.length;
    expect(last).toContain(ALL[done - 1]);
    expect(started).toEqual(ALL.slice(done));
  });

  it('starts nothing more once it was called off', async () => {
    const { started, run } = setUp();
    const { env, done } = run();
    env.once('heartbeat', () => env.cancel());
    await expect(done).rejects.toThrow();
    expect(started.length).toBeLessThan(20);
  });
});
