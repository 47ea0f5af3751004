/** Why no confident answer was obtained: the platform is then omitted, never reported as absent. */
export const INCONCLUSIVE_REASONS = [
  'not_applicable', // the platform cannot hold such an identity (its naming rule refuses it)
  'forbidden', // the request would break the harm rule, so it was not sent
  'timeout',
  'unreachable', // DNS, connection refused, reset, TLS
  'proxy_failed',
  'too_large', // the body went past its cap, before or after decompression
  'redirected_away', // redirect off the rule's own hosts, or too many
  'undecodable', // broken content encoding or charset
  'rate_limited',
  'server_error',
  'blocked', // 401, 403, 407, 451 and the like, not named by the rule
  'challenge', // a bot check answered instead of the platform
  'login_wall',
  'consent_wall',
  'unexpected_type', // another content type than the rule's side needs
  'unrecognised', // neither side's evidence
  'ambiguous', // both sides' evidence
  'echo_missing', // "registered", but the response does not name the probed identity
  'cooling_down', // the platform requested a pause
  'busy', // no slot was free at the platform within the lookup's limit
  'unavailable', // its circuit breaker is open: it timed out or was unreachable several times in a row
  'uncalibrated',
  'quarantined',
  'interrupted', // the lookup's deadline ended the check
] as const;
export type InconclusiveReason = (typeof INCONCLUSIVE_REASONS)[number];

/** What a verdict rests on. Kept with every result; holds no identity and no body. */
export interface VerdictEvidence {
  /** HTTP status of the response that was evaluated; null when there was none. */
  readonly status: number | null;
  /** Explanation for operators: which side of the rule matched and by what, or which inconclusive reason applied. */
  readonly explanation: string;
  /** Host of the response, after redirects. */
  readonly host: string;
  /** Milliseconds from sending the first request to the verdict. */
  readonly latencyMs: number;
  /** HTTP requests sent, retries and redirects included. */
  readonly requests: number;
  /** When the control ran that the verdict rests on (ISO 8601); absent while none was needed. */
  readonly controlAt?: string | undefined;
}

/** Stored evidence in today's names: `explanation` was called `matched`. Null: there is none. */
export function readEvidence(stored: VerdictEvidence | null): VerdictEvidence | null {
  if (stored === null || !('matched' in stored)) return stored;
  const { matched, ...evidence } = stored as VerdictEvidence & { readonly matched: string };
  return { ...evidence, explanation: matched };
}

export type Verdict =
  | { readonly state: 'registered'; readonly evidence: VerdictEvidence }
  | {
      readonly state: 'not_registered';
      readonly evidence: VerdictEvidence;
      /** Fingerprint of the page (`page-fingerprint.ts`), where the "no" rests on weak evidence; not stored with results. */
      readonly page?: string | undefined;
      /** Where the platform redirected, when the "no" is a redirect to its root (`root-redirect.ts`): weak evidence. */
      readonly rootRedirect?: string | undefined;
    }
  | {
      readonly state: 'inconclusive';
      readonly reason: InconclusiveReason;
      readonly evidence: VerdictEvidence;
      /** Pause that the platform requested (`Retry-After`), in seconds, when it did. */
      readonly retryAfterSeconds?: number;
      /** Whether a trial request may show that an unavailable platform is back. */
      readonly isTrialDue?: boolean;
    };

export type Conclusive = Extract<Verdict, { state: 'registered' | 'not_registered' }>;

/** Only a conclusive verdict can become a result: docs/contract.md, 1.1, as a type. */
export function isConclusive(verdict: Verdict): verdict is Conclusive {
  return verdict.state !== 'inconclusive';
}
