/**
 * Input, output, name, id and task queue of each workflow, and of the activities without one: shared by clients, workflows and
 * tests.
 */
import type { AcceptedLookup } from '../src/features/lookups/lookup-ports.js';
import type { DeliveryKey, DeliveryState } from '../src/features/webhooks/delivery.js';
import type { EventType } from '../src/features/webhooks/event-types.js';

/** Workflows, short activities and everything a caller waits for. */
export const LOOKUP_QUEUE = 'footprint-lookups';
/** Shards of deep sweeps, so that an instant lookup never queues behind them. */
export const SWEEP_QUEUE = 'footprint-sweeps';
/** Single checks: their callers wait, and they spend most of their time waiting for sources. */
export const CHECK_QUEUE = 'footprint-checks';
/** Attempts of deliveries: a thousand may wait for slow receivers without delaying other work. */
export const WEBHOOK_QUEUE = 'footprint-webhooks';

/** Task queues of a deployment; tests give each its own. */
export interface Queues {
  readonly lookups: string;
  readonly sweeps: string;
  readonly checks: string;
  readonly webhooks: string;
}

export const QUEUES: Queues = { lookups: LOOKUP_QUEUE, sweeps: SWEEP_QUEUE, checks: CHECK_QUEUE, webhooks: WEBHOOK_QUEUE };

/** Header of activities: the priority of the workflow that runs them. */
export const PRIORITY_HEADER = 'footprint-priority';

export interface LookupInput {
  readonly lookupId: string;
  /** Where the shards of the sweep run. */
  readonly sweepQueue: string;
  /** Its parts were carried out before, and their rows were lost: a second loss is not looked for. */
  readonly isRepeated?: true;
}

export interface LookupOutput {
  readonly planned: number;
  readonly checked: number;
  readonly matches: number;
  /** The lookup was deleted before it was finished. */
  readonly deleted?: true;
}

export const lookupContract = {
  type: 'lookup',
  id: (lookupId: string): string => `lookup/${lookupId}`,
} as const;

/** An instant lookup: one activity too, because its steps are over within seconds. */
export const instantContract = {
  type: 'instantLookup',
  id: (lookupId: string): string => `instant/${lookupId}`,
} as const;

/** A single check: an activity that Temporal starts and retries without a workflow, because there are no steps to order. */
export const checkContract = {
  type: 'checkSubject',
  id: (lookupId: string): string => `check/${lookupId}`,
} as const;

/** The controls of one platform, for an operator: an activity without a workflow too. */
export const calibrationContract = {
  type: 'calibratePlatform',
  id: (platform: string): string => `calibrate/${platform}`,
} as const;

export interface DeliveryInput extends DeliveryKey {
  /** Attempts in the log when it was started. */
  readonly logged: number;
  /** Where its attempts run. */
  readonly queue: string;
  /** For its trace; absent in what earlier releases started. */
  readonly eventType?: EventType;
}

export interface DeliveryOutput {
  /** `pending`: it waits as a row. Null when the delivery was deleted, or another run took over. */
  readonly state: DeliveryState | null;
}

/** One event for one endpoint; a resend has a suffix. */
export const deliveryContract = {
  type: 'deliverWebhook',
  id: ({ eventId, endpointId, run }: DeliveryKey): string => `webhook/${eventId}/${endpointId}${run === 0 ? '' : `/resend-${run}`}`,
} as const;

export interface EndpointInput {
  readonly endpointId: string;
}

export const endpointContract = {
  type: 'watchEndpoint',
  id: (endpointId: string): string => `endpoint/${endpointId}`,
  /** Signal: the endpoint was changed by hand, or failed while no watch ran. */
  lookAgain: 'lookAgain',
} as const;

export interface EmailInput {
  readonly emailId: string;
}

export const emailContract = { type: 'email', id: (emailId: string): string => `email/${emailId}` } as const;

export interface ErasureInput {
  readonly erasureId: string;
}

export const erasureContract = { type: 'eraseIdentity', id: (erasureId: string): string => `erasure/${erasureId}` } as const;

/** Work that a Temporal Schedule starts: its name is the schedule's id and the workflow's. */
export interface ScheduledContract {
  readonly type: string;
  readonly id: string;
  readonly every: '30 seconds' | '1 minute' | '10 minutes' | '1 hour';
  readonly purpose: string;
  /** When a run is ended; until then no other begins. Default: 10 minutes. */
  readonly within?: '6 hours';
  /** Whether it also runs when a worker starts, since what it looks after may have been restored from a backup. */
  readonly isDueAtStart?: true;
}

export const SCHEDULED: readonly ScheduledContract[] = [
  { type: 'reconcile', id: 'reconcile-lookups', every: '30 seconds', purpose: 'starts lookups that were accepted but not started' },
  {
    type: 'reconcileRunning',
    id: 'reconcile-running-lookups',
    every: '10 minutes',
    within: '6 hours',
    isDueAtStart: true,
    purpose: 'starts lookups again whose workflow was lost',
  },
  {
    type: 'reconcileOutbox',
    id: 'reconcile-webhooks',
    every: '1 minute',
    purpose: 'starts deliveries, watches and emails that were written but not started',
  },
  {
    type: 'reconcileErasures',
    id: 'reconcile-erasures',
    every: '30 seconds',
    purpose: 'starts erasures that were accepted but not started',
  },
  { type: 'calibrate', id: 'calibrate-platforms', every: '10 minutes', purpose: 'renews the controls that answers rest on' },
  { type: 'retention', id: 'forget-expired', every: '1 hour', within: '6 hours', purpose: 'deletes what has served its time' },
  {
    type: 'compressResults',
    id: 'compress-results',
    every: '10 minutes',
    within: '6 hours',
    purpose: 'compresses the results of finished lookups',
  },
  { type: 'chainAudit', id: 'chain-audit-log', every: '1 hour', within: '6 hours', purpose: 'chains the finished days of the audit log' },
];

/** Deep lookups are swept on their own queue; the rest shares the queue of what callers wait for. */
export function sweepQueueOf({ band, mode }: Pick<AcceptedLookup, 'band' | 'mode'>, queues = QUEUES): string {
  return band === 'instant' || mode === 'wait' ? queues.lookups : queues.sweeps;
}

/** Search attributes for operators, with their types in Temporal's words. They hold ids, enumerations and counts only. */
export const SEARCH_ATTRIBUTES = {
  FootprintAccount: 'Keyword',
  /** The mode of a lookup. Installations have the attribute under this name, so it keeps it. */
  FootprintDelivery: 'Keyword',
  FootprintQueryType: 'Keyword',
  FootprintState: 'Keyword',
  FootprintPlanned: 'Int',
  FootprintChecked: 'Int',
  FootprintMatches: 'Int',
  FootprintEndpoint: 'Keyword',
  FootprintEventType: 'Keyword',
  FootprintLastStatus: 'Keyword',
} as const;
