import type { Identity } from '../domain/identity/identity.js';
import { restsOnWeakEvidence } from '../domain/calibration/weak-evidence.js';
import { evaluateResponse } from '../domain/evaluation/evaluate-response.js';
import { pageFingerprint } from '../domain/evaluation/page-fingerprint.js';
import type { Platform } from '../domain/catalogue/platform.js';
import type { PlatformProber, ProbeLimits } from '../domain/catalogue/ports.js';
import type { ProbeRule } from '../domain/catalogue/probe-rule.js';
import { canHold } from '../domain/catalogue/rule-scope.js';
import { type InconclusiveReason, traitsOf, type Verdict, type VerdictEvidence } from '../domain/evaluation/verdict.js';
import type { OutboundHttp } from '../net/outbound-http/index.js';
import { countryOf } from './phone-country.js';
import { buildRequest, hostTemplate } from './probe-request.js';
import { variablesFor } from './probe-variables.js';

export interface PlatformProberOptions {
  readonly transport: OutboundHttp;
  /** Request safety, checked just before sending: null, or why the request must not be sent. */
  readonly objection: (rule: ProbeRule, sent: { readonly method: string; readonly url: URL }) => string | null;
  /** Names the service honestly, in the form that sites expect of a client. */
  readonly userAgent?: string | undefined;
}

export const DEFAULT_USER_AGENT = 'Mozilla/5.0 (compatible; Footprint/1.0; identity lookup)';

/** Creates the prober: naming rule and scope, request safety, transport, evaluation. Every outcome is a verdict; it never throws. */
export function createPlatformProber(options: PlatformProberOptions): PlatformProber {
  const { transport, objection, userAgent = DEFAULT_USER_AGENT } = options;
  return {
    async probe(platform, identity, limits) {
      const rule = platform.probes[identity.type];
      if (rule === undefined || !canHold(rule, identity, countryOf)) {
        return inconclusive('not_applicable', unsentEvidence(platform, rule, 'the platform cannot hold such an identity'));
      }
      try {
        return await ask(platform, rule, identity, limits);
      } catch (error) {
        // An internal fault says nothing about the platform. Only the error's class is kept: its message may contain anything.
        const fault = error instanceof Error ? error.constructor.name : 'unknown';
        return inconclusive('unrecognised', unsentEvidence(platform, rule, `fault of the prober: ${fault}`));
      }
    },
  };

  async function ask(platform: Platform, rule: ProbeRule, identity: Identity, limits: ProbeLimits): Promise<Verdict> {
    const variables = variablesFor(identity);
    const request = buildRequest(rule, variables, { userAgent });
    if (request === null) return inconclusive('not_applicable', unsentEvidence(platform, rule, 'the identity has no place in the request'));
    const outcome = await transport.send({ ...request, egressKey: platform.slug, objection: (sent) => objection(rule, sent) }, limits);
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
    const judged = evaluateResponse(rule, variables, outcome.answer);
    const judgedBy = evidence(outcome.answer.status, judged.explanation);
    if (judged.state === 'inconclusive' && traitsOf(judged.reason).isRejection) transport.egressRejected(request.limitKey, outcome.egress);
    if (judged.state === 'inconclusive') return inconclusive(judged.reason, judgedBy, judged.retryAfterSeconds);
    if (judged.rootRedirect !== undefined) return { state: 'not_registered', evidence: judgedBy, rootRedirect: judged.rootRedirect };
    const isCompared = judged.state === 'not_registered' && restsOnWeakEvidence(rule, judged.state);
    return {
      state: judged.state,
      evidence: judgedBy,
      ...(isCompared ? { page: pageFingerprint(outcome.answer.body, identity.value) } : {}),
    };
  }
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
