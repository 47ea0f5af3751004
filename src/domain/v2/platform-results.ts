import { compareText } from '../compare-text.js';
import type { RecordedOutcome } from '../lookup.js';
import { groupBy, standing } from '../lookup-summary.js';
import type { ResultMethod } from '../probe-rule.js';
import type { PersonRef } from '../subjects.js';
import type { Coverage } from '../risk/evidence.js';
import { DOUBTS, type Doubt } from '../verdict.js';
import { DOUBT_SENTENCES } from './doubt-sentences.js';
import { nameOf, type IdentityName } from './identities.js';
import type { LookupKnowledge, PlatformNames } from './knowledge.js';

/** One platform's confident answer about one identity. */
export type ShownResult = {
  identity: IdentityName;
  platform: string;
  name: string;
  icon: string | null;
  registered: boolean;
  method: ResultMethod;
  checkedAt: string;
  fromCache: boolean;
  /** The account came with the e-mail address itself. */
  mailboxProvider: boolean;
};

/** Why a platform is not among the results of an identity. */
export type Omission = {
  identity: IdentityName;
  platform: string;
  code: Doubt;
  message: string;
  checkedAt: string | null;
};

/** Number of checks without a confident answer, in all and by reason; a reason without omissions is left out. */
export type OmissionCounts = {
  total: number;
  byReason: Partial<Record<Doubt, number>>;
};

/** The checks of a lookup, a platform and an identity each: the effective outcomes of those that ended, and those that are open. */
export interface Asked {
  /** In the order in which they became known. */
  readonly ended: readonly RecordedOutcome[];
  /** Planned, without an outcome: pending, or given up when the lookup is finished. */
  readonly open: readonly { readonly platform: string; readonly subject: PersonRef }[];
}

/** Splits a lookup's checks by whether they have ended. */
export function askedOf({ lookup, outcomes }: Pick<LookupKnowledge, 'lookup' | 'outcomes'>): Asked {
  const groups = groupBy(outcomes, ({ platform, subject }) => `${platform} ${subject}`);
  const ended = [...groups.values()].map(standing);
  const planned = (lookup.plan?.targets ?? []).flatMap(({ platform, subjects }) => subjects.map((subject) => ({ platform, subject })));
  return {
    ended: ended.sort((a, b) => a.seq - b.seq || compareText(a.platform, b.platform) || compareText(a.subject, b.subject)),
    open: planned.filter(({ platform, subject }) => !groups.has(`${platform} ${subject}`)),
  };
}

/** Confident answers, in the order in which they became known. */
export function resultsOf({ lookup }: Pick<LookupKnowledge, 'lookup'>, { ended }: Asked, catalogue: PlatformNames): ShownResult[] {
  return ended.flatMap((outcome) => (outcome.state === 'inconclusive' ? [] : [showResult(lookup, outcome, catalogue)]));
}

/** One confident answer, as v2 shows it. */
export function showResult(lookup: LookupKnowledge['lookup'], outcome: RecordedOutcome, catalogue: PlatformNames): ShownResult {
  const platform = catalogue.get(outcome.platform);
  return {
    identity: nameOf(lookup, outcome.subject),
    platform: outcome.platform,
    name: platform?.name ?? outcome.platform,
    icon: platform?.icon ?? null,
    registered: outcome.state === 'registered',
    method: outcome.method,
    checkedAt: outcome.checkedAt.toISOString(),
    fromCache: outcome.fromCache,
    mailboxProvider: outcome.mailboxProvider,
  };
}

/**
 * Counts checks without a confident answer; in a finished lookup also those that never ended. The list, which may have thousands of
 * entries, is read in pages (`OmissionPages`).
 */
export function countOmissions({ lookup }: Pick<LookupKnowledge, 'lookup'>, { ended, open }: Asked): OmissionCounts {
  const reasons = ended.flatMap(({ state, doubt }) => (state === 'inconclusive' ? [doubt ?? 'interrupted'] : []));
  if (lookup.state === 'finished') reasons.push(...open.map(() => 'interrupted' as const));
  const groups = groupBy(reasons, (reason) => reason);
  const counts = DOUBTS.flatMap((reason) => (groups.has(reason) ? [[reason, groups.get(reason)?.length]] : []));
  return { total: reasons.length, byReason: Object.fromEntries(counts) };
}

/** How much of a lookup was answered. While it runs, what is planned and neither answered nor omitted is pending. */
export function coverageOf(known: Pick<LookupKnowledge, 'lookup'>, asked: Asked): Coverage {
  return {
    planned: asked.ended.length + asked.open.length,
    answered: asked.ended.filter(({ state }) => state !== 'inconclusive').length,
    omitted: countOmissions(known, asked).total,
  };
}

/** One check without a confident answer, as v2 shows it. */
export function showOmission(
  lookup: LookupKnowledge['lookup'],
  { platform, subject, doubt, checkedAt }: Pick<RecordedOutcome, 'platform' | 'subject' | 'doubt'> & { readonly checkedAt: Date | null },
): Omission {
  const code = doubt ?? 'interrupted';
  return { identity: nameOf(lookup, subject), platform, code, message: DOUBT_SENTENCES[code], checkedAt: checkedAt?.toISOString() ?? null };
}
