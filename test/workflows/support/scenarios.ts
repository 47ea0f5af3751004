import { ApplicationFailure } from '@temporalio/common';
import { newId } from '../../../src/kernel/secrets/ids.js';
import type { ErasureProgress } from '../../../src/features/privacy/erasure.js';
import type { AcceptedLookup } from '../../../src/features/lookups/lookup-ports.js';
import { TemporalLookupStarter } from '../../../src/temporal/starters/start-lookups.js';
import { erasureContract, lookupContract, SCHEDULED, type ErasureInput } from '../../../workflows/contracts.js';
import type { TemporalWorkers } from './temporal-workers.js';
import { failingFirst, fakeActivities, steps } from './fake-activities.js';
import type { Scenario } from './scenario.js';
import { WEBHOOK_SCENARIOS } from './webhook-scenarios.js';

export type { Scenario } from './scenario.js';

const startLookup =
  (lookup: Omit<AcceptedLookup, 'id' | 'accountId'>) =>
  async ({ client, connection, queues }: TemporalWorkers): Promise<string> => {
    const id = newId('lookup');
    const temporal = { client, connection, close: async () => undefined };
    await new TemporalLookupStarter({ temporal, queues }).start({ ...lookup, id, accountId: newId('account') });
    return lookupContract.id(id);
  };
const startDeep = startLookup({ mode: 'async', kind: 'lookup', queryType: 'username', band: 'deep' });
const startWaiting = startLookup({ mode: 'wait', kind: 'lookup', queryType: 'email', band: 'default' });

const startScheduled =
  (type: string) =>
  async ({ client, queues }: TemporalWorkers): Promise<string> => {
    const contract = SCHEDULED.find((each) => each.type === type);
    if (!contract) throw new Error(`nothing schedules ${type}`);
    await client.workflow.start(contract.type, { workflowId: contract.id, taskQueue: queues.lookups, args: [] });
    return contract.id;
  };

const startErasure = async ({ client, queues }: TemporalWorkers): Promise<string> => {
  const input: ErasureInput = { erasureId: newId('erasure') };
  const workflowId = erasureContract.id(input.erasureId);
  await client.workflow.start(erasureContract.type, { workflowId, taskQueue: queues.lookups, args: [input] });
  return workflowId;
};

/** Gives each of the answers once, then the last one again. */
const oneByOne =
  <T>(...answers: [T, ...T[]]) =>
  async (): Promise<T> =>
    (answers.length > 1 ? answers.shift() : answers[0]) as T;

export const SCENARIOS: readonly Scenario[] = [
  { pins: 'three-shards-on-the-sweep-queue', activities: () => fakeActivities({ shards: 3 }), start: startDeep },
  { pins: 'one-shard-beside-a-waiting-caller', activities: () => fakeActivities(), start: startWaiting },
  { pins: 'no-platforms', activities: () => fakeActivities({ shards: 0 }), start: startWaiting },
  {
    pins: 'a-shard-retried',
    activities: () => fakeActivities({ shards: 2, probeShard: failingFirst(1, async () => ({ checks: 50 })) }),
    start: startDeep,
  },
  {
    pins: 'a-shard-given-up',
    activities: () =>
      fakeActivities({
        shards: 2,
        async probeShard({ shard }) {
          if (shard === 1) throw ApplicationFailure.nonRetryable('the activity failed: Broken', 'Broken');
          return { checks: 50 };
        },
      }),
    start: startDeep,
  },
  {
    pins: 'planning-and-finishing-retried',
    activities: () => {
      const fine = fakeActivities();
      return { ...fine, planLookup: failingFirst(2, fine.planLookup), finishLookup: failingFirst(1, fine.finishLookup) };
    },
    start: startWaiting,
  },
  {
    // Local activities that outlast a workflow task are carried over by heartbeats, which leave tasks in the history.
    pins: 'planning-outlasts-a-workflow-task',
    activities: () => {
      const fine = fakeActivities();
      return { ...fine, planLookup: failingFirst(7, fine.planLookup) };
    },
    start: startWaiting,
  },
  {
    pins: 'modules-beside-the-sweep',
    activities: () =>
      fakeActivities({
        planLookup: async () => steps({ shards: 2, modules: ['email', 'phone', 'breaches', 'webMentions'], derived: true }),
      }),
    start: startDeep,
  },
  {
    pins: 'a-module-given-up',
    activities: () =>
      fakeActivities({
        planLookup: async () => steps({ shards: 1, modules: ['breaches', 'webMentions'] }),
        async runModule({ module }) {
          if (module === 'breaches') throw ApplicationFailure.nonRetryable('the activity failed: Broken', 'Broken');
          return { checks: 1 };
        },
      }),
    start: startWaiting,
  },
  {
    pins: 'brief-modules-in-one-workflow-task',
    activities: () => fakeActivities({ planLookup: async () => steps({ shards: 0, modules: ['ip'], brief: true }) }),
    start: startWaiting,
  },
  {
    pins: 'reconcile',
    activities: () => fakeActivities({ reconcileLookups: async () => ({ started: 2 }) }),
    start: startScheduled('reconcile'),
  },
  {
    pins: 'running-reconciled',
    activities: () => fakeActivities({ reconcileRunningLookups: async () => ({ started: 4 }) }),
    start: startScheduled('reconcileRunning'),
  },
  ...WEBHOOK_SCENARIOS,
  {
    pins: 'outbox-reconciled',
    activities: () => fakeActivities({ reconcileWebhooks: async () => ({ started: 3 }) }),
    start: startScheduled('reconcileOutbox'),
  },
  {
    pins: 'calibrate',
    activities: () => fakeActivities({ calibrateDue: async () => ({ calibrated: 40 }) }),
    start: startScheduled('calibrate'),
  },
  {
    pins: 'retention',
    activities: () => fakeActivities({ forgetExpired: async () => ({ deleted: 7 }) }),
    start: startScheduled('retention'),
  },
  {
    pins: 'compress-results',
    activities: () => fakeActivities({ compressResults: async () => ({ compressed: 7 }) }),
    start: startScheduled('compressResults'),
  },
  {
    pins: 'audit-log-chained',
    activities: () => fakeActivities({ chainAuditLog: async () => ({ chained: 3 }) }),
    start: startScheduled('chainAudit'),
  },
  {
    pins: 'an-erasure-with-steps-retried',
    activities: () =>
      fakeActivities({
        recordErasure: failingFirst(1, async () => undefined),
        eraseLookups: failingFirst(
          1,
          oneByOne<ErasureProgress>(
            { next: 'again', waitMs: 0, isAwaiting: false },
            { next: 'again', waitMs: 50, isAwaiting: true },
            { next: 'searched', waitMs: 0, isAwaiting: false },
          ),
        ),
        deleteExecutions: failingFirst(1, oneByOne({ isMore: true }, { isMore: false })),
      }),
    start: startErasure,
  },
  {
    pins: 'erasures-reconciled',
    activities: () => fakeActivities({ reconcileErasures: async () => ({ started: 1 }) }),
    start: startScheduled('reconcileErasures'),
  },
];
