import { type Lookup, type LookupKind, type RecordedOutcome, resultSourceOf } from './lookup.js';
import type { ProbeTarget } from '../../engine/catalogue/rules/bands.js';
import type { Risk } from '../../facts/risk/score-risk.js';
import { compareText } from '../../kernel/values/compare-text.js';
import type { PersonRef, SubjectKind } from '../../kernel/identity/subjects.js';
import type { InconclusiveReason } from '../../engine/evaluation/verdict.js';

/** A lookup as v2's list shows it. Its counts are those of its finish; 0 before. */
export interface ListedLookup extends Omit<Lookup, 'accountId' | 'plan' | 'band' | 'mode' | 'checks' | 'platforms' | 'bypassCache'> {
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
  /** Null before the finish, without a score, and where a release that kept none finished it. */
  readonly riskScore: number | null;
  readonly riskLevel: Risk['level'] | null;
  readonly riskModel: string | null;
}

/** How many lookups a filter meets. */
export interface LookupTotal {
  readonly count: number;
  /** Whether it is all of them; false: there are more. */
  readonly complete: boolean;
}

/** Matches that are counted at most. */
export const MAX_COUNTED = 10_000;

/** Cursor in the list of an account's lookups, whose order is total: by acceptance, then by id, latest first. */
export type LookupCursor = Pick<Lookup, 'acceptedAt' | 'id'>;

/** Which lookups a list shows: those that meet every condition. */
export interface LookupFilter {
  /** Each of them, in normal form. */
  readonly identities?: readonly { readonly kind: SubjectKind; readonly value: string }[] | undefined;
  readonly kind?: LookupKind | undefined;
  readonly isFinished?: boolean | undefined;
  /** The key that asked. */
  readonly apiKeyId?: string | undefined;
  /** Accepted then or later. */
  readonly from?: Date | undefined;
  /** Accepted before. */
  readonly before?: Date | undefined;
}

/** A planned check of a platform and an identity, without a confident answer. */
export interface OmittedCheck {
  readonly platform: string;
  readonly subject: PersonRef;
  readonly reason: InconclusiveReason;
  /** Null when the check was given up before it had ended. */
  readonly checkedAt: Date | null;
}

/** Cursor among the omissions of one lookup, which are in the order in which they became known. */
export interface OmissionCursor {
  readonly seq: number;
  readonly platform: string;
  readonly subject: string;
}

/** Sequence number of checks that were given up: they become known with the finish, after all others. */
export const GIVEN_UP_SEQ = 2_147_483_647;

/**
 * The omissions of a finished lookup, in the order of their pages.
 *
 * @param outcomes all that is stored of the lookup
 * @param targets those of its plan
 */
export function omissionsOf(outcomes: readonly RecordedOutcome[], targets: readonly ProbeTarget[]): (OmittedCheck & OmissionCursor)[] {
  const ended = new Set(outcomes.map(checkOf));
  // A result inferred from a mailbox or a breach may replace the platform's missing answer.
  const answered = new Set(outcomes.filter(({ state }) => state !== 'inconclusive').map(checkOf));
  const omitted = outcomes
    .filter((outcome) => outcome.state === 'inconclusive' && resultSourceOf(outcome.method) === 'sweep' && !answered.has(checkOf(outcome)))
    .map(({ seq, platform, subject, reason, checkedAt }) => ({ seq, platform, subject, reason: reason ?? 'interrupted', checkedAt }));
  const givenUp = targets
    .flatMap(({ platform, subjects }) => subjects.map((subject) => ({ platform, subject })))
    .filter((check) => !ended.has(checkOf(check)))
    .map((check) => ({ ...check, seq: GIVEN_UP_SEQ, reason: 'interrupted' as const, checkedAt: null }));
  return [...omitted, ...givenUp].sort(compareOmissions);
}

/** By number, then by platform and identity, byte by byte. */
export function compareOmissions(a: OmissionCursor, b: OmissionCursor): number {
  return a.seq - b.seq || compareText(a.platform, b.platform) || compareText(a.subject, b.subject);
}

function checkOf({ platform, subject }: Pick<OmittedCheck, 'platform' | 'subject'>): string {
  return `${platform} ${subject}`;
}
