/** What deferring an activity rests on, on the real engine: what it remembers over its attempts, and what its history holds. */
import { activityInfo } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DeferrableAttempt, DeferralBacklog } from '../../activities/probes/deferral.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { AcceptedLookup } from '../../src/features/lookups/lookup-ports.js';
import { TemporalLookupStarter } from '../../src/temporal/starters/start-lookups.js';
import { lookupContract } from '../../workflows/contracts.js';
import { stackAddresses } from '../support/stack.js';
import { installQuietRuntime, serviceBundle } from './support/bundles.js';
import { withTemporalWorkers } from './support/temporal-workers.js';
import { fakeActivities, transientFailure } from './support/fake-activities.js';

let workflowBundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  installQuietRuntime();
  workflowBundle = await serviceBundle();
});

interface Seen {
  readonly attempt: number;
  readonly details: unknown;
  readonly waitedMs: number;
}

type Step = 'defer' | 'fail' | 'done';

/** Runs a lookup whose one shard does as told, attempt after attempt. @returns what each attempt saw, and the events of its history */
async function lookupThat(...steps: readonly Step[]): Promise<{ seen: Seen[]; events: string[]; backlog: DeferralBacklog }> {
  const seen: Seen[] = [];
  const backlog = new DeferralBacklog();
  const activities = fakeActivities({
    async probeShard() {
      const { attempt, heartbeatDetails } = activityInfo();
      const now = Date.now();
      const deferrable = new DeferrableAttempt(now, backlog);
      const step = steps[seen.length] ?? 'done';
      seen.push({ attempt, details: heartbeatDetails, waitedMs: deferrable.waitedMs });
      deferrable.end();
      if (step === 'defer') deferrable.defer(3, now);
      if (step === 'fail') throw transientFailure();
      return { checks: 1 };
    },
  });
  const events = await withTemporalWorkers(
    { address: stackAddresses().temporalAddress, activities, workflowBundle },
    async ({ client, connection, queues }) => {
      const lookup: AcceptedLookup = {
        id: newId('lookup'),
        accountId: newId('account'),
        mode: 'batch',
        kind: 'lookup',
        queryType: 'email',
        band: 'deep',
      };
      await new TemporalLookupStarter({ temporal: { client, connection, close: async () => undefined }, queues }).start(lookup);
      await client.workflow.result(lookupContract.id(lookup.id));
      return eventsOf(client, lookup.id);
    },
  );
  return { seen, events, backlog };
}

async function eventsOf(client: Client, lookupId: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(lookupContract.id(lookupId)).fetchHistory();
  // Only activities are compared: how many workflow tasks a history has depends on the pace of the machine.
  return (events ?? []).flatMap((event) =>
    Object.keys(event).filter((key) => key.startsWith('activityTask') && event[key as keyof typeof event]),
  );
}

describe('a shard that is deferred', () => {
  it('remembers how often, and for how long, also over a failed attempt', async () => {
    const { seen } = await lookupThat('defer', 'fail', 'defer', 'done');
    const [, first, , second] = seen.map(({ waitedMs }) => waitedMs);
    expect(seen).toEqual([
      { attempt: 1, details: undefined, waitedMs: 0 },
      { attempt: 2, details: { deferrals: 1, waitedMs: first }, waitedMs: first },
      { attempt: 3, details: { deferrals: 1, waitedMs: first }, waitedMs: first },
      { attempt: 4, details: { deferrals: 2, waitedMs: second }, waitedMs: second },
    ]);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first ?? 0);
  });

  it('adds no event to the history of its lookup', async () => {
    const [straight, deferred] = [await lookupThat('done'), await lookupThat('defer', 'defer', 'done')];
    expect(deferred.seen).toHaveLength(3);
    expect([...deferred.events].sort()).toEqual([...straight.events].sort());
  });

  it('counts in the backlog until it is due', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const backlog = new DeferralBacklog();
      const delays = Array.from({ length: 200 }, () => backlog.add(1_000)); // with no wait so far, chance may make one due at once
      expect(backlog.size).toBe(200);
      vi.setSystemTime(Date.now() + Math.max(...delays) - 1);
      expect(backlog.size).toBeGreaterThan(0);
      vi.setSystemTime(Date.now() + 1);
      expect(backlog.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
