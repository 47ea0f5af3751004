import { ApplicationFailure } from '@temporalio/common';
import type { LookupSteps } from '../../../src/features/lookups/lookup.js';
import type { Activities } from '../../../activities/index.js';

/** The steps of a lookup without modules, unless told otherwise. */
export function steps(more: Partial<LookupSteps> = {}): LookupSteps {
  return { shards: 1, modules: [], derived: false, brief: false, ...more };
}

/** Activities that touch nothing: a lookup of `shards` shards in which all goes well. */
export function fakeActivities(options: Partial<Activities> & { shards?: number } = {}): Activities {
  const { shards = 1, ...overrides } = options;
  return {
    planLookup: async () => steps({ shards }),
    probeShard: async () => ({ checks: 50 }),
    runModule: async () => ({ checks: 1 }),
    checkSubject: async () => undefined,
    instantLookup: async () => undefined,
    probeDerived: async () => ({ checks: 20 }),
    finishLookup: async () => ({ planned: shards * 50, checked: shards * 50, matches: 3 }),
    reconcileLookups: async () => ({ started: 0 }),
    reconcileRunningLookups: async () => ({ started: 0 }),
    calibrateDue: async () => ({ calibrated: 0 }),
    calibratePlatform: async () => ({ queryTypes: [] }),
    forgetExpired: async () => ({ deleted: 0 }),
    compressResults: async () => ({ compressed: 0 }),
    chainAuditLog: async () => ({ chained: 0 }),
    recordErasure: async () => undefined,
    eraseLookups: async () => ({ next: 'searched', waitMs: 0, isAwaiting: false }),
    eraseRest: async () => undefined,
    deleteExecutions: async () => ({ isMore: false }),
    finishErasure: async () => ({ isDryRun: false }),
    reconcileErasures: async () => ({ started: 0 }),
    attemptDelivery: async () => ({ next: 'end', state: 'delivered', last: '200' }),
    reviewEndpoint: async () => ({ nextLookMs: null, step: 'wait' }),
    sendEmail: async () => ({ state: 'sent' }),
    reconcileWebhooks: async () => ({ started: 0 }),
    ...overrides,
  };
}

/** Lets an activity fail some times before it does its work. */
export function failingFirst<A extends unknown[], R>(times: number, act: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let failures = 0;
  return async (...args) => {
    if (failures < times) {
      failures += 1;
      throw transientFailure();
    }
    return act(...args);
  };
}

/** What a database that is away looks like to a workflow. */
export function transientFailure(): ApplicationFailure {
  return ApplicationFailure.create({ message: 'the activity failed: ECONNREFUSED', type: 'ECONNREFUSED' });
}
