import { CHECK_QUEUE, LOOKUP_QUEUE, SWEEP_QUEUE, WEBHOOK_QUEUE } from '../../../workflows/contracts.js';

/** Task queues of a deployment; tests give each its own. */
export interface Queues {
  readonly lookups: string;
  readonly sweeps: string;
  readonly checks: string;
  readonly webhooks: string;
}

export const QUEUES: Queues = { lookups: LOOKUP_QUEUE, sweeps: SWEEP_QUEUE, checks: CHECK_QUEUE, webhooks: WEBHOOK_QUEUE };
