import type { Identity } from '../kernel/identity/identity.js';
import { restsOnWeakEvidence } from './controls/weak-evidence.js';
import { ResponseView } from './evaluation/evidence-match.js';
import { type Evaluation, evaluateResponse } from './evaluation/evaluate-response.js';
import { cachedForMs, type HttpResponse } from '../kernel/net/http-response.js';
import { pageFingerprint } from './evaluation/page-fingerprint.js';
import type { Platform } from './catalogue/rules/platform.js';
import type { PlatformProber, ProbeLimits } from './http/prober.js';
import type { ProbeRule } from './catalogue/rules/probe-rule.js';
import { asKnown, canHold } from './catalogue/rules/rule-scope.js';
import { type InconclusiveReason, traitsOf, unsentVerdict, type Verdict, type VerdictEvidence } from './evaluation/verdict.js';
import { comparesPages } from './controls/site-pages.js';
import { structureFingerprint } from './evaluation/structure-fingerprint.js';
import type { OutboundHttp, OutboundOutcome } from './http/types.js';
import { linkedAccountsOf } from './linked-accounts/linked-accounts.js';
import { readProfile } from './profiles/read-profile.js';
import { countryOf } from './catalogue/rules/phone-country.js';
import { ruleWithKeys } from './catalogue/rules/platform-keys.js';
import type { KeyValues } from './http/platform-keys.js';
import { ProbePreparation, type ProbeSubject, type RuleViolation, type Used } from './http/probe-preparation.js';
import { type BuiltRequest, hostTemplate } from './http/probe-request.js';
import { variablesFor } from './http/probe-variables.js';

/** Is given every verdict but those of platforms that are switched off. */
export type VerdictObserver = (verdict: Verdict, platform: Platform, identity: Identity) => void;

/** Is given every usable response, and what it reads. */
export type ResponseObserver = (platform: Platform, identity: Identity, answer: HttpResponse, reads: Verdict['state']) => Promise<void>;

export interface PlatformProberOptions {
  readonly transport: OutboundHttp;
  readonly violation: RuleViolation;
  /** Platforms that an operator switched off; default: none. */
  readonly switches?: { current(): Promise<{ has(slug: string): boolean }> } | undefined;
  /** Keys of official interfaces; default: none. */
  readonly keys?: KeyValues | undefined;
  /** Names the service and its operator, never a browser; default: the service alone. */
  readonly userAgent?: string | undefined;
  /** Monotonic clock in milliseconds, for what is kept between probes. */
  readonly now?: (() => number) | undefined;
  readonly onResponse?: ResponseObserver | undefined;
  readonly observers?: readonly VerdictObserver[] | undefined;
}

/** Time that must be left for a second attempt to be worthwhile, in milliseconds. */
const MIN_SECOND_MS = 200;
/** Reasons that a stale token or cookie would give. */
const REJECTIONS: ReadonlySet<InconclusiveReason> = new Set([
  'blocked',
  'unrecognised',
  'unexpected_type',
  'login_wall',
  'redirected_away',
]);

/**
 * Everything that happens to a probe, in order, whoever asks: the platform's switch, naming rule and scope, request safety, transport,
 * evaluation, observers. Every outcome is a verdict; it never throws.
 */
export class RuleProber implements PlatformProber {
  readonly #preparation: ProbePreparation;
  readonly #keys: KeyValues;

  constructor(private readonly options: PlatformProberOptions) {
    const { violation, keys = new Map(), userAgent = 'Footprint', now } = options;
    this.#keys = keys;
    this.#preparation = new ProbePreparation({ violation, userAgent, keys, now });
  }

