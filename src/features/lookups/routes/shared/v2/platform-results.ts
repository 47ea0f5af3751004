import type { Platform } from '../../../../../engine/catalogue/rules/platform.js';
import type { PlatformNames } from '../../../../../engine/catalogue/rules/ports.js';
import { COUNT_NAMES, type Profile } from '../../../../../engine/catalogue/rules/profile.js';
import { INCONCLUSIVE_REASONS, traitsOf } from '../../../../../engine/evaluation/verdict.js';
import { profilePageOf } from '../../../../../engine/profiles/profile-page.js';
import type { Coverage } from '../../../../../facts/risk/evidence.js';
import type { QueryType } from '../../../../../kernel/identity/identity.js';
import { kindOf, type PersonRef, refsOf, SUBJECT_KINDS, type SubjectRef } from '../../../../../kernel/identity/subjects.js';
import { compareText } from '../../../../../kernel/values/compare-text.js';
import { groupBy } from '../../../../../kernel/values/group-by.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import { effectiveOutcome } from '../../../lookup-summary.js';
import type { Lookup, RecordedOutcome } from '../../../lookup.js';
import type { Seen, SeenBefore } from '../../../seen.js';
import type { DerivedResult, Omission, OmissionCounts, ShownIdentity, ShownResult } from './body-schemas.js';
import type { IdentityName } from './identity-name.js';

/** The checks of a lookup, a platform and an identity each: the effective outcomes of those that ended, and those that are open. */
export interface PlannedChecks {
  /** In the order in which they became known. */
  readonly ended: readonly RecordedOutcome[];
  /** Planned, without an outcome: pending, or given up when the lookup is finished. */
  readonly open: readonly { readonly platform: string; readonly subject: PersonRef }[];
}

/** Splits a lookup's checks by whether they have ended. */
export function plannedChecksOf({ lookup, outcomes }: Pick<LookupSnapshot, 'lookup' | 'outcomes'>): PlannedChecks {
  const groups = groupBy(outcomes, ({ platform, subject }) => `${platform} ${subject}`);
  const ended = [...groups.values()].map(effectiveOutcome);
  const planned = (lookup.plan?.targets ?? []).flatMap(({ platform, subjects }) => subjects.map((subject) => ({ platform, subject })));
  return {
    ended: ended.sort((a, b) => a.seq - b.seq || compareText(a.platform, b.platform) || compareText(a.subject, b.subject)),
    open: planned.filter(({ platform, subject }) => !groups.has(`${platform} ${subject}`)),
  };
}

/** Confident answers, in the order in which they became known. */
export function resultsOf({ lookup }: Pick<LookupSnapshot, 'lookup'>, { ended }: PlannedChecks, catalogue: PlatformNames): ShownResult[] {
  return ended.flatMap((outcome) => (outcome.state === 'inconclusive' ? [] : [showResult(lookup, outcome, catalogue)]));
}

/** One confident answer, as v2 shows it. */
export function showResult(lookup: LookupSnapshot['lookup'], outcome: RecordedOutcome, catalogue: PlatformNames): ShownResult {
  const platform = catalogue.get(outcome.platform);
  return {
    identity: identityName(lookup, outcome.subject),
    platform: outcome.platform,
    name: platform?.name ?? outcome.platform,
    icon: platform?.icon ?? null,
    registered: outcome.state === 'registered',
    method: outcome.method,
    checkedAt: outcome.checkedAt.toISOString(),
    fromCache: outcome.fromCache,
    mailboxProvider: outcome.mailboxProvider,
    basis: outcome.basis ?? null,
    profile: profileOf(lookup, outcome, platform),
  };
}

/** What is shown of an account: its page, made of the platform's template, and what the answer showed; null where neither is known. */
function profileOf(lookup: LookupSnapshot['lookup'], outcome: RecordedOutcome, platform: Platform | undefined): ShownResult['profile'] {
  if (outcome.state !== 'registered') return null;
  const url = profilePageOf(platform, kindOf(outcome.subject) as QueryType, lookup.subjects[outcome.subject] ?? '');
  const {
    displayName = null,
    pictureUrl = null,
    createdAt = null,
    createdYear = null,
    lastActiveAt = null,
    counts,
    state = null,
  } = outcome.profile ?? {};
  if (url === null && !outcome.profile) return null;
  return { url, displayName, pictureUrl, createdAt, createdYear, lastActiveAt, counts: counts ? inOrder(counts) : null, state };
}

