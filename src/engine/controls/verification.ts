/**
 * What a verdict needs before it counts: a state machine whose transitions are a table, as `CONTROL_TABLE` is. The state is the verdict,
 * the control it rests on and what was probed for it since; the first row that holds says what is probed next, or how it ends. Pure;
 * `verify-verdict.ts` carries it out, docs/adr/0007-calibration.md explains it.
 */
import { applyControl, type Control, covers, isKnownRedirect, matchesNegativeControl, needsOneRoundTrip } from './control.js';
import { deniesSpelling } from './capitals.js';
import type { Contradiction } from './contradictions.js';
import { isRecentControl, isUntried, needsPositiveControl, needsWholeControl, pageMismatch, restsOnWeakEvidence } from './weak-evidence.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { accountPosition } from '../evaluation/account-position.js';
import { rootRedirectOf } from '../evaluation/root-redirect.js';
import type { Conclusive, InconclusiveReason } from '../evaluation/verdict.js';
import type { RequestClass } from '../flow/request-class.js';
import type { FormProof } from './spellings.js';
import { comparesPages, isReservedWord, mayBeSitePage, type PageOwner, pageOwner } from './site-pages.js';
import { needsSitePages } from './site-page-probes.js';

/**
 * What may be probed for a verdict: the whole control; one that begins after the verdict, because an absence is answered in another way
 * than before (`changed`) or by a redirect to the root (`after`); the positive control; it again, sent behind the probe
 * (`positive_behind`) or after the verdict (`positive_after`, `positive_again`); pages to compare with; a negative control in the
 * identity's form that begins after the verdict (`similar`), or one that is kept (`form`); known accounts in its forms (`known_form`); the
 * identity again.
 */
export type Step =
  | 'whole'
  | 'changed'
  | 'after'
  | 'positive'
  | 'positive_behind'
  | 'positive_after'
  | 'positive_again'
  | 'pages'
  | 'similar'
  | 'form'
  | 'known_form'
  | 'repeat';

/** A verdict that a platform gave, and what was probed for it since. */
export interface VerificationState {
  readonly rule: ProbeRule;
  readonly verdict: Conclusive;
  readonly name: string;
  readonly requestClass: RequestClass;
  readonly control: Control;
  /** Contradictions of the platform within a day. */
  readonly contradictions: readonly Contradiction[];
  /** A control contradicted another one since the verdict was requested. */
  readonly isContradicted: boolean;
  /** One answer more than may rest on the last answer of the other side. */
  readonly isUnproven: boolean;
  /** Whether somebody was seen with a name of its form. */
  readonly form: FormProof;
  /** Steps that were carried out. */
  readonly done: readonly Step[];
  readonly now: Date;
}

/** How a state goes on: with a step, with an omission, or by the verdict, as far as the control covers it. */
export type Transition =
  | { readonly probe: Step }
  | { readonly omit: InconclusiveReason; readonly because: string }
  | { readonly end: 'control_decides' };

interface VerificationRow {
  readonly when: string;
  readonly holds: (state: VerificationState) => boolean;
  readonly next: Transition;
}

const isNo = ({ verdict }: VerificationState): boolean => verdict.state === 'not_registered';
const isWeakYes = ({ verdict, rule }: VerificationState): boolean =>
  verdict.state === 'registered' && restsOnWeakEvidence(rule, 'registered');
const isRedirect = ({ verdict, control }: VerificationState): boolean =>
  rootRedirectOf(verdict) !== undefined && matchesNegativeControl(verdict, control);
const isCovered = ({ verdict, control, now }: VerificationState): boolean => applyControl(verdict, control, now).state !== 'inconclusive';
const lacks = ({ done }: VerificationState, step: Step): boolean => !done.includes(step);
/** Steps that have a known account asked after the verdict, or right behind its probe. */
const PROOFS = ['after', 'positive_behind', 'positive_after'] as const;
/** Whether what was asked of a known account for this verdict came from a cache, and from before it was needed. */
const isShownByCache = ({ rule, control, done, now }: VerificationState): boolean =>
  control.outcome.state === 'passed' &&
  control.outcome.isCached === true &&
  (done.some((step) => step === 'positive_again' || PROOFS.some((proof) => proof === step)) ||
    (done.includes('positive') && needsPositiveControl(rule, control, now)));
/** Contradictions that show that the platform denies what exists. */
const DENYING: ReadonlySet<Contradiction['kind']> = new Set(['positive', 'answer']);
const denials = ({ contradictions }: VerificationState): number => contradictions.filter(({ kind }) => DENYING.has(kind)).length;
const isCompared = ({ verdict, rule }: VerificationState): boolean =>
  verdict.state === 'registered' && comparesPages(rule) && typeof verdict.structure === 'string';
