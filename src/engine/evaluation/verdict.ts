import type { Profile } from '../catalogue/rules/profile.js';

/** What a reason shows. A new reason has to say it, so that none counts against a rule or a platform by default. */
interface ReasonTraits {
  /** It stems from the path to the platform or its defences and shows nothing about the rule: a control is then blocked, not failed. */
  readonly isBlocking: boolean;
  /** It counts in the platform's statistics: the platform was asked and gave no confident answer. */
  readonly countsForPlatform: boolean;
  /** The platform rejects the address that the request came from. */
  readonly isRejection?: boolean;
  /** Why the platform was omitted, for the caller. It names neither the identity nor the page that answered. */
  readonly sentence: string;
}

/** The path to the platform, or its defences. */
const PATH = { isBlocking: true, countsForPlatform: true } as const;
/** The response and the rule do not fit. */
const RULE = { isBlocking: false, countsForPlatform: true } as const;
/** This service or its egress. */
const SERVICE = { isBlocking: true, countsForPlatform: false } as const;
/** The platform was not to be asked, or its answers do not count. */
const UNPROBED = { isBlocking: false, countsForPlatform: false } as const;

/** Why no confident answer was obtained: the platform is then omitted, never reported as absent. */
const REASONS = {
  /** The platform cannot hold such an identity (its naming rule refuses it), or is not asked about it (it is outside the rule's scope). */
  not_applicable: {
    ...UNPROBED,
    sentence: 'The platform cannot have such an account, or only serves other countries or domains.',
  },
  /** The identity opted out: it is on the suppression list. */
  suppressed: { ...UNPROBED, sentence: 'The identity is on the suppression list, so the platform was not probed.' },
  /** Nobody was seen with a name of this form, which the platform may write in another way. */
  unproven_form: {
    ...UNPROBED,
    sentence: 'The platform may spell such names differently, so a "no" would not prove that there is no account.',
  },
  /** Pages of the site, or the platform's own rule, take such a name, so that the answer would show no account. */
  reserved_name: { ...UNPROBED, sentence: 'Sites use or reserve this name for themselves, so an answer would not prove an account.' },
  /** Request safety refused the request, so it was not sent. */
  forbidden: { ...UNPROBED, sentence: 'The request could have disturbed the holder of the identity, so it was not sent.' },
  not_passive: { ...UNPROBED, sentence: 'The lookup was passive, and the platform has no public interface for this kind of identity.' },
  purpose_forbids: { ...UNPROBED, sentence: 'The purpose of the lookup does not allow this kind of platform to be queried.' },
  timeout: { ...PATH, sentence: 'The platform did not answer in time.' },
  /** DNS, connection refused, reset, TLS. */
  unreachable: { ...PATH, sentence: 'The platform could not be reached.' },
  proxy_failed: { ...SERVICE, sentence: 'The proxy between this service and the platform failed.' },
  /** The body went past its cap, before or after decompression. */
  too_large: { ...PATH, sentence: 'The response was larger than any valid response of this platform.' },
  /** Redirect off the rule's own hosts, or too many. */
  redirected_away: { ...PATH, sentence: 'The platform redirected to another site instead of answering.' },
  /** Broken content encoding or charset. */
  undecodable: { ...PATH, sentence: 'The response could not be decoded.' },
  rate_limited: { ...PATH, isRejection: true, sentence: 'The platform limits requests and asked to be queried later.' },
  server_error: { ...PATH, sentence: 'The platform had an internal error.' },
  /** 401, 403, 407, 451 and the like, not named by the rule. */
  blocked: { ...PATH, isRejection: true, sentence: 'The platform refused the request.' },
  /** A bot check was returned instead of an answer. */
  challenge: { ...PATH, isRejection: true, sentence: 'A bot check was returned instead of an answer.' },
  login_wall: { ...PATH, sentence: 'The platform requires a login before it answers.' },
  consent_wall: { ...PATH, sentence: 'A consent page was returned instead of an answer.' },
  /** Another content type than the rule's side needs. */
  unexpected_type: { ...RULE, sentence: 'The response was not of the type that the platform usually returns.' },
  /** Neither side's evidence. */
  unrecognised: { ...RULE, sentence: 'The response showed neither that an account exists nor that none exists.' },
  /** The page is more like the site's own pages than like an account's: the identity's name is a word of the site. */
  site_page: { ...UNPROBED, sentence: 'The page with this name looks like a page of the site itself, not like an account.' },
  /** The response before the probe's lacked what the probe needs of it. */
  prelude_unusable: { ...RULE, sentence: 'The page that is requested first did not contain the data for the actual request.' },
  /** Both sides' evidence. */
  ambiguous: { ...RULE, sentence: 'The response showed both that an account exists and that none exists.' },
  /** "registered", but the response does not name the probed identity. */
  echo_missing: { ...RULE, sentence: 'The response indicated an account without naming the identity that was looked up.' },
  /** An operator switched it off by hand. A control of it shows nothing. */
  disabled: { ...SERVICE, sentence: 'The operator of the service has disabled the platform.' },
  /** The platform requested a pause. */
  backing_off: { ...SERVICE, sentence: 'The platform limited requests, so it is not probed until its backoff has passed.' },
  /** No slot was free at the platform within the lookup's limit. */
  busy: { ...SERVICE, sentence: 'Too many requests were waiting for the platform.' },
  /** Its circuit breaker is open: it timed out or was unreachable several times in a row. */
  unavailable: { ...SERVICE, sentence: 'The platform did not respond several times in a row, so it is not probed for a while.' },
  uncalibrated: { ...UNPROBED, sentence: 'The answer does not count: no control (a check with a known answer) is currently valid.' },
  /** No account is known to exist there, and lookups by others did not show enough of them. */
  uncovered: {
    ...UNPROBED,
    sentence: 'Nothing currently proves that a "no" from this platform means anything, so the "no" is left out.',
  },
  /** An answer on weak evidence that was not repeated, or was another one when it was; or the platform contradicted itself within a day. */
  unconfirmed: { ...UNPROBED, sentence: 'The answer is not sufficient evidence on its own, and a second probe did not confirm it.' },
  /** The rule only confirms: accounts of a class that their holders can use read absent as well (`readsAbsent`). */
  only_confirms: { ...UNPROBED, sentence: 'The platform hides some active accounts, so its "no" proves nothing.' },
  /** The platform says "registered" of every address at this mail domain (SSO, catch-all, federation): no fault of its own. */
  catch_all: { ...UNPROBED, sentence: 'The platform reports an account for every address at this mail domain.' },
  quarantined: { ...UNPROBED, sentence: 'The platform failed a control, a check with a known answer. Until it passes, no answer counts.' },
  /** The lookup's deadline ended the check. */
  interrupted: { ...SERVICE, sentence: 'The check was stopped before the platform answered.' },
} as const satisfies Readonly<Record<string, ReasonTraits>>;
export type InconclusiveReason = keyof typeof REASONS;
export const INCONCLUSIVE_REASONS = Object.keys(REASONS) as readonly InconclusiveReason[];