/** The database keeps no order of names: the same counts are always the same text. */
const inOrder = (counts: NonNullable<Profile['counts']>): NonNullable<Profile['counts']> =>
  Object.fromEntries(COUNT_NAMES.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])));

/**
 * Counts checks without a confident answer; in a finished lookup also those that never ended. The list, which may have thousands of
 * entries, is read in pages (`OmissionPages`).
 */
export function countOmissions({ lookup }: Pick<LookupSnapshot, 'lookup'>, { ended, open }: PlannedChecks): OmissionCounts {
  const reasons = ended.flatMap(({ state, reason }) => (state === 'inconclusive' ? [reason ?? 'interrupted'] : []));
  if (lookup.state === 'finished') reasons.push(...open.map(() => 'interrupted' as const));
  const groups = groupBy(reasons, (reason) => reason);
  const counts = INCONCLUSIVE_REASONS.flatMap((reason) => (groups.has(reason) ? [[reason, groups.get(reason)?.length]] : []));
  return { total: reasons.length, byReason: Object.fromEntries(counts) };
}

/** How much of a lookup was answered. While it runs, what is planned and neither answered nor omitted is pending. */
export function coverageOf(known: Pick<LookupSnapshot, 'lookup'>, checks: PlannedChecks): Coverage {
  return {
    planned: checks.ended.length + checks.open.length,
    answered: checks.ended.filter(({ state }) => state !== 'inconclusive').length,
    omitted: countOmissions(known, checks).total,
  };
}

/** One check without a confident answer, as v2 shows it. */
export function showOmission(
  lookup: LookupSnapshot['lookup'],
  { platform, subject, reason, checkedAt }: Pick<RecordedOutcome, 'platform' | 'subject' | 'reason'> & { readonly checkedAt: Date | null },
): Omission {
  const code = reason ?? 'interrupted';
  return {
    identity: identityName(lookup, subject),
    platform,
    code,
    message: traitsOf(code).sentence,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

/** Confident answers about derived usernames, in the order in which they became known. No count includes them. */
export function derivedOf({ lookup, derived }: Pick<LookupSnapshot, 'lookup' | 'derived'>, catalogue: PlatformNames): DerivedResult[] {
  return derived.flatMap(({ handle, subject, platform, state, method, checkedAt }) => {
    if (state === 'inconclusive') return [];
    const known = catalogue.get(platform);
    return [
      {
        handle,
        platform,
        method,
        identity: identityName(lookup, subject),
        name: known?.name ?? platform,
        icon: known?.icon ?? null,
        registered: state === 'registered',
        checkedAt: checkedAt.toISOString(),
      },
    ];
  });
}

type Named = Pick<Lookup, 'subjects' | 'rawIdentities' | 'query' | 'queryType'>;

/**
 * Every identity of a lookup, in the order in which results name them.
 *
 * @param seen how often each was looked up before; absent: that was not read, and is not shown
 */
export function identitiesOf(lookup: Named & Pick<Lookup, 'suppressed'>, seen?: SeenBefore): ShownIdentity[] {
  return refsOf(lookup.subjects, SUBJECT_KINDS).map((ref) => ({
    ...identityName(lookup, ref),
    normalized: lookup.subjects[ref] ?? '',
    suppressed: lookup.suppressed?.includes(ref) ?? false,
    ...(seen && { seen: showSeen(seen[ref]) }),
  }));
}

function showSeen(seen: Seen | undefined): ShownIdentity['seen'] {
  return seen ? { ...seen, first: seen.first?.toISOString() ?? null, last: seen.last?.toISOString() ?? null } : null;
}

/** The name of one identity. v1 keeps the spelling of `query` only: its other identities are named in their normal form. */
export function identityName(lookup: Named, ref: SubjectRef): IdentityName {
  const queried = lookup.queryType ?? 'ip';
  const value = lookup.rawIdentities?.[ref] ?? (ref === queried && !lookup.rawIdentities ? lookup.query : (lookup.subjects[ref] ?? ''));
  return { type: kindOf(ref), value };
}
