/** Two hours of attempts and three days of failure pass at once here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/domain/errors.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { resend } from '../../src/services/webhooks/redelivery.js';
import { deliveryContract, endpointContract } from '../../workflows/contracts.js';
import { installQuietRuntime } from './support/bundles.js';
import { openWebhookLab, type Lab } from './support/webhook-lab.js';

const MINUTE = 60_000;
/** What a step of the engine and a busy machine may add to a time. */
const SLACK_MS = 20_000;

describe('webhooks, on the server that skips time', () => {
  let open: Awaited<ReturnType<typeof openWebhookLab>>;
  beforeAll(async () => {
    installQuietRuntime();
    open = await openWebhookLab();
  });
  afterAll(() => open.close());

  const ended = (lab: Lab, eventId: string, run = 0) =>
    lab.env.client.workflow.getHandle(deliveryContract.id({ eventId, endpointId: lab.endpointId, run })).result();
  const stateOf = async (lab: Lab) => (await lab.record.endpoints.find(lab.accountId, lab.endpointId))?.state;
  const mailsOf = async (lab: Lab) => (await lab.record.mails.list(lab.accountId, 100)).map(({ kind }) => kind).reverse();
  /** Fails every six hours for so long. */
  async function fails(lab: Lab, hours: number): Promise<void> {
    lab.replyWith(() => ({ status: 500 }));
    for (let passed = 0; passed < hours; passed += 6) {
      await lab.happens();
      await lab.pass(Math.min(6, hours - passed));
    }
  }

  describe('a delivery', () => {
    it('is tried eight times at 0, 1, 3, 7, 15, 31, 63 and 127 minutes: the same id and bytes, a fresh time each', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: 503 }));
        const eventId = await lab.happens();
        expect(await ended(lab, eventId)).toEqual({ state: 'failed' });
        const start = lab.sent[0]?.at ?? 0;
        const expected = [0, 1, 3, 7, 15, 31, 63, 127].map((minutes) => minutes * MINUTE);
        expect(lab.sent).toHaveLength(8);
        lab.sent.forEach(({ at }, index) => {
          const late = at - start - (expected[index] ?? 0);
          expect(late, `attempt ${index + 1}`).toBeGreaterThanOrEqual(-100);
          expect(late, `attempt ${index + 1}`).toBeLessThan(SLACK_MS);
        });
        expect(new Set(lab.sent.map((each) => each.eventId))).toEqual(new Set([eventId]));
        expect(new Set(lab.sent.map(({ body }) => body.toString('hex'))).size).toBe(1);
        expect(new Set(lab.sent.map(({ signature }) => /t=(\d+)/.exec(signature)?.[1])).size).toBe(8);
        const log = await lab.record.deliveryReader.read(lab.accountId, lab.endpointId, eventId);
        expect(log?.delivery).toMatchObject({ state: 'failed', failureReason: 'attempts_used_up', attempts: 8, lastStatus: 503 });
        expect(log?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      }));

    it('ends with the first acknowledgement', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: lab.sent.length < 4 ? 500 : 202 }));
        const eventId = await lab.happens();
        expect(await ended(lab, eventId)).toEqual({ state: 'delivered' });
        expect(lab.sent).toHaveLength(4);
        expect((await lab.record.endpoints.find(lab.accountId, lab.endpointId))?.failingSince).toBeNull();
      }));

    it('makes all eight attempts at a receiver that answers 410, as at any that refuses', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: 410 }));
        expect(await ended(lab, await lab.happens())).toEqual({ state: 'failed' });
        expect(lab.sent).toHaveLength(8);
        expect((await lab.record.endpoints.find(lab.accountId, lab.endpointId))?.failingSince).not.toBeNull();
      }));

    it('waits as long as Retry-After says, within the schedule', () =>
      open.use(async (lab) => {
        lab.replyWith(() => (lab.sent.length === 1 ? { status: 429, headers: { 'retry-after': '600' } } : { status: 500 }));
        await ended(lab, await lab.happens());
        const minutes = lab.sent.map(({ at }) => Math.floor((at - (lab.sent[0]?.at ?? 0) + 100) / MINUTE));
        expect(minutes).toEqual([0, 10, 15, 31, 63, 127]);
      }));

    it('gives way to a resend, which begins anew with the same id and bytes', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: 500 }));
        const eventId = await lab.happens();
        await lab.pass(0.5);
        const before = lab.sent.length;
        lab.replyWith(() => ({ status: 200 }));
        await resend(lab.record, { accountId: lab.accountId, endpointId: lab.endpointId, eventId });
        const [overdue] = await lab.record.deliveries.overdue(-60, { limit: 10, after: null });
        if (overdue) {
          const { nextAttemptAt: _due, ...ticket } = overdue;
          await lab.engine.startDelivery(ticket);
        }
        expect(await ended(lab, eventId, 1)).toEqual({ state: 'delivered' });
        expect(await ended(lab, eventId)).toEqual({ state: null });
        expect(lab.sent).toHaveLength(before + 1);
        expect(lab.sent.at(-1)).toMatchObject({ eventId, body: lab.sent[0]?.body });
      }));
  });

  describe('an endpoint', () => {
    it('that fails for three days is switched off, after two warnings, with one mail', () =>
      open.use(async (lab) => {
        await fails(lab, 23);
        expect(await mailsOf(lab)).toEqual([]);
        await fails(lab, 24);
        expect(await mailsOf(lab)).toEqual(['endpoint_warning']);
        await fails(lab, 24);
        expect(await mailsOf(lab)).toEqual(['endpoint_warning', 'endpoint_warning']);
        expect(await stateOf(lab)).toBe('enabled');
        await fails(lab, 2);
        expect(await stateOf(lab)).toBe('disabled');
        const { length } = lab.sent;
        await fails(lab, 48);
        expect(await mailsOf(lab)).toEqual(['endpoint_warning', 'endpoint_warning', 'endpoint_switched_off']);
        // Nothing is sent to it any more, and what was on its way has ended.
        expect(lab.sent).toHaveLength(length);
        const page = await lab.record.deliveryReader.list(lab.accountId, { state: 'pending' }, { limit: 5 });
        expect(page?.deliveries).toEqual([]);
      }));

    it('that answers once after 71 hours stays on, and its clock begins anew', () =>
      open.use(async (lab) => {
        await fails(lab, 71);
        lab.replyWith(() => ({ status: 204 }));
        await ended(lab, await lab.happens());
        await fails(lab, 48);
        expect(await stateOf(lab)).toBe('enabled');
        expect((await mailsOf(lab)).filter((kind) => kind === 'endpoint_switched_off')).toEqual([]);
      }));

    it('that is quiet is not switched off for one bad event', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: 500 }));
        await lab.happens();
        await lab.pass(10 * 24);
        expect(await stateOf(lab)).toBe('enabled');
        expect(await mailsOf(lab)).toEqual(['endpoint_warning']);
      }));

    it('that works again is watched no more at the next look', () =>
      open.use(async (lab) => {
        lab.replyWith(() => ({ status: 500 }));
        await lab.happens();
        const watch = lab.env.client.workflow.getHandle(endpointContract.id(lab.endpointId));
        const isWatched = (name: string) => waitUntil(async () => (await watch.describe().catch(() => null))?.status.name === name, 20_000);
        expect(await isWatched('RUNNING')).toBe(true);
        lab.replyWith(() => ({ status: 200 }));
        await ended(lab, await lab.happens());
        await lab.pass(25);
        expect(await isWatched('COMPLETED')).toBe(true);
      }));

    it('has three days again after it was switched on; while it is off a resend is refused with its code', () =>
      open.use(async (lab) => {
        const eventId = await lab.happens();
        await ended(lab, eventId);
        await fails(lab, 74);
        expect(await stateOf(lab)).toBe('disabled');
        const refusal = await resend(lab.record, { accountId: lab.accountId, endpointId: lab.endpointId, eventId }).catch(
          (error: unknown) => error,
        );
        expect((refusal as ServiceError).code).toBe('endpoint_disabled');
        await lab.record.endpoints.enable(lab.accountId, lab.endpointId);
        await fails(lab, 70);
        expect(await stateOf(lab)).toBe('enabled');
        await fails(lab, 4);
        expect(await stateOf(lab)).toBe('disabled');
        expect((await mailsOf(lab)).filter((kind) => kind === 'endpoint_switched_off')).toHaveLength(2);
      }));
  });
});