  async probe(platform: Platform, identity: Identity, limits: ProbeLimits): Promise<Verdict> {
    const { switches, observers = [] } = this.options;
    // Nothing is sent to a platform that an operator switched off, or while it is unknown which those are.
    const disabled = switches === undefined ? NONE : await switches.current().catch(() => null);
    if (disabled === null) return unsentVerdict('interrupted', 'the list of disabled platforms could not be read', platform.slug);
    if (disabled.has(platform.slug)) return unsentVerdict('disabled', 'disabled by an operator', platform.slug);
    const given = platform.probes[identity.type];
    const rule = given === undefined ? null : ruleWithKeys(given, this.#keys);
    const known = rule && asKnown(rule, identity);
    const verdict =
      rule !== null && known !== null && canHold(rule, known, countryOf)
        ? // An internal fault says nothing about the platform. Only the error's class is kept: its message may contain anything.
          await this.#probeByRule(platform, rule, known, limits).catch((error: unknown) => {
            const fault = error instanceof Error ? error.constructor.name : 'unknown';
            return inconclusive('unrecognised', unsentEvidence(platform, rule, `fault of the prober: ${fault}`));
          })
        : inconclusive('not_applicable', unsentEvidence(platform, given, whyNotAsked(given, rule)));
    for (const observe of observers) observe(verdict, platform, identity);
    return verdict;
  }

  /** One attempt, and a second one where the platform may have rejected a token or a cookie that others had used before. */
  async #probeByRule(platform: Platform, rule: ProbeRule, identity: Identity, limits: ProbeLimits): Promise<Verdict> {
    const subject: ProbeSubject = { platform, rule, variables: variablesFor(identity) };
    const request = this.#preparation.outline(subject);
    if (request === null) return inconclusive('not_applicable', unsentEvidence(platform, rule, 'the request cannot contain this identity'));
    const { transport, violation } = this.options;
    let attempt = limits;
    let rejected: Used = {};
    let first: Verdict | undefined;
    for (;;) {
      const used: Used = {};
      const prepare = this.#preparation.hook(subject, used, rejected);
      const outcome = await transport.send(
        { ...request, egressKey: platform.slug, violation: (sent) => violation(rule, sent), ...(prepare === undefined ? {} : { prepare }) },
        attempt,
      );
      const verdict = await this.#evaluate({ subject, identity, limits, request }, outcome);
      const mayRenew = this.#preparation.report(used, verdict.state === 'inconclusive' && REJECTIONS.has(verdict.reason));
      if (first !== undefined) return withRequestsOf(first, verdict);
      const deadlineMs = limits.deadlineMs - verdict.evidence.latencyMs;
      if (!mayRenew || deadlineMs < MIN_SECOND_MS || limits.signal.aborted) return verdict;
      first = verdict;
      rejected = used;
      attempt = { ...limits, deadlineMs, onStart: undefined };
    }
  }

  /** The verdict of what the transport gives. A platform that rejects the egress is asked through another one for a while. */
  async #evaluate({ request, ...asked }: Asked & { readonly request: BuiltRequest }, outcome: OutboundOutcome): Promise<Verdict> {
    const { platform, rule, variables } = asked.subject;
    const evidence = (status: number | null, explanation: string): VerdictEvidence => ({
      status,
      explanation,
      host: outcome.host === request.url.host ? hostTemplate(rule) : outcome.host,
      latencyMs: outcome.latencyMs,
      requests: outcome.requests,
    });
    if (!outcome.ok) {
      const verdict = inconclusive(outcome.reason, evidence(outcome.status, outcome.detail));
      return outcome.isTrialDue ? { ...verdict, isTrialDue: true } : verdict;
    }
    const { answer } = outcome;
    const evaluated = evaluateResponse(rule, variables, answer);
    await this.options.onResponse?.(platform, asked.identity, answer, evaluated.state);
    if (evaluated.state === 'inconclusive' && traitsOf(evaluated.reason).isRejection)
      this.options.transport.egressRejected(request.limitKey, outcome.egress);
    return verdictOf(evaluated, evidence(answer.status, evaluated.explanation), { ...asked, answer });
  }
}

const NONE: ReadonlySet<string> = new Set();

function whyNotAsked(given: ProbeRule | undefined, rule: ProbeRule | null): string {
  return given !== undefined && rule === null
    ? 'the keys that the rule needs are not configured'
    : 'the platform cannot hold such an identity';
}

/** The verdict of a second attempt, which accounts for the first one's requests. */
function withRequestsOf({ evidence: { latencyMs, requests } }: Verdict, second: Verdict): Verdict {
  const { evidence } = second;
  return { ...second, evidence: { ...evidence, latencyMs: evidence.latencyMs + latencyMs, requests: evidence.requests + requests } };
}

interface Asked {
  readonly subject: ProbeSubject;
  readonly identity: Identity;
  readonly limits: Pick<ProbeLimits, 'needsStructure'>;
}

interface Answered extends Asked {
  readonly answer: HttpResponse;
}

/** The verdict of a response, with what it shows besides and what controls compare it by. */
function verdictOf(evaluated: Evaluation, evidence: VerdictEvidence, { subject, identity, answer, limits }: Answered): Verdict {
  const { platform, rule, variables } = subject;
  if (evaluated.state === 'inconclusive') {
    const verdict = inconclusive(evaluated.reason, evidence, evaluated.retryAfterSeconds);
    return evaluated.namesIdentity ? { ...verdict, namesIdentity: true } : verdict;
  }
  const ageMs = cachedForMs(answer);
  const given = { evidence, ...(ageMs === undefined ? {} : { ageMs }) };
  if (evaluated.rootRedirect !== undefined) return { state: 'not_registered', ...given, rootRedirect: evaluated.rootRedirect };
  const structure = () => ({ structure: structureFingerprint(answer.body, identity.value) });
  if (evaluated.state === 'registered') {
    const view = new ResponseView(answer);
    const probed = { platform: platform.slug, identity: identity.value, variables, now: Date.now() };
    const linkedAccounts = linkedAccountsOf(rule, probed, view);
    const profile = rule.profile && readProfile(rule.profile, view.json()?.value, probed);
    return {
      state: 'registered',
      ...given,
      ...(linkedAccounts.length > 0 ? { linkedAccounts } : {}),
      ...(profile ? { profile } : {}),
      ...(limits.needsStructure === true || comparesPages(rule) ? structure() : {}),
    };
  }
  return {
    state: evaluated.state,
    ...given,
    ...(restsOnWeakEvidence(rule, evaluated.state) ? { page: pageFingerprint(answer.body, identity.value) } : {}),
    ...(limits.needsStructure ? structure() : {}),
  };
}

function inconclusive(
  reason: InconclusiveReason,
  evidence: VerdictEvidence,
  retryAfterSeconds?: number,
): Extract<Verdict, { state: 'inconclusive' }> {
  return { state: 'inconclusive', reason, evidence, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

function unsentEvidence(platform: Platform, rule: ProbeRule | undefined, explanation: string): VerdictEvidence {
  return {
    status: null,
    explanation,
    host: rule === undefined ? platform.slug : hostTemplate(rule),
    latencyMs: 0,
    requests: 0,
  };
}
