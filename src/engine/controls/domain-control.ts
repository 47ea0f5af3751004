/**
 * Mail domains of which a platform says that every address has an account: single sign-on, catch-all, federation, refusal. A "registered"
 * at such a domain says nothing about the address, and the platform's own negative control, at another domain, does not show it
 * (docs/adr/0037-control-accounts.md).
 */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { InconclusiveReason, Verdict } from '../evaluation/verdict.js';
import type { Identity } from '../../kernel/identity/identity.js';
import type { Control, ControlOutcome } from './control.js';

/** What a negative control at one mail domain showed. */
export interface DomainControl {
  readonly state: ControlOutcome['state'];
  /** The negative control read registered: so does every address there. */
  readonly isCatchAll: boolean;
  /** It was neither side's page: an absence where the platform's own negative control is not recognised either. */
  readonly isUnrecognised: boolean;
  readonly explanation: string;
}

/** The address, or its domain, in a request. Digests and local parts alone do not tell the platform which domain it is. */
const DOMAIN_VARIABLE = /\{email(?::domain)?\}/;
const dependent = new WeakMap<ProbeRule, boolean>();

/** Whether the platform learns the mail domain from the rule's request, and may so answer by the domain alone. */
export function dependsOnMailDomain(rule: ProbeRule): boolean {
  const known = dependent.get(rule);
  if (known !== undefined) return known;
  const { url, headers, body } = rule.request;
  const depends = DOMAIN_VARIABLE.test(JSON.stringify([url, headers, body]));
  dependent.set(rule, depends);
  return depends;
}

/**
 * Whether a "registered" needs a negative control at the address's own domain, and with a tag where the address has one: at consumer
 * webmail too, because sites that refuse a provider's addresses, or tags, answer as if each were taken. Not where the rule's scope names
 * domains, because the platform's own negative control is at one of those.
 */
export const needsDomainControl = (rule: ProbeRule, { type }: Identity): boolean =>
  type === 'email' && rule.scope?.domains === undefined && dependsOnMailDomain(rule);

/** Lets a "registered" through that the control at its domain covers. @param platform the platform's own control */
export function applyDomainControl(verdict: Verdict, control: DomainControl, platform: Control): Verdict {
  const isAbsence = platform.outcome.state === 'passed' && platform.outcome.isAbsenceUnrecognised === true && control.isUnrecognised;
  if (verdict.state !== 'registered' || control.state === 'passed' || isAbsence) return verdict;
  const reason: InconclusiveReason = control.isCatchAll ? 'catch_all' : 'uncalibrated';
  const explanation = `${verdict.evidence.explanation}; at the same mail domain ${control.explanation}`;
  return { state: 'inconclusive', reason, evidence: { ...verdict.evidence, explanation } };
}
