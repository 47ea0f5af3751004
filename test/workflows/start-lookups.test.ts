import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Activities } from '../../activities/index.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import { TEMPORAL_PRIORITY } from '../../src/features/lookups/lookup.js';
import type { AcceptedLookup } from '../../src/features/lookups/lookup-ports.js';
import { TemporalLookupStarter } from '../../src/temporal/starters/start-lookups.js';
import { checkContract, lookupContract } from '../../workflows/contracts.js';
import { stackAddresses } from '../support/stack.js';
import { installQuietRuntime, serviceBundle } from './support/bundles.js';
import { withTemporalWorkers, type TemporalWorkers } from './support/temporal-workers.js';
import { failingFirst, fakeActivities, steps } from './support/fake-activities.js';

function accepted(): AcceptedLookup {
  return { id: newId('lookup'), accountId: newId('account'), mode: 'batch', kind: 'lookup', queryType: 'email', band: 'deep' };
}

let workflowBundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  installQuietRuntime();
  workflowBundle = await serviceBundle();
});

type Use = (starter: TemporalLookupStarter, workers: TemporalWorkers) => Promise<void>;

/** Runs `use` while workers carry out what it starts. */
function withStarter(activities: Activities, use: Use): Promise<void> {
  const { temporalAddress: address } = stackAddresses();
  return withTemporalWorkers({ address, activities, workflowBundle }, (workers) => {
    const temporal = { client: workers.client, connection: workers.connection, close: async () => undefined };
    return use(new TemporalLookupStarter({ temporal, queues: workers.queues }), workers);
  });
}

describe('starting a lookup on the engine', () => {
  let plans = 0;
  /** Planning ends when a test says so. */
  let gate: Promise<void> = Promise.resolve();
  const activities = fakeActivities({
    async planLookup() {
      plans += 1;
      await gate;
      return steps({ shards: 0 });
    },
  });

  function run(use: Use): Promise<void> {
    plans = 0;
    return withStarter(activities, use);
  }

  it('starting ten times at once is starting once', () =>
    run(async (starter, { client }) => {
      const lookup = accepted();
      let open!: () => void;
      gate = new Promise<void>((resolve) => (open = resolve));
      const began = await Promise.all(Array.from({ length: 10 }, () => starter.start(lookup)));
      open();
      await client.workflow.result(lookupContract.id(lookup.id));
      expect(plans).toBe(1);
      expect(began.filter(Boolean)).toHaveLength(1);
    }));

  it('what has ended is started again, because only its row shows whether it is finished', () =>
    run(async (starter, { client }) => {
      const lookup = accepted();
      expect(await starter.start(lookup)).toBe(true);
      await client.workflow.result(lookupContract.id(lookup.id));
      expect(await starter.start(lookup)).toBe(true);
      await client.workflow.result(lookupContract.id(lookup.id));
      expect(plans).toBe(2);
    }));

  it('what was terminated by hand is started again', () =>
    run(async (starter, { client }) => {
      let open!: () => void;
      gate = new Promise<void>((resolve) => (open = resolve));
      const lookup = accepted();
      const handle = client.workflow.getHandle(lookupContract.id(lookup.id));
      await starter.start(lookup);
      await expect.poll(() => plans).toBe(1);
      await handle.terminate('by hand');
      open();
      await starter.start(lookup);
      await expect(handle.result()).resolves.toMatchObject({ matches: 3 });
      expect(plans).toBe(2);
    }));

  it('tells operators whose it is, how it is delivered and what came of it, and orders it behind those who wait', () =>
    run(async (starter, { client }) => {
      const lookup = accepted();
      await starter.start(lookup);
      const handle = client.workflow.getHandle(lookupContract.id(lookup.id));
      await handle.result();
      const description = await handle.describe();
      const { typedSearchAttributes, priority } = description;
      const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
      expect(attributes).toMatchObject({
        FootprintAccount: lookup.accountId,
        FootprintDelivery: 'batch',
        FootprintQueryType: 'email',
        FootprintState: 'finished',
        FootprintPlanned: 50,
        FootprintChecked: 50,
        FootprintMatches: 3,
      });
      expect(priority).toMatchObject({ priorityKey: 5, fairnessKey: lookup.accountId });
      const short = { ...accepted(), band: 'default' as const };
      await starter.start(short);
      const beside = await client.workflow.getHandle(lookupContract.id(short.id)).describe();
      expect(beside.priority, 'a short one goes before deep ones').toMatchObject({ priorityKey: 4 });
      expect(await description.staticSummary()).toBe('batch lookup, deep band');
    }));
});

describe('starting a single check on the engine', () => {
  const check = (): AcceptedLookup => ({
    id: newId('lookup'),
    accountId: newId('account'),
    mode: 'check',
    kind: 'ip',
    queryType: null,
    band: 'instant',
  });

  /** @param checkSubject what carries the check out */
  const run = (checkSubject: () => Promise<void>, use: Use) => withStarter(fakeActivities({ checkSubject }), use);

  it('is one activity without a workflow: starting it ten times at once is starting it once, and again when it has ended', async () => {
    let carriedOut = 0;
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const holding = async () => {
      carriedOut += 1;
      await gate;
    };
    await run(holding, async (starter, { client }) => {
      const lookup = check();
      const began = await Promise.all(Array.from({ length: 10 }, () => starter.start(lookup)));
      open();
      await client.activity.getHandle(checkContract.id(lookup.id)).result();
      expect([began.filter(Boolean).length, carriedOut]).toEqual([1, 1]);
      await expect(client.workflow.getHandle(lookupContract.id(lookup.id)).describe()).rejects.toBeInstanceOf(WorkflowNotFoundError);
      expect(await starter.start(lookup)).toBe(true);
      await client.activity.getHandle(checkContract.id(lookup.id)).result();
    });
    expect(carriedOut).toBe(2);
  });

  it('is carried out again until the database is back', async () => {
    let carriedOut = 0;
    await run(
      failingFirst(4, async () => void (carriedOut += 1)),
      async (starter, { client }) => {
        const lookup = check();
        await starter.start(lookup);
        await client.activity.getHandle(checkContract.id(lookup.id)).result();
      },
    );
    expect(carriedOut).toBe(1);
  });

  it('is started again when it was terminated by hand', async () => {
    let begun = 0;
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const holding = async () => {
      begun += 1;
      await gate;
    };
    await run(holding, async (starter, { client }) => {
      const lookup = check();
      const handle = client.activity.getHandle(checkContract.id(lookup.id));
      await starter.start(lookup);
      await expect.poll(() => begun).toBe(1);
      await handle.terminate('by hand');
      await starter.start(lookup);
      await expect.poll(() => begun).toBe(2);
      open();
      await handle.result();
    });
  });

  it('tells operators whose it is and what it is about, and goes before what nobody waits for', () =>
    run(
      async () => undefined,
      async (starter, { client }) => {
        const lookup = check();
        await starter.start(lookup);
        const { typedSearchAttributes, priority } = await client.activity.getHandle(checkContract.id(lookup.id)).describe();
        const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
        expect(attributes).toMatchObject({ FootprintAccount: lookup.accountId, FootprintDelivery: 'check', FootprintQueryType: 'ip' });
        expect(priority).toMatchObject({ priorityKey: TEMPORAL_PRIORITY.check, fairnessKey: lookup.accountId });
      },
    ));
});
