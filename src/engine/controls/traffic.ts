/**
 * Denial calibrated by traffic: a platform that said "registered" of several people, looked up by several accounts, shows what a positive
 * control shows (docs/adr/0047-denial-by-traffic.md). Pure; `TRAFFIC_TABLE` says which "no" such observations cover.
 */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Calibration, Conclusive } from '../evaluation/verdict.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { denialOf } from '../catalogue/rules/rule-counts.js';
import { isConsumerDomain } from '../../kernel/identity/mail-providers.js';
import { mailboxOf } from '../../kernel/identity/mailbox.js';
import { MINUTE_MS, SECOND_MS } from '../../kernel/values/durations.js';
import { applyControl, type Control } from './control.js';
import { mailDomainOf } from './control-accounts.js';
import type { Contradiction } from './contradictions.js';
import { RECENT_MS } from './lifetimes.js';
import { dependsOnMailDomain } from './domain-control.js';
import { hasUnrecognisedAbsence } from './platform-health.js';
import { restsOnWeakEvidence } from './weak-evidence.js';

/** How long a "no" waits for an observation that began after it, in milliseconds. */
export const WAIT_MS = 30 * SECOND_MS;
/** Clocks of two processes differ by less, in milliseconds: an observation "after" a "no" began so much later. */
const CLOCK_MS = SECOND_MS / 2;

/**
 * So many agree: identities and accounts of the observations before a "no", mail domains that stand for a consumer domain, and accounts from
 * which on it is shown that traffic calibrates a platform (less would show one account what another one looked up).
 */
export const ENOUGH = 3;
const BEFORE = { identities: ENOUGH, withinMs: RECENT_MS } as const;
/** Twice as many for an instant lookup, which cannot wait for one after it, and these newer. */
const INSTANT = { identities: 2 * ENOUGH, withinMs: 5 * MINUTE_MS } as const;
/** One that began after a "no" is expected where there were so many at its own domain or country: else it does not wait. */
const EXPECTED = 5;

/** A "registered" about somebody, or a later "no" about the same identity, which contradicts it. All but the time are digests. */
export interface Observation {
  readonly state: 'registered' | 'contradicted';
  /** When its request began, in milliseconds since the epoch. */
  readonly at: number;
  readonly identity: string;
  readonly account: string;
  /** Mail domain or country. */
  readonly location: string;
}

/** A "no" that no control covers. */
export interface UncoveredNo extends Pick<Observation, 'identity' | 'account' | 'location'> {
  /** When it was answered, in milliseconds since the epoch. */
  readonly at: number;
  /** Its mail domain is one of consumers: platforms know many others of the kind. */
  readonly isConsumer: boolean;
  readonly isInstant: boolean;
}

/** What is known beside a "no", of the same rule and egress. */
export interface TrafficState {
  readonly no: UncoveredNo;
  readonly observations: readonly Observation[];
  /** Only one account uses the service, so that its observations are all there are. */
  readonly isSole: boolean;
  readonly now: number;
}

/** What becomes of a "no". */
export type TrafficDecision =
  | { readonly is: 'covered' | 'waits' }
  /** `isLasting`: traffic shows nothing of the platform for a month. */
  | { readonly is: 'uncovered'; readonly because: string; readonly isLasting?: true };

interface TrafficRow {
  readonly when: string;
  readonly holds: (state: TrafficState) => boolean;
  readonly next: TrafficDecision;
}

export const uncovered = (because: string): TrafficDecision => ({ is: 'uncovered', because });
const CONTRADICTED = { is: 'uncovered', because: 'the platform contradicted itself' } as const;
const isOf = (no: UncoveredNo) => (each: Observation) => each.location === no.location;

/** Observations that a state counts from: registered, of somebody else, and begun before the "no" within its time. */
function before({ no, observations }: TrafficState, withinMs: number): Observation[] {
  return observations.filter(
    ({ state, identity, at }) => state === 'registered' && identity !== no.identity && at <= no.at && at >= no.at - withinMs,
  );
}

function isEnough(state: TrafficState, needed: { readonly identities: number; readonly withinMs: number }): boolean {
  const all = before(state, needed.withinMs);
  const own = all.filter(isOf(state.no));
  if (have(state, own, 'identity', needed.identities)) return true;
  return state.no.isConsumer && own.length > 0 && have(state, all, 'identity', needed.identities) && have(state, all, 'location', ENOUGH);
}

/**
 * Whether so many accounts can each be given an observation of their own, all of different identities (or places). A matching, so that an
 * account that also looks up what others did takes none of theirs away.
 */
function hasPairs(among: readonly Observation[], of: 'identity' | 'location', count: number): boolean {
  const offers = new Map<string, Set<string>>();
  for (const each of among) offers.set(each.account, (offers.get(each.account) ?? new Set()).add(each[of]));
  if (offers.size < count) return false;
  const takenBy = new Map<string, string>();
  const assign = (account: string, tried: Set<string>): boolean => {
    for (const offer of offers.get(account) ?? []) {
      if (tried.has(offer)) continue;
      tried.add(offer);
      const holder = takenBy.get(offer);
      if (holder !== undefined && !assign(holder, tried)) continue;
      takenBy.set(offer, account);
      return true;
    }
    return false;
  };
  for (const account of offers.keys()) if (assign(account, new Set()) && takenBy.size >= count) return true;
  return false;
}

const contradictions = ({ no, observations }: TrafficState): Observation[] =>
  observations.filter(({ state, at }) => state === 'contradicted' && at >= no.at - RECENT_MS);

