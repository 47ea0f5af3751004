import { groupBy } from '../../kernel/values/group-by.js';
import { type CheckOutcome, type RecordedOutcome, resultSourceOf, RESULT_SOURCES } from './lookup.js';
import type { ResultMethod } from '../../engine/catalogue/rules/probe-rule.js';
import type { PersonRef } from '../../kernel/identity/subjects.js';

/** A platform's answer over all subjects of a lookup, as v1 shows it. */
export interface PlatformAnswer {
  readonly platform: string;
  readonly registered: boolean;
  readonly method: ResultMethod;
  readonly checkedAt: Date;
  readonly mailboxProvider: boolean;
  readonly fromCache: boolean;
  readonly seq: number;
}

export interface LookupSummary {
  readonly answers: readonly PlatformAnswer[];
  /** Platforms that gave an answer, registered or not, and those with an inferred result; an omitted platform was not checked. */
  readonly platformsChecked: number;
  /** Platforms that the sweep has ended for, answered or omitted: planned platforms that are not among these are pending. */
  readonly swept: number;
  readonly matches: number;
  readonly socialMatches: number;
  readonly hits: readonly string[];
  readonly servedFromCache: boolean;
}

/**
 * The effective outcome of one identity on one platform: the platform's own answer, else the result inferred from the mailbox, else from
 * a breach, else inconclusive. An account that comes with the mailbox keeps that mark, whatever confirms it.
 */
export function effectiveOutcome(outcomes: readonly RecordedOutcome[]): RecordedOutcome {
  const rank = ({ method, state }: RecordedOutcome): number =>
    state === 'inconclusive' ? RESULT_SOURCES.length : RESULT_SOURCES.indexOf(resultSourceOf(method));
  const best = outcomes.reduce((a, b) => (rank(b) < rank(a) ? b : a));
  return {
    ...best,
    mailboxProvider: best.state === 'registered' && outcomes.some((outcome) => outcome.mailboxProvider && outcome.state === 'registered'),
  };
}

/**
 * One answer per platform: registered if any subject is; not registered only if every subject that was probed is; otherwise null, and the
 * platform is omitted (docs/contract.md, 1.1 and 1.7).
 *
 * @param outcomes all outcomes of one platform, at least one
 */
export function mergeOutcomes(outcomes: readonly RecordedOutcome[]): PlatformAnswer | null {
  const bySubject = [...groupBy(outcomes, (outcome) => outcome.subject).values()].map(effectiveOutcome);
  const registered = bySubject.filter((outcome) => outcome.state === 'registered');
  const deciding = registered.length > 0 ? registered : bySubject;
  if (registered.length === 0 && bySubject.some((outcome) => outcome.state !== 'not_registered')) return null;
  const latest = deciding.reduce((a, b) => (b.checkedAt > a.checkedAt ? b : a));
  return {
    platform: latest.platform,
    registered: registered.length > 0,
    method: latest.method,
    checkedAt: latest.checkedAt,
    mailboxProvider: deciding.some((outcome) => outcome.mailboxProvider),
    fromCache: deciding.some((outcome) => outcome.fromCache),
    seq: Math.max(...outcomes.map((outcome) => outcome.seq)),
  };
}

/** The counts and lists of a LookupResponse. Answers are in the order in which they became known. */
export function summarise(outcomes: readonly RecordedOutcome[]): LookupSummary {
  const byPlatform = groupBy(outcomes, (outcome) => outcome.platform);
  const answers = [...byPlatform.values()]
    .map(mergeOutcomes)
    .filter((answer) => answer !== null)
    .sort((a, b) => a.seq - b.seq || (a.platform < b.platform ? -1 : 1));
  const registered = answers.filter((answer) => answer.registered);
  return {
    answers,
    platformsChecked: answers.length,
    swept: [...byPlatform.values()].filter((each) => each.some(({ method }) => resultSourceOf(method) === 'sweep')).length,
    matches: registered.length,
    socialMatches: registered.filter((answer) => !answer.mailboxProvider).length,
    hits: registered.map((answer) => answer.platform),
    servedFromCache: answers.some((answer) => answer.fromCache),
  };
}

/** An inconclusive outcome for a check that could not be made at all. */
export function inconclusiveOutcome(
  platform: string,
  subject: PersonRef,
  reason: NonNullable<CheckOutcome['reason']>,
  at: Date,
): CheckOutcome {
  return {
    platform,
    subject,
    state: 'inconclusive',
    reason,
    method: 'account_enumeration',
    mailboxProvider: false,
    checkedAt: at,
    fromCache: false,
    egress: null,
    evidence: null,
  };
}
