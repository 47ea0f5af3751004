/** Courses of the workflows of webhooks and emails. Waits are of milliseconds here: what is pinned is their order. */
import { newId } from '../../../src/kernel/secrets/ids.js';
import type { DeliveryStep } from '../../../src/features/webhooks/delivery.js';
import type { WebhookWorkflows } from '../../../src/features/webhooks/ports.js';
import { TemporalWebhookWorkflows } from '../../../src/temporal/starters/webhook-workflows.js';
import { deliveryContract, endpointContract, emailContract } from '../../../workflows/contracts.js';
import type { TemporalWorkers } from './temporal-workers.js';
import { failingFirst, fakeActivities } from './fake-activities.js';
import type { Scenario } from './scenario.js';

function webhookWorkflowsOf({ client, connection, queues }: TemporalWorkers): WebhookWorkflows {
  return new TemporalWebhookWorkflows({ temporal: { client, connection, close: async () => undefined }, queues });
}

const newTicket = (run = 0) => ({
  eventId: newId('event'),
  endpointId: newId('webhook'),
  run,
  accountId: newId('account'),
  eventType: 'lookup.completed' as const,
  logged: run,
});

const deliver =
  (run = 0) =>
  async (workers: TemporalWorkers): Promise<string> => {
    const ticket = newTicket(run);
    await webhookWorkflowsOf(workers).startDelivery(ticket);
    return deliveryContract.id(ticket);
  };

/** An endpoint whose watch is told of a change after its first look. */
async function watch(workers: TemporalWorkers): Promise<string> {
  const endpointId = newId('webhook');
  await webhookWorkflowsOf(workers).recheckEndpoint(endpointId);
  await webhookWorkflowsOf(workers).recheckEndpoint(endpointId);
  return endpointContract.id(endpointId);
}

async function sendEmail(workers: TemporalWorkers): Promise<string> {
  const emailId = newId('email');
  await webhookWorkflowsOf(workers).startEmail(emailId);
  return emailContract.id(emailId);
}

/** Gives one step after the other, the last one for ever. */
function oneByOne<Step>(steps: readonly [Step, ...Step[]]): () => Promise<Step> {
  let next = 0;
  return async () => {
    const step = steps[Math.min(next, steps.length - 1)] as Step;
    next += 1;
    return step;
  };
}

const failed = (logged: number): DeliveryStep => ({ next: 'wait', waitMs: 10, logged, last: '503' });
const DELIVERED: DeliveryStep = { next: 'end', state: 'delivered', last: '200' };

export const WEBHOOK_SCENARIOS: readonly Scenario[] = [
  { pins: 'a-delivery-acknowledged-at-once', activities: () => fakeActivities(), start: deliver() },
  {
    pins: 'a-delivery-tried-eight-times',
    activities: () => {
      const last: DeliveryStep = { next: 'end', state: 'failed', last: 'timeout' };
      return fakeActivities({
        attemptDelivery: oneByOne([failed(1), failed(2), failed(3), failed(4), failed(5), failed(6), failed(7), last]),
      });
    },
    start: deliver(),
  },
  {
    pins: 'a-resend-whose-report-was-lost',
    activities: () =>
      fakeActivities({ attemptDelivery: oneByOne<DeliveryStep>([{ next: 'wait', waitMs: 10, logged: 2, last: null }, DELIVERED]) }),
    start: deliver(1),
  },
  {
    pins: 'a-delivery-while-the-database-is-away',
    activities: () => fakeActivities({ attemptDelivery: failingFirst(2, async () => DELIVERED) }),
    start: deliver(),
  },
  {
    pins: 'an-endpoint-watched-until-it-is-disabled',
    activities: () =>
      fakeActivities({
        reviewEndpoint: oneByOne<{ nextLookMs: number | null; step: string }>([
          { nextLookMs: 10, step: 'wait' },
          { nextLookMs: 10, step: 'warn' },
          { nextLookMs: null, step: 'switch_off' },
        ]),
      }),
    start: watch,
  },
  {
    pins: 'an-email-sent-when-the-server-is-back',
    activities: () => fakeActivities({ sendEmail: failingFirst(1, async () => ({ state: 'sent' as const })) }),
    start: sendEmail,
  },
];