/** Whether the platform took back what it said: seen by the account that asks, by two others, or by the only one. */
function isContradicted(state: TrafficState): boolean {
  const by = new Set(contradictions(state).map(({ account }) => account));
  return by.has(state.no.account) || by.size > 1 || (state.isSole && by.size > 0);
}

/** Whether some of these are of so many identities (or places), each by an account of its own; a sole account's count alone. */
function have({ isSole }: TrafficState, among: readonly Observation[], of: 'identity' | 'location', count: number): boolean {
  return isSole ? new Set(among.map((each) => each[of])).size >= count : hasPairs(among, of, count);
}

/** One that began after the "no", at its own domain or country, of an identity of which the platform may hold no earlier answer. */
function hasAfter({ no, observations }: TrafficState): boolean {
  const known = new Set(observations.filter(({ at }) => at <= no.at + CLOCK_MS).map(({ identity }) => identity));
  return observations.some(
    (each) =>
      each.state === 'registered' &&
      isOf(no)(each) &&
      each.at > no.at + CLOCK_MS &&
      each.at <= no.at + WAIT_MS &&
      each.identity !== no.identity &&
      !known.has(each.identity),
  );
}

export const TRAFFIC_TABLE: readonly TrafficRow[] = [
  {
    when: 'the same identity read registered within 15 minutes',
    holds: ({ no, observations }) => observations.some(({ identity }) => identity === no.identity),
    next: uncovered('the platform said the opposite about the same identity'),
  },
  {
    when: 'contradictions about two identities',
    holds: (state) => have(state, contradictions(state), 'identity', 2),
    next: { ...CONTRADICTED, isLasting: true },
  },
  { when: 'a contradiction', holds: isContradicted, next: CONTRADICTED },
  {
    when: 'an instant lookup, enough observations within five minutes',
    holds: (state) => state.no.isInstant && isEnough(state, INSTANT),
    next: { is: 'covered' },
  },
  { when: 'another instant lookup', holds: ({ no }) => no.isInstant, next: uncovered('too few accounts were seen there just before') },
  {
    when: 'too few observations within 15 minutes',
    holds: (state) => !isEnough(state, BEFORE),
    next: uncovered('too few accounts were seen there before'),
  },
  { when: 'an observation that began after it', holds: hasAfter, next: { is: 'covered' } },
  {
    when: 'none within 30 seconds',
    holds: ({ no, now }) => now >= no.at + WAIT_MS,
    next: uncovered('no account was seen there after it'),
  },
  {
    when: 'none is to be expected',
    holds: (state) => before(state, RECENT_MS).filter(isOf(state.no)).length < EXPECTED,
    next: uncovered('too few accounts are seen there to expect one after it'),
  },
  { when: 'otherwise', holds: () => true, next: { is: 'waits' } },
];

/** What becomes of a "no": the first row that holds. */
export function decideNo(state: TrafficState): TrafficDecision {
  return TRAFFIC_TABLE.find(({ holds }) => holds(state))?.next ?? uncovered('');
}

/**
 * Whether traffic calibrates a rule: it names no account that is known to exist, and has evidence of its own for both sides. A name's form
 * decides how a site treats it, so that no other name stands for it: rules of usernames are left out (`observed`).
 */
export function isForTraffic(rule: ProbeRule): boolean {
  const rests = (state: Conclusive['state']): boolean => restsOnWeakEvidence(rule, state);
  return denialOf(rule) === 'with_control_account' && !rests('registered') && !rests('not_registered');
}

/**
 * What shows at present that a rule's platform does not deny every account.
 *
 * @param hasAccounts whether the operator has accounts there
 * @param isSeen whether traffic of enough accounts calibrates it
 */
export function calibrationOf(rule: ProbeRule, { hasAccounts, isSeen }: { hasAccounts: boolean; isSeen: boolean }): Calibration | 'none' {
  const denial = denialOf(rule);
  if (denial === 'no') return 'none';
  if (hasAccounts) return 'operator';
  if (denial === 'yes') return 'shipped';
  return isSeen ? 'traffic' : 'none';
}

/** A "no" as it counts once traffic covers it; null: more than a known account is missing for that. */
export function withheldNo(
  rule: ProbeRule,
  verdict: Conclusive,
  control: Control,
  { contradictions, now }: { readonly contradictions: readonly Contradiction[]; readonly now: Date },
): Conclusive | null {
  const { outcome } = control;
  if (verdict.state !== 'not_registered' || verdict.rootRedirect !== undefined || !isForTraffic(rule)) return null;
  if (outcome.state !== 'passed' || outcome.mayDeny || hasUnrecognisedAbsence(control)) return null;
  if (contradictions.some(({ kind }) => kind !== 'negative')) return null;
  const covered = applyControl(verdict, { ...control, outcome: { ...outcome, mayDeny: true } }, now);
  return covered.state === 'inconclusive' ? null : { ...covered, evidence: { ...covered.evidence, calibratedBy: 'traffic' } };
}

/** A person as far as observations are about one, and their mail domain or country; null: none are made of such an identity. */
export function observed(
  rule: ProbeRule,
  { type, value }: Identity,
  countryOf: (phone: string) => string | null,
): { readonly identity: string; readonly location: string; readonly isConsumer: boolean } | null {
  if (type === 'phone') {
    const country = countryOf(value);
    return country === null ? null : { identity: value, location: country, isConsumer: false };
  }
  if (type !== 'email') return null;
  const mailbox = mailboxOf(value.toLowerCase());
  const domain = mailDomainOf(value);
  return { identity: mailbox, location: dependsOnMailDomain(rule) ? domain : 'any', isConsumer: isConsumerDomain(domain) };
}
