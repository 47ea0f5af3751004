import { defineSearchAttributeKey } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  isCancellation,
  log,
  setWorkflowOptions,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { LOOKUP_MISSING } from '../src/features/lookups/lookup-ports.js';
import type { LookupSteps, StepName } from '../src/features/lookups/lookup.js';
import { briefEnrichment, derived, enrichment, finishLookup, planLookup, probing } from './activity-proxies.js';
import type { LookupInput, LookupOutput } from './contracts.js';

/**
 * One lookup from plan to finish. It always finishes: what could not be answered is omitted; one that is deleted meanwhile ends
 * where it is. History holds ids and counts only; identities stay in the database.
 */
export async function lookup(input: LookupInput): Promise<LookupOutput> {
  try {
    return await runSteps(input);
  } catch (error) {
    if (!isLookupMissing(error)) throw error;
    upsertSearchAttributes([{ key: STATE, value: 'deleted' }]);
    return { planned: 0, checked: 0, matches: 0, deleted: true };
  }
}

/**
 * It ends on the version that it began on, within minutes; the other workflows move to the current one (docs/adr/0053). From a worker
 * without a version Temporal refuses the word.
 */
setWorkflowOptions(() => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {}), lookup);

const STATE = defineSearchAttributeKey('FootprintState', 'KEYWORD');

async function runSteps(input: LookupInput): Promise<LookupOutput> {
  const steps = await planLookup({ lookupId: input.lookupId });
  const ended = await Promise.all([sweep(input, steps.shards), runModules(input, steps), probeDerivedUsernames(input, steps)]);
  const counts = await finishLookup({ lookupId: input.lookupId, isCarriedOut: !input.isRepeated && ended.every(Boolean) });
  // The database was restored to before they stored their results: they are carried out again, once.
  if (counts === null) return continueAsNew<typeof lookup>({ ...input, isRepeated: true });
  setCounts(counts);
  return counts;
}

/** All shards at once, one activity each. A shard that is given up leaves its platforms omitted. @returns whether none was */
async function sweep(input: LookupInput, shards: number): Promise<boolean> {
  const ended = await Promise.all(
    Array.from({ length: shards }, (_, shard) =>
      omitOnFailure({ shard }, () =>
        probing.probeShard.executeWithOptions({ taskQueue: input.sweepQueue, summary: `shard ${shard + 1} of ${shards}` }, [
          { lookupId: input.lookupId, shard },
        ]),
      ),
    ),
  );
  return ended.every(Boolean);
}

/** The other modules in parallel, one activity each. A module that is given up stays null: not checked. @returns whether none was */
async function runModules(input: LookupInput, { modules, brief }: LookupSteps): Promise<boolean> {
  const ended = await Promise.all(
    modules.map((module) => {
      const args: [{ lookupId: string; module: StepName }] = [{ lookupId: input.lookupId, module }];
      const ordinary = () => enrichment.runModule.executeWithOptions({ taskQueue: input.sweepQueue, summary: module }, args);
      const carriedOn = (error: unknown) => {
        if (isCancellation(error) || isLookupMissing(error)) throw error;
        return ordinary();
      };
      return omitOnFailure({ module }, () => (brief ? briefEnrichment.runModule(...args).catch(carriedOn) : ordinary()));
    }),
  );
  return ended.every(Boolean);
}

/** Usernames derived from e-mail addresses, probed on a few platforms. */
async function probeDerivedUsernames(input: LookupInput, steps: LookupSteps): Promise<boolean> {
  if (!steps.derived) return true;
  return omitOnFailure({ step: 'derived' }, () =>
    derived.probeDerived.executeWithOptions({ taskQueue: input.sweepQueue, summary: 'derived usernames' }, [{ lookupId: input.lookupId }]),
  );
}

/**
 * A part that cannot be carried out is omitted; a cancellation is passed on, and so is the failure that the lookup is missing.
 *
 * @returns whether it was carried out
 */
async function omitOnFailure(part: Readonly<Record<string, unknown>>, carryOut: () => Promise<unknown>): Promise<boolean> {
  try {
    await carryOut();
    return true;
  } catch (error) {
    // A local activity fails with its own failure, an ordinary one with an ActivityFailure around it.
    if (isCancellation(error) || isLookupMissing(error) || !(error instanceof TemporalFailure)) throw error;
    log.warn('a part of the lookup failed; its results are omitted', part);
    return false;
  }
}

/** Whether the database no longer has the lookup: there is nothing left to do and no result to report. */
function isLookupMissing(error: unknown): boolean {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return failure instanceof ApplicationFailure && failure.type === LOOKUP_MISSING;
}

function setCounts(counts: LookupOutput): void {
  upsertSearchAttributes([
    { key: STATE, value: 'finished' },
    { key: defineSearchAttributeKey('FootprintPlanned', 'INT'), value: counts.planned },
    { key: defineSearchAttributeKey('FootprintChecked', 'INT'), value: counts.checked },
    { key: defineSearchAttributeKey('FootprintMatches', 'INT'), value: counts.matches },
  ]);
}
