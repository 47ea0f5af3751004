/** Two hours of attempts and three days of failure pass at once here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryTicket } from '../../src/features/webhooks/delivery.js';
import type { ServiceError } from '../../src/kernel/values/errors.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { resend } from '../../src/features/webhooks/use-cases/deliveries.js';
import { deliveryContract, endpointContract } from '../../workflows/contracts.js';
import { installQuietRuntime } from './support/bundles.js';
import { openWebhookHarness, type Harness } from './support/webhook-harness.js';

const MINUTE = 60_000;
/** What a step of the engine and a busy machine may add to a time. */
const SLACK_MS = 20_000;

describe('webhooks, on the server that skips time', () => {
  let open: Awaited<ReturnType<typeof openWebhookHarness>>;
  beforeAll(async () => {
    installQuietRuntime();
    open = await openWebhookHarness();
  });
  afterAll(() => open.close());

  const ended = (harness: Harness, eventId: string, run = 0) =>
    harness.env.client.workflow.getHandle(deliveryContract.id({ eventId, endpointId: harness.endpointId, run })).result();
  const stateOf = async (harness: Harness) => (await harness.record.endpoints.find(harness.accountId, harness.endpointId))?.state;
  const emailsOf = async (harness: Harness) =>
    (await harness.record.emailOutbox.list(harness.accountId, 100)).map(({ kind }) => kind).reverse();
  /** Fails every six hours for so long. */
  async function fails(harness: Harness, hours: number): Promise<void> {
    harness.replyWith(() => ({ status: 500 }));
    for (let passed = 0; passed < hours; passed += 6) {
      await harness.happens();
      await harness.pass(Math.min(6, hours - passed));
    }
  }

  describe('a delivery', () => {
    it('is tried eight times at 0, 1, 3, 7, 15, 31, 63 and 127 minutes: the same id and bytes, a fresh time each', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: 503 }));
        const eventId = await harness.happens();
        expect(await ended(harness, eventId)).toEqual({ state: 'failed' });
        const start = harness.sent[0]?.at ?? 0;
        const expected = [0, 1, 3, 7, 15, 31, 63, 127].map((minutes) => minutes * MINUTE);
        expect(harness.sent).toHaveLength(8);
        harness.sent.forEach(({ at }, index) => {
          const late = at - start - (expected[index] ?? 0);
          expect(late, `attempt ${index + 1}`).toBeGreaterThanOrEqual(-100);
          expect(late, `attempt ${index + 1}`).toBeLessThan(SLACK_MS);
        });
        expect(new Set(harness.sent.map((each) => each.eventId))).toEqual(new Set([eventId]));
        expect(new Set(harness.sent.map(({ body }) => body.toString('hex'))).size).toBe(1);
        expect(new Set(harness.sent.map(({ signature }) => /t=(\d+)/.exec(signature)?.[1])).size).toBe(8);
        const log = await harness.record.deliveryReader.read(harness.accountId, harness.endpointId, eventId);
        expect(log?.delivery).toMatchObject({ state: 'failed', failureReason: 'attempts_used_up', attempts: 8, lastStatus: 503 });
        expect(log?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      }));

    it('ends with the first acknowledgement', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: harness.sent.length < 4 ? 500 : 202 }));
        const eventId = await harness.happens();
        expect(await ended(harness, eventId)).toEqual({ state: 'delivered' });
        expect(harness.sent).toHaveLength(4);
        expect((await harness.record.endpoints.find(harness.accountId, harness.endpointId))?.failingSince).toBeNull();
      }));

    it('makes all eight attempts at a receiver that answers 410, as at any that refuses', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: 410 }));
        expect(await ended(harness, await harness.happens())).toEqual({ state: 'failed' });
        expect(harness.sent).toHaveLength(8);
        expect((await harness.record.endpoints.find(harness.accountId, harness.endpointId))?.failingSince).not.toBeNull();
      }));

    it('waits as long as Retry-After says, within the schedule', () =>
      open.use(async (harness) => {
        harness.replyWith(() => (harness.sent.length === 1 ? { status: 429, headers: { 'retry-after': '600' } } : { status: 500 }));
        await ended(harness, await harness.happens());
        const minutes = harness.sent.map(({ at }) => Math.floor((at - (harness.sent[0]?.at ?? 0) + 100) / MINUTE));
        expect(minutes).toEqual([0, 10, 15, 31, 63, 127]);
      }));

    it('gives way to a resend, which begins anew with the same id and bytes', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: 500 }));
        const eventId = await harness.happens();
        await harness.pass(0.5);
        const before = harness.sent.length;
        harness.replyWith(() => ({ status: 200 }));
        const ticket = await harness.record.redelivery.resend(harness.accountId, harness.endpointId, eventId);
        await harness.webhookWorkflows.startDelivery(ticket as DeliveryTicket);
        expect(await ended(harness, eventId, 1)).toEqual({ state: 'delivered' });
        expect(await ended(harness, eventId)).toEqual({ state: null });
        expect(harness.sent).toHaveLength(before + 1);
        expect(harness.sent.at(-1)).toMatchObject({ eventId, body: harness.sent[0]?.body });
      }));
  });

  describe('an endpoint', () => {
    it('that fails for three days is switched off, after two warnings, with one mail', () =>
      open.use(async (harness) => {
        await fails(harness, 23);
        expect(await emailsOf(harness)).toEqual([]);
        await fails(harness, 24);
        expect(await emailsOf(harness)).toEqual(['endpoint_warning']);
        await fails(harness, 24);
        expect(await emailsOf(harness)).toEqual(['endpoint_warning', 'endpoint_warning']);
        expect(await stateOf(harness)).toBe('enabled');
        await fails(harness, 2);
        expect(await stateOf(harness)).toBe('disabled');
        const { length } = harness.sent;
        await fails(harness, 48);
        expect(await emailsOf(harness)).toEqual(['endpoint_warning', 'endpoint_warning', 'endpoint_disabled']);
        // Nothing is sent to it any more, and what was on its way has ended.
        expect(harness.sent).toHaveLength(length);
        const { items } = await harness.record.deliveryReader.list(harness.accountId, { state: 'pending' }, { limit: 5, after: null });
        expect(items).toEqual([]);
      }));

    it('that answers once after 71 hours stays on, and its clock begins anew', () =>
      open.use(async (harness) => {
        await fails(harness, 71);
        harness.replyWith(() => ({ status: 204 }));
        await ended(harness, await harness.happens());
        await fails(harness, 48);
        expect(await stateOf(harness)).toBe('enabled');
        expect((await emailsOf(harness)).filter((kind) => kind === 'endpoint_disabled')).toEqual([]);
      }));

    it('that is quiet is not switched off for one bad event', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: 500 }));
        await harness.happens();
        await harness.pass(10 * 24);
        expect(await stateOf(harness)).toBe('enabled');
        expect(await emailsOf(harness)).toEqual(['endpoint_warning']);
      }));

    it('that works again is watched no more at the next look', () =>
      open.use(async (harness) => {
        harness.replyWith(() => ({ status: 500 }));
        await harness.happens();
        const watch = harness.env.client.workflow.getHandle(endpointContract.id(harness.endpointId));
        const isWatched = (name: string) => waitUntil(async () => (await watch.describe().catch(() => null))?.status.name === name, 90_000);
        expect(await isWatched('RUNNING')).toBe(true);
        harness.replyWith(() => ({ status: 200 }));
        await ended(harness, await harness.happens());
        await harness.pass(25);
        expect(await isWatched('COMPLETED')).toBe(true);
      }));

    it('has three days again after it was switched on; while it is off a resend is refused with its code', () =>
      open.use(async (harness) => {
        const eventId = await harness.happens();
        await ended(harness, eventId);
        await fails(harness, 74);
        expect(await stateOf(harness)).toBe('disabled');
        const refusal = await resend(harness.record, { accountId: harness.accountId, endpointId: harness.endpointId, eventId }).catch(
          (error: unknown) => error,
        );
        expect((refusal as ServiceError).code).toBe('endpoint_disabled');
        await harness.record.endpoints.enable(harness.accountId, harness.endpointId);
        await fails(harness, 70);
        expect(await stateOf(harness)).toBe('enabled');
        await fails(harness, 4);
        expect(await stateOf(harness)).toBe('disabled');
        expect((await emailsOf(harness)).filter((kind) => kind === 'endpoint_disabled')).toHaveLength(2);
      }));
  });
});
