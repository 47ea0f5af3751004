import type { QueryType } from './identity.js';
import type { CheckOutcome, RecordedOutcome } from './lookup.js';
import type { ResultMethod } from './probe-rule.js';

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
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
  readonly hits: readonly string[];
  readonly servedFromCache: boolean;
}

/**
 * One answer a platform: registered if any subject is; not registered only if every subject that was asked is; otherwise
 * null, and the platform is omitted (seed rule 1; design §5, "e-mail and phone together").
 *
 * @param outcomes all outcomes of one platform, at least one
 */
export function mergeOutcomes(outcomes: readonly RecordedOutcome[]): PlatformAnswer | null {
  const registered = outcomes.filter((outcome) => outcome.state === 'registered');
  const deciding = registered.length > 0 ? registered : outcomes;
  if (registered.length === 0 && outcomes.some((outcome) => outcome.state !== 'not_registered')) return null;
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

/** Items by key, in the order of their first occurrence (`Map.groupBy` came after Node 20). */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
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
    platformsChecked: byPlatform.size,
    matches: registered.length,
    socialMatches: registered.filter((answer) => !answer.mailboxProvider).length,
    hits: registered.map((answer) => answer.platform),
    servedFromCache: answers.some((answer) => answer.fromCache),
  };
}

/** An inconclusive outcome for a check that could not be made at all. */
export function unanswered(platform: string, subject: QueryType, doubt: NonNullable<CheckOutcome['doubt']>, at: Date): CheckOutcome {
  return {
    platform, subject, state: 'inconclusive', doubt, method: 'account_enumeration',
    mailboxProvider: false, checkedAt: at, fromCache: false, evidence: null,
  };
}
