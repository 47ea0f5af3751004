/** Answers for operators: every field is named, and none holds an identity that was looked up. */
import { z } from 'zod';
import { MODES } from '../../../../engine/flow/request-class.js';
import { QUERY_TYPES } from '../../../../kernel/identity/identity.js';
import { PLANS } from '../../../accounts/plans.js';
import { LOOKUP_KINDS, LOOKUP_STATES } from '../../../lookups/lookup.js';
import { ERASURE_STATES } from '../../../privacy/erasure.js';
import { ATTEMPT_FAILURES } from '../../../webhooks/delivery.js';
import { BACKLOGS, CALIBRATED_STATES, RUN_OUTCOMES, TASK_KINDS } from '../../reports.js';

const timestamp = z.iso.datetime();
/** Page of Temporal's own interface. */
const url = z.url().nullable();
const waiting = { count: z.int(), oldestAt: timestamp.nullable() };

const listed = {
  accountId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  plan: z.enum(PLANS),
  createdAt: timestamp,
  suspendedAt: timestamp.nullable(),
  activeKeys: z.int(),
};
const used = { owners: z.array(z.string()), used: z.number(), allowance: z.int().nullable() };
export const accountList = z.strictObject({ accounts: z.array(z.strictObject({ ...listed, ...used })), nextCursor: z.string().nullable() });
export const accountOverview = z.strictObject({
  ...listed,
  retentionDays: z.int().nullable(),
  usage: z.strictObject({
    plan: z.enum(PLANS),
    periodStart: timestamp,
    billed: z.int(),
    used: z.int(),
    allowance: z.int().nullable(),
    balanceMillicents: z.int().nullable(),
    sharedBy: z.int(),
  }),
  counts: z.strictObject({
    activeKeys: z.int(),
    members: z.int(),
    openInvitations: z.int(),
    endpoints: z.int(),
    disabledEndpoints: z.int(),
    lookups: z.int(),
    unfinishedLookups: z.int(),
  }),
});
export const accountTerms = z.strictObject({
  accountId: z.string(),
  plan: z.enum(PLANS),
  quotaOverride: z.int().nullable(),
  balanceMillicents: z.int(),
  suspendedAt: timestamp.nullable(),
  credited: z.boolean().optional(),
});

const disabledPlatform = z.strictObject({ platform: z.string(), since: timestamp, by: z.string().nullable(), reason: z.string() });
export const disabledPlatforms = z.strictObject({ platforms: z.array(disabledPlatform) });
export const platformSwitch = z.strictObject({ platform: z.string(), disabled: disabledPlatform.nullable() });
export const calibration = z.strictObject({
  platform: z.string(),
  state: z.enum(['ended', 'started']),
  queryTypes: z.array(
    z.strictObject({
      queryType: z.enum(QUERY_TYPES),
      state: z.enum(CALIBRATED_STATES),
      mayConfirm: z.boolean(),
      mayDeny: z.boolean(),
      explanation: z.string(),
    }),
  ),
});

const controlAccount = {
  platform: z.string(),
  queryType: z.enum(QUERY_TYPES),
  /** Whether it is a number that was never registered anywhere, in place of an account. */
  negative: z.boolean(),
  /** Masked; null: sealed with another key. */
  account: z.string().nullable(),
};
export const controlAccountList = z.strictObject({ accounts: z.array(z.strictObject({ ...controlAccount, since: timestamp })) });
export const storedControlAccount = z.strictObject({ ...controlAccount, isNew: z.boolean() });
export const removedControlAccounts = z.strictObject({ platform: z.string(), removed: z.int() });

export const queues = z.strictObject({
  taskQueues: z.array(
    z.strictObject({ queue: z.string(), kind: z.enum(TASK_KINDS), pollers: z.int(), count: z.int(), oldestSeconds: z.int(), url }),
  ),
  backlog: z.array(z.strictObject({ kind: z.enum(BACKLOGS), ...waiting })),
});
export const unfinished = z.strictObject({
  counts: z.array(z.strictObject({ state: z.enum(LOOKUP_STATES), mode: z.enum(MODES), ...waiting })),
  oldest: z.array(
    z.strictObject({
      id: z.string(),
      accountId: z.string(),
      kind: z.enum(LOOKUP_KINDS),
      mode: z.enum(MODES),
      state: z.enum(LOOKUP_STATES),
      acceptedAt: timestamp,
      url,
    }),
  ),
});
export const unfinishedDeliveries = z.strictObject({
  deliveries: z.array(
    z.strictObject({
      eventId: z.string(),
      endpointId: z.string(),
      accountId: z.string(),
      attempts: z.int(),
      latestAttempts: z.array(
        z.strictObject({
          number: z.int(),
          at: timestamp,
          status: z.int().nullable(),
          failure: z.enum(ATTEMPT_FAILURES).nullable(),
          durationMs: z.int(),
        }),
      ),
      createdAt: timestamp,
      nextAttemptAt: timestamp.nullable(),
      url,
    }),
  ),
});
export const backoffs = z.strictObject({
  circuits: z.array(
    z.strictObject({ egressPool: z.string(), egress: z.string(), host: z.string(), since: timestamp, until: timestamp, trips: z.int() }),
  ),
  backoffs: z.array(z.strictObject({ egressPool: z.string(), platform: z.string(), until: timestamp })),
});
export const schedules = z.strictObject({
  schedules: z.array(
    z.strictObject({
      id: z.string(),
      purpose: z.string(),
      state: z.enum(['active', 'paused', 'missing']),
      lastRun: z.strictObject({ startedAt: timestamp, outcome: z.enum(RUN_OUTCOMES) }).nullable(),
      nextAt: timestamp.nullable(),
      url,
    }),
  ),
});
export const disputes = z.strictObject({
  disputes: z.array(
    z.strictObject({
      platform: z.string(),
      queryType: z.enum(QUERY_TYPES),
      registered: z.boolean(),
      egressPool: z.string().nullable(),
      rule: z.string().nullable(),
      catalogue: z.int().nullable(),
      evidence: z.string().nullable(),
      accountId: z.string(),
      createdAt: timestamp,
      controlledAt: timestamp.nullable(),
    }),
  ),
});
export const erasures = z.strictObject({
  erasures: z.array(
    z.strictObject({
      id: z.string(),
      accountId: z.string().nullable(),
      isDryRun: z.boolean(),
      state: z.enum(ERASURE_STATES),
      createdAt: timestamp,
      url,
    }),
  ),
});