const isDoubtfulYes = ({ verdict, rule }: VerificationState): boolean => verdict.state === 'registered' && mayBeSitePage(rule);
/** On weak evidence at the root any name may be a page's: then a tie decides nothing. Further inside, the table of words does. */
const isUntold = (state: VerificationState): boolean => isWeakYes(state) && ['root', 'host'].includes(accountPosition(state.rule));
const ownerOf = ({ verdict, control: { outcome } }: VerificationState): PageOwner =>
  pageOwner((verdict.state === 'registered' && verdict.structure) || '', {
    accounts: outcome.site?.accounts ?? [],
    sitePages: outcome.site?.own ?? [],
  });

/** What is asked behind a probe whose answer would be one too many of its side. A "yes" on weak evidence has steps of its own. */
function proofBehind(rule: ProbeRule, control: Control, isFull: Readonly<Record<Conclusive['state'], boolean>>): readonly Step[] {
  if (isFull.registered && covers(control, 'registered') && !restsOnWeakEvidence(rule, 'registered')) return ['after'];
  return isFull.not_registered && covers(control, 'not_registered') ? ['positive_after'] : [];
}

/** What is sent right behind a probe where a second round trip would hold up a lookup: to a slow platform, and for an instant answer. */
export function stepsBehind(
  rule: ProbeRule,
  control: Control,
  requestClass: RequestClass,
  { now, isFull }: { readonly now: Date; readonly isFull: Readonly<Record<Conclusive['state'], boolean>> },
): readonly Step[] {
  if (control.outcome.state !== 'passed') return [];
  const proof = requestClass === 'instant' ? proofBehind(rule, control, isFull) : [];
  if (requestClass === 'instant' && mayBeSitePage(rule) && !restsOnWeakEvidence(rule, 'registered'))
    return [...proof, ...(comparesPages(rule) && needsSitePages(control, now) ? (['pages'] as const) : []), 'form'];
  if (proof.length > 0) return proof;
  if (!needsOneRoundTrip(control)) return [];
  const mayRepeat = requestClass !== 'instant' && restsOnWeakEvidence(rule, 'registered');
  return [...(isKnownRedirect(control) ? (['positive_behind'] as const) : []), ...(mayRepeat ? (['similar'] as const) : [])];
}

