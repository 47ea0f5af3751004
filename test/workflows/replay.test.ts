import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { erasureContract, lookupContract, SCHEDULED } from '../../workflows/contracts.js';
import { bundleOf, installQuietRuntime, serviceBundle } from './support/bundles.js';
import { releases } from '../support/release-files.js';
import { historyOf, recordedHistories, type RecordedHistory } from './support/histories.js';
import { SCENARIOS } from './support/scenarios.js';

const HISTORIES = recordedHistories();

/** Replays histories by one worker, whose start takes longer than they do. @returns what went wrong, if anything, by what they pin */
async function replay(workflowBundle: WorkflowBundleWithSourceMap, recorded: readonly RecordedHistory[]): Promise<Map<string, unknown>> {
  const outcomes = new Map<string, unknown>();
  // In the order in which they are given, each when the one before it is over.
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, recorded))
    outcomes.set(recorded[outcomes.size]?.pins ?? '', error ?? null);
  return outcomes;
}
/** As `replay` returns it when all is well. */
const wellOf = (recorded: readonly RecordedHistory[]) => new Map(recorded.map(({ pins }) => [pins, null]));
const brokenOf = (recorded: readonly RecordedHistory[]) =>
  new Map(recorded.map(({ pins }) => [pins, expect.any(DeterminismViolationError) as unknown]));

beforeAll(() => installQuietRuntime());

describe('histories of workflows in the field', () => {
  let bundle: WorkflowBundleWithSourceMap;
  let outcomes: Map<string, unknown>;
  beforeAll(async () => {
    bundle = await serviceBundle();
    outcomes = await replay(bundle, HISTORIES);
  });

  it('there is one for every scenario, and a scenario for every one', () => {
    expect(HISTORIES.map(({ pins }) => pins).sort()).toEqual(SCENARIOS.map(({ pins }) => pins).sort());
  });

  it('there is one of every workflow that the service starts', () => {
    const pinned = new Set(HISTORIES.map(({ history }) => history.events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name));
    expect([lookupContract.type, erasureContract.type, ...SCHEDULED.map(({ type }) => type)].filter((type) => !pinned.has(type))).toEqual(
      [],
    );
  });

  it.each(HISTORIES)('$pins is replayed by the workflows of today', ({ pins }) => {
    expect(outcomes.get(pins)).toBeNull();
  });

  it.each(releases())('those of $version are replayed by the workflows of today', async ({ histories }) => {
    const recorded = Object.entries(histories()).map(([pins, history]) => historyOf(pins, JSON.stringify(history)));
    expect(await replay(bundle, recorded)).toEqual(wellOf(recorded));
  });

  it('hold ids, enumerations and counts only', () => {
    for (const { pins, history } of HISTORIES) {
      const payloads = payloadsOf(history);
      expect(payloads, pins).not.toEqual([]);
      expect(
        payloads.filter((text) => !isPlain(text)),
        pins,
      ).toEqual([]);
    }
  });
});

describe('a broken workflow is found', () => {
  it('when it closes the lookup before the sweep', async () => {
    const bundle = await bundleOf('broken/finishes-first.ts');
    const withShards = HISTORIES.filter(({ workflowId, pins }) => workflowId.startsWith('lookup/') && pins !== 'no-platforms');
    expect(withShards.length).toBeGreaterThanOrEqual(5);
    expect(await replay(bundle, withShards)).toEqual(brokenOf(withShards));
  });

  it('when it has a timer more, whatever the history', async () => {
    const bundle = await bundleOf('broken/waits-a-second.ts');
    expect(await replay(bundle, HISTORIES)).toEqual(brokenOf(HISTORIES));
  });

  it('and is none when the timer is behind patched()', async () => {
    const bundle = await bundleOf('changed/waits-a-second.ts');
    expect(await replay(bundle, HISTORIES)).toEqual(wellOf(HISTORIES));
  });
});

/** All payloads of a history, decoded. */
function payloadsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('data' in value && value.data instanceof Uint8Array && 'metadata' in value) return [Buffer.from(value.data).toString('utf8')];
  return Object.values(value).flatMap(payloadsOf);
}

/** JSON of ids, numbers, queue names and words, the longest text being a summary such as "async lookup, deep band". */
function isPlain(text: string): boolean {
  const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  return strings.every((each) => /^[\w ,:./-]{0,60}$/.test(each) && !each.includes('@'));
}