/** The traits of a reason. */
export function traitsOf(reason: InconclusiveReason): ReasonTraits {
  return REASONS[reason];
}

/** What shows that a platform does not deny every account: known accounts of its rule, the operator's, or what lookups found. */
export const CALIBRATIONS = ['shipped', 'operator', 'traffic'] as const;
export type Calibration = (typeof CALIBRATIONS)[number];

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
  /** What showed that the platform does not deny every account, of a "not registered". */
  readonly calibratedBy?: Calibration | undefined;
}

/** A handle, and the platform that it is a handle of. */
export interface LinkedAccount {
  readonly platform: string;
  readonly handle: string;
}

/** What every conclusive verdict has. */
interface Answered {
  readonly evidence: VerdictEvidence;
  /** How old its response was, in milliseconds, when a cache gave it (0: not known); absent: the platform did. Not stored. */
  readonly ageMs?: number | undefined;
}

export type Verdict =
  | (Answered & {
      readonly state: 'registered';
      /** Handles that the response revealed. */
      readonly linkedAccounts?: readonly LinkedAccount[] | undefined;
      /** What the response shows of the account itself. */
      readonly profile?: Profile | undefined;
      /** Structure of the page (`structure-fingerprint.ts`), where it is compared with the site's own; null: it has none. Not stored. */
      readonly structure?: string | null | undefined;
    })
  | (Answered & {
      readonly state: 'not_registered';
      /** Fingerprint of the page (`page-fingerprint.ts`), where the "no" rests on weak evidence; not stored with results. */
      readonly page?: string | undefined;
      /** As of a "registered", where a control needs it. */
      readonly structure?: string | null | undefined;
      /** Where the platform redirected, when the "no" is a redirect to its root (`root-redirect.ts`): weak evidence. */
      readonly rootRedirect?: string | undefined;
    })
  | {
      readonly state: 'inconclusive';
      readonly reason: InconclusiveReason;
      readonly evidence: VerdictEvidence;
      /** A "no" that counts if what other lookups found covers it (`traffic.ts`). */
      readonly withheld?: Conclusive;
      /** Pause that the platform requested (`Retry-After`), in seconds, when it did. */
      readonly retryAfterSeconds?: number;
      /** Whether an unrecognised page names the probed identity. */
      readonly namesIdentity?: boolean;
      /** Whether a trial request may show that an unavailable platform is back. */
      readonly isTrialDue?: boolean;
    };

/** Only a conclusive verdict can become a result: docs/contract.md, 1.1, as a type. */
export type Conclusive = Extract<Verdict, { state: 'registered' | 'not_registered' }>;

/** The verdict of a probe of which no response was read. @param host whom it was about: the platform's slug */
export const unsentVerdict = (reason: InconclusiveReason, explanation: string, host: string): Verdict => ({
  state: 'inconclusive',
  reason,
  evidence: { status: null, explanation, host, latencyMs: 0, requests: 0 },
});
