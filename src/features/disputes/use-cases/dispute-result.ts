import { answeringSlug } from '../../../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';
import { kindOf, type PersonRef } from '../../../kernel/identity/subjects.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { groupBy } from '../../../kernel/values/group-by.js';
import type { Caller } from '../../accounts/accounts.js';
import type { RecordedOutcome } from '../../lookups/lookup.js';
import type { SnapshotLookup } from '../../lookups/lookup-snapshot.js';
import { effectiveOutcome } from '../../lookups/lookup-summary.js';
import type { LookupReader } from '../../lookups/store/lookup-reader.js';
import { readLookup, readSnapshot } from '../../lookups/use-cases/read-lookups.js';
import type { Dispute } from '../dispute.js';
import type { DisputeStore } from '../store/dispute-store.js';

export interface DisputeContext {
  readonly catalogue: PlatformCatalogue;
  readonly reader: Pick<LookupReader, 'findOwned' | 'snapshot'>;
  readonly disputes: Pick<DisputeStore, 'add' | 'of'>;
}

export interface DisputeInput {
  readonly caller: Caller;
  readonly lookupId: string;
  readonly platform: string;
  /** The identity that the result is about, as the lookup shows it; absent: the platform has a result about one alone. */
  readonly identity?: { readonly type: string; readonly value: string } | undefined;
  readonly note: string | null;
}

/** Disputes, and the lookup that names their identities. */
export interface DisputesOfLookup<Disputes> {
  readonly lookup: SnapshotLookup;
  readonly disputes: Disputes;
}

type Result = RecordedOutcome & { readonly state: Dispute['state'] };

/**
 * Keeps that somebody says that a result is wrong, with what it rests on. Nothing of the lookup changes. A result is disputed once: after
 * that, this returns the dispute that there is.
 *
 * @throws ServiceError not_found for a lookup of somebody else, and for a platform without such a result; invalid_parameter when it has
 *   results about several identities and none is named
 */
export async function disputeResult(ctx: DisputeContext, input: DisputeInput): Promise<DisputesOfLookup<Dispute>> {
  const { caller, lookupId, identity, note } = input;
  const { lookup, outcomes } = await readSnapshot(ctx, { owner: caller, lookupId });
  const platform = answeringSlug(ctx.catalogue, input.platform);
  const ofPlatform = groupBy(
    outcomes.filter((outcome) => outcome.platform === platform),
    ({ subject }) => subject,
  );
  const results = [...ofPlatform.values()]
    .map(effectiveOutcome)
    .filter((outcome): outcome is Result => outcome.state !== 'inconclusive')
    .filter(({ subject }) => identity === undefined || namesOf(lookup, subject).includes(`${identity.type} ${identity.value}`));
  const [result] = results;
  if (!result) throw new ServiceError('not_found', 'The lookup has no such result.');
  if (results.length > 1)
    throw new ServiceError('invalid_parameter', 'identity: the platform has results about several identities. Name one of them.');
  const { subject, state, method, checkedAt, egress, evidence } = result;
  const dispute = await ctx.disputes.add({
    lookupId,
    platform,
    subject,
    state,
    method,
    checkedAt,
    egress,
    evidence,
    note,
    value: lookup.subjects[subject] ?? '',
    catalogue: lookup.plan?.catalogue ?? null,
    accountId: caller.accountId,
    apiKeyId: caller.apiKeyId,
  });
  if (!dispute) throw new ServiceError('not_found');
  return { lookup, disputes: dispute };
}

/** Disputes of a lookup's results. @throws ServiceError not_found */
export async function listDisputes(
  ctx: DisputeContext,
  owned: Pick<DisputeInput, 'caller' | 'lookupId'>,
): Promise<DisputesOfLookup<readonly Dispute[]>> {
  const lookup = await readLookup(ctx, { owner: owned.caller, lookupId: owned.lookupId });
  return { lookup, disputes: await ctx.disputes.of(lookup.id) };
}

/** What an identity of a lookup is called in its answers: as it was sent, and in normal form. */
function namesOf({ subjects, rawIdentities, query, queryType }: SnapshotLookup, ref: PersonRef): string[] {
  const sent = rawIdentities?.[ref] ?? (ref === queryType ? query : undefined);
  return [subjects[ref], sent].flatMap((value) => (value === undefined ? [] : [`${kindOf(ref)} ${value}`]));
}
