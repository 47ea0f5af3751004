import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { erasureContract, lookupContract, SCHEDULED } from '../../workflows/contracts.js';
import { bundleOf, installQuietRuntime, serviceBundle } from './support/bundles.js';
import { releases } from '../support/release-files.js';
import { historyOf, recordedHistories, type RecordedHistory } from './support/histories.js';
import { SCENARIOS } from './support/scenarios.js';

const HISTORIES = recordedHistories();

function replay(workflowBundle: WorkflowBundleWithSourceMap, { history, workflowId }: RecordedHistory): Promise<void> {
  return Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}

beforeAll(() => installQuietRuntime());

describe('histories of workflows in the field', () => {
  let bundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    bundle = await serviceBundle();
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

  it.each(HISTORIES)('$pins is replayed by the workflows of today', async (recorded) => {
    await replay(bundle, recorded);
  });

  it.each(releases())('those of $version are replayed by the workflows of today', async ({ histories }) => {
    for (const [pins, recorded] of Object.entries(histories())) await replay(bundle, historyOf(pins, JSON.stringify(recorded)));
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
    for (const recorded of withShards) {
      await expect(replay(bundle, recorded), recorded.pins).rejects.toBeInstanceOf(DeterminismViolationError);
    }
  });

  it('when it has a timer more, whatever the history', async () => {
    const bundle = await bundleOf('broken/waits-a-second.ts');
    for (const recorded of HISTORIES) {
      await expect(replay(bundle, recorded), recorded.pins).rejects.toBeInstanceOf(DeterminismViolationError);
    }
  });

  it('and is none when the timer is behind patched()', async () => {
    const bundle = await bundleOf('changed/waits-a-second.ts');
    for (const recorded of HISTORIES) await replay(bundle, recorded);
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
