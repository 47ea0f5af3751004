/** States, failures and numbers of webhooks in plain words. */
import type { StateWord } from '../../client/format.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../../../features/webhooks/event-types.js';
import type { Schemas } from '../../client/api.js';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type Attempt = Schemas['WebhookAttempt'];
export type Counts = Schemas['WebhookStats']['endpoints'][number]['total'];
export type Interval = Schemas['WebhookStats']['endpoints'][number]['intervals'][number];

/** The state of an endpoint in a word. */
export function healthOf({ state, disabledReason, failingSince }: Endpoint): StateWord {
  if (state === 'disabled')
    return disabledReason === 'failing' ? { word: 'Disabled: failing', tone: 'bad' } : { word: 'Disabled', tone: 'neutral' };
  return failingSince === null ? { word: 'Enabled', tone: 'good' } : { word: 'Failing', tone: 'warn' };
}

export const STATE_OF_DELIVERY: Readonly<Record<Delivery['state'], StateWord>> = {
  delivered: { word: 'Delivered', tone: 'good' },
  pending: { word: 'Pending', tone: 'info' },
  failed: { word: 'Failed', tone: 'bad' },
};

export const REASON_OF_FAILURE: Readonly<Record<NonNullable<Delivery['failureReason']>, string>> = {
  attempts_used_up: 'All attempts failed. There are no more retries.',
  endpoint_disabled: 'The endpoint was disabled before the event was acknowledged.',
  erased: 'The lookup was deleted before the event was sent.',
};

export const TRIGGER_WORD: Readonly<Record<Delivery['trigger'], string>> = {
  event: 'the event',
  test: 'a test',
  resend: 'a resend',
  recovery: 'a recovery',
};

const FAILURE_WORD: Readonly<Record<NonNullable<Attempt['failure']>, string>> = {
  status: 'The receiver did not answer with a 2xx status',
  redirect: 'The receiver answered with a redirect, which is not followed',
  gone: 'The receiver answered that the address is gone (410)',
  payload_too_large: 'The receiver, or a proxy before it, does not accept bodies of that size (413)',
  timeout: 'No answer within ten seconds',
  dns: 'The name of the receiver could not be resolved',
  connect: 'No connection to the receiver',
  tls: 'The TLS certificate or handshake was not acceptable',
  reset: 'The receiver closed the connection',
  protocol: 'The answer was not valid HTTP',
  too_large: 'The headers of the answer were too large',
  blocked_address: 'The address is not public, so nothing was sent',
  invalid_address: 'Requests to this address are not allowed, so nothing was sent',
};

/** Why an attempt was not acknowledged, for people. */
export const failureOf = ({ failure, detail }: Pick<Attempt, 'failure' | 'detail'>): string | null =>
  failure && (detail === null ? `${FAILURE_WORD[failure]}.` : `${FAILURE_WORD[failure]} (${detail}).`);

/** The outcome of an attempt in a word: its status, or what kept it from one. */
export const outcomeOf = (status: number | null, failure: Attempt['failure']): string =>
  status !== null ? String(status) : failure === null ? '–' : failure.replaceAll('_', ' ');

/** Share of the deliveries that ended which were acknowledged; null when none ended. */
export function successRate({ delivered, failed }: Pick<Counts, 'delivered' | 'failed'>): number | null {
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}

/** A share as people read it. It is 100 % only when nothing is missing, and 0 % only when there is nothing. */
export function percent(share: number | null): string {
  if (share === null) return '–';
  const shown = Math.round(share * 1_000) / 10;
  if (shown === 100 && share < 1) return '99.9\u00a0%';
  if (shown === 0 && share > 0) return '0.1\u00a0%';
  return `${shown}\u00a0%`;
}

/** What became of deliveries, for people: a share once all have ended; before, it would praise an endpoint that has failed since. */
export function deliveredText(counts: Pick<Counts, 'delivered' | 'failed' | 'pending'>): string {
  const [delivered, all, pending] = [counts.delivered, eventsIn(counts), counts.pending].map((count) => count.toLocaleString('en'));
  return counts.pending === 0 ? percent(successRate(counts)) : `${delivered} of ${all}, ${pending} pending`;
}

export function milliseconds(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/** When a pending delivery is attempted next; null: as soon as possible, also where its time has passed. */
export const nextAttempt = ({ nextAttemptAt }: Pick<Delivery, 'nextAttemptAt'>): string | null =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now() ? nextAttemptAt : null;

const SOON_MS = 10_000;
/** How soon a delivery is worth reading again, in milliseconds; false: it ended. */
export function pollAfter({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>, now: number): number | false {
  if (state !== 'pending') return false;
  const isSoon = nextAttemptAt === null || Date.parse(nextAttemptAt) - now < SOON_MS;
  return isSoon ? 3_000 : 15_000;
}

/** How many events became a delivery. */
export const eventsIn = ({ delivered, failed, pending }: Pick<Counts, 'delivered' | 'failed' | 'pending'>): number =>
  delivered + failed + pending;

/** The types that an endpoint subscribes to, as a list to read. */
export const typesOf = ({ eventTypes }: Pick<Endpoint, 'eventTypes'>): string =>
  eventTypes.length === SUBSCRIBABLE_EVENT_TYPES.length ? 'Every type of event' : eventTypes.join(', ');