export const VERIFICATION_TABLE: readonly VerificationRow[] = [
  { when: 'the control has not passed', holds: ({ control }) => control.outcome.state !== 'passed', next: { end: 'control_decides' } },
  {
    when: 'a "no" of another form than the negative control\'s, which is older than a minute',
    holds: (state) =>
      isNo(state) &&
      lacks(state, 'changed') &&
      !matchesNegativeControl(state.verdict, state.control) &&
      !isRecentControl(state.control, state.now),
    next: { probe: 'changed' },
  },
  {
    when: 'a "no" by a redirect to the root, of a platform known for it, without a positive control that was sent after the probe',
    holds: (state) => isRedirect(state) && isKnownRedirect(state.control) && lacks(state, 'after') && lacks(state, 'positive_behind'),
    next: { probe: 'positive_behind' },
  },
  {
    when: 'a "no" by a redirect to the root, of another platform, without a whole control that began after it',
    holds: (state) => isRedirect(state) && lacks(state, 'after') && lacks(state, 'positive_behind'),
    next: { probe: 'after' },
  },
  {
    when: 'a "no" on weak evidence, the positive control older than 15 minutes',
    holds: (state) => isNo(state) && lacks(state, 'positive') && needsPositiveControl(state.rule, state.control, state.now),
    next: { probe: 'positive' },
  },
  {
    when: 'a "no" on weak evidence, on a page unlike that of the negative control',
    holds: (state) => lacks(state, 'whole') && needsWholeControl(state.rule, state.verdict, state.control, state.now),
    next: { probe: 'whole' },
  },
  {
    when: "the same again, when the negative control's page is always the same",
    holds: ({ rule, verdict, control }) => pageMismatch(rule, verdict, control),
    next: { omit: 'unrecognised', because: 'not the page that the platform shows for absent identities' },
  },
  { when: 'the control does not cover the verdict', holds: (state) => !isCovered(state), next: { end: 'control_decides' } },
  {
    when: 'a "no" of a platform that denies a known account in other capitals',
    holds: (state) => isNo(state) && deniesSpelling(state.control, state.name),
    next: { omit: 'only_confirms', because: 'the platform denies a known account in other capitals' },
  },
  {
    when: 'a "no" about a name in a form that known accounts have, and nobody was seen in',
    holds: (state) => isNo(state) && state.form === 'known' && lacks(state, 'known_form'),
    next: { probe: 'known_form' },
  },
  {
    when: 'the same where none has it',
    holds: (state) => isNo(state) && state.form !== 'proven',
    next: {
      omit: 'unproven_form',
      because: 'no account with a name of this form was seen, and the platform may spell such names differently',
    },
  },
  {
    when: 'a control contradicted another one since the verdict was requested',
    holds: ({ isContradicted }) => isContradicted,
    next: { omit: 'uncalibrated', because: 'requested before a control contradicted it' },
  },
  {
    when: 'a "no" for which a known account was asked, and a cache answered',
    holds: (state) => isNo(state) && isShownByCache(state),
    next: { omit: 'unconfirmed', because: 'a cache answered for the known account, so that it shows nothing of the platform now' },
  },
  {
    when: 'the eleventh "no" of an egress since the last positive answer, without a positive control after it',
    holds: (state) => isNo(state) && state.isUnproven && PROOFS.every((step) => lacks(state, step)),
    next: { probe: 'positive_after' },
  },
  {
    when: 'a "no", on whatever evidence, two contradictions of an account that exists within a day',
    holds: (state) => isNo(state) && denials(state) > 1,
    next: { omit: 'unconfirmed', because: 'the platform denied accounts that exist, more than once within a day' },
  },
  {
    when: 'the same with one contradiction, without a positive control after it',
    holds: (state) => isNo(state) && denials(state) === 1 && lacks(state, 'positive_after'),
    next: { probe: 'positive_after' },
  },
  {
    when: 'with one positive control after it',
    holds: (state) => isNo(state) && denials(state) === 1 && lacks(state, 'positive_again'),
    next: { probe: 'positive_again' },
  },
  {
    when: 'with two, and not repeated',
    holds: (state) => isNo(state) && denials(state) === 1 && lacks(state, 'repeat'),
    next: { probe: 'repeat' },
  },
  {
    when: 'a "no" on weak evidence, too few known accounts in a row since the last contradiction, not repeated',
    holds: (state) => isNo(state) && state.requestClass !== 'instant' && isUntried(state.rule, state.control) && lacks(state, 'repeat'),
    next: { probe: 'repeat' },
  },
  {
    when: 'a "yes" on weak evidence, a contradiction within a day',
    holds: (state) => isWeakYes(state) && state.contradictions.length > 0,
    next: { omit: 'unconfirmed', because: 'the platform contradicted itself within a day' },
  },
  {
    when: 'a "yes" on weak evidence for an instant lookup',
    holds: (state) => isWeakYes(state) && state.requestClass === 'instant',
    next: { omit: 'unconfirmed', because: 'it would need a repetition, for which an instant lookup has no time' },
  },
  {
    when: 'a "yes" that does not name the account, on a page without a structure, for a word that sites use',
    holds: (state) => isDoubtfulYes(state) && !isCompared(state) && isReservedWord(state.rule, state.name),
    next: { omit: 'reserved_name', because: 'a word that sites use for their own pages' },
  },
  {
    when: 'a "yes" that does not name the account, without pages to compare it with',
    holds: (state) => isCompared(state) && lacks(state, 'pages') && needsSitePages(state.control, state.now),
    next: { probe: 'pages' },
  },
  {
    when: "the same, on a page that is not more like an account's than like the site's own",
    holds: (state) => isCompared(state) && (isUntold(state) ? ownerOf(state) !== 'account' : ownerOf(state) === 'site'),
    next: { omit: 'site_page', because: "the page is not more like those of known accounts than like the site's own" },
  },
  {
    when: "the same, where accounts' pages are not told from the site's own, for a word that sites use",
    holds: (state) => isCompared(state) && ownerOf(state) === 'tie' && isReservedWord(state.rule, state.name),
    next: { omit: 'reserved_name', because: 'a word that sites use for their own pages' },
  },
  {
    when: 'a "yes" that does not name the account, on evidence of its own or for a number, without a negative control of its form',
    holds: (state) => isDoubtfulYes(state) && (!isWeakYes(state) || /^\p{Nd}+$/u.test(state.name)) && lacks(state, 'form'),
    next: { probe: 'form' },
  },
  {
    when: 'a "yes" on weak evidence, without a negative control of its shape after it',
    holds: (state) => isWeakYes(state) && lacks(state, 'similar'),
    next: { probe: 'similar' },
  },
  {
    when: 'the same, not repeated after that',
    holds: (state) => isWeakYes(state) && lacks(state, 'repeat'),
    next: { probe: 'repeat' },
  },
  {
    when: 'the eleventh "yes" of an egress since the last "no", without a negative control after it',
    holds: (state) => !isNo(state) && state.isUnproven && lacks(state, 'after') && lacks(state, 'similar'),
    next: { probe: 'after' },
  },
  { when: 'otherwise', holds: () => true, next: { end: 'control_decides' } },
];

/** How the verification of a verdict goes on. */
export function nextTransition(state: VerificationState): Transition {
  return VERIFICATION_TABLE.find(({ holds }) => holds(state))?.next ?? { end: 'control_decides' };
}
