import type { ContentKind } from '../../../kernel/net/http-response.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Json } from '../../../kernel/values/json.js';
import type { AccountState, CountName, TimeFormat } from './profile.js';

/** How a fact was obtained. docs/contract.md, 1.2. */
export const RESULT_METHODS = ['public_api', 'account_enumeration', 'breach_record', 'domain_derived'] as const;
export type ResultMethod = (typeof RESULT_METHODS)[number];

/** Shapes that one value of a JSON response can be required to have. `identity` = equals the probed identity, case-insensitively. */
export const JSON_SHAPES = [
  'missing',
  'present',
  'null',
  'true',
  'false',
  'string',
  'number',
  'object',
  'array',
  'empty',
  'nonEmpty',
  'identity',
] as const;
export type JsonShape = (typeof JSON_SHAPES)[number];

/** One requirement on a JSON response; `pointer` is an RFC 6901 JSON Pointer, '' is the whole document. */
export interface JsonAssertion {
  readonly pointer: string;
  readonly is?: JsonShape | undefined;
  readonly equals?: Json | undefined;
  /** Regular expression (flags `iu`) that a string there must match; variables are escaped. */
  readonly matches?: string | undefined;
}

/**
 * Evidence for one side of a rule. Every field given must hold. Strings may contain variables such as `{username}`; a string with a
 * variable is compared case-insensitively.
 */
export interface Evidence {
  readonly status: readonly number[];
  readonly contentType?: ContentKind | undefined;
  readonly json?: readonly JsonAssertion[] | undefined;
  readonly contains?: readonly string[] | undefined;
  readonly containsAny?: readonly string[] | undefined;
  readonly lacks?: readonly string[] | undefined;
  /** The whole body, trimmed. '' means an empty body. */
  readonly bodyEquals?: string | undefined;
  /** Start of the `Location` header of a redirect that is not followed, resolved to an absolute URL. */
  readonly location?: string | undefined;
  /** Response headers that must be there with a value that contains this text (case folded). */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Absence side only: the platform has no page of its own for an absent account, it redirects to its root. Weak evidence, evaluated as
   * for every rule with an absence side (`root-redirect.ts`); it makes a rule two-sided that has no other evidence of absence.
   */
  readonly redirectToRoot?: boolean | undefined;
  /**
   * Weak evidence: the side has too little of its own (a status, an echo, a common phrase). It counts only while the platform's control
   * is valid, and yields to every block page. For imported rules; see `weak-evidence.ts`.
   */
  readonly weakEvidence?: boolean | undefined;
}

export type RequestBody = { readonly json: Json } | { readonly form: Readonly<Record<string, string>> };

/** A request that changes nothing and notifies nobody. `{…}` variables are encoded for their position: URL, form field, JSON string. */
export interface ProbeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: RequestBody | undefined;
  /** Follow redirects, within the URL's own host and `hosts`. */
  readonly followRedirects?: boolean | undefined;
  readonly redirectHosts?: readonly string[] | undefined;
  /** Limits of the host in place of the default ones, for the whole fleet and each egress. */
  readonly limits?: { readonly maxConcurrency?: number | undefined; readonly perSecond?: number | undefined } | undefined;
}

/** Identities that a rule may be asked about, besides its `pattern`. Others are skipped (`not_applicable`). */
export interface RuleScope {
  /** Countries of phone numbers: ISO 3166-1 alpha-2, upper case. */
  readonly countries?: readonly string[] | undefined;
  /** Domains of e-mail addresses, lower case, without their subdomains. */
  readonly domains?: readonly string[] | undefined;
}

/** Where a prelude's response holds a value; exactly one is given. */
export type Capture =
  | { readonly cookie: string }
  | { readonly header: string }
  /** RFC 6901 JSON Pointer to a string or a number. */
  | { readonly json: string }
  /** Regular expression (flag `u`) with one capturing group. */
  | { readonly text: string };

/**
 * One GET without any identity before the probe, through the same egress, whose response gives values to the probe's headers, form or
 * JSON body: `{prelude:<name>}`. Its response is shared by the probes of that egress and never changed by theirs.
 */
export interface Prelude {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly captures?: Readonly<Record<string, Capture>> | undefined;
  /** Whether the probe sends the cookies that the prelude's response set, as a browser would (RFC 6265). */
  readonly sendCookies?: boolean | undefined;
  /** How long the response is used, in seconds; less when a cookie that is used expires sooner. */
  readonly ttlSeconds: number;
}

/** Keys of an official interface that the operator supplies (`PLATFORM_KEYS`), as `{key:<name>}`. They are sent to one host only. */
export interface RuleCredentials {
  /** Names of the keys, all of which are needed. */
  readonly keys: readonly string[];
  readonly host: string;
  /** The request's URL with keys, where it is another one; both are answered alike. */
  readonly url?: string | undefined;
  /** Headers and query parameters that carry them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** OAuth 2.0 client credentials grant (RFC 6749, 4.4): the access token is `{key:token}`. Names of keys, and where to get it. */
  readonly grant?:
    | {
        readonly url: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** Id and secret are fields of the body in place of HTTP Basic (RFC 6749, 2.3.1). */
        readonly inBody?: boolean | undefined;
      }
    | undefined;
  /** Whether the rule is skipped without its keys; else it works at the platform's public limit. */
  readonly required: boolean;
  /** Limits of the host with keys, in place of the request's. */
  readonly limits?: ProbeRequest['limits'];
}

/** Review of the request's effect on the account's holder, and its basis (promise 3). */
export interface SafetyReview {
  /** `identifier_step`: the step of a sign-in that takes no password; it needs `evidence`. */
  readonly basis: 'documented_api' | 'public_page' | 'availability_check' | 'identifier_step';
  readonly reviewed: string;
  readonly reason: string;
  /** How it is known that the request sends nothing to the holder and creates nothing. */
  readonly evidence?: string | undefined;
  /**
   * `identifier_step` only: what the platform does for an account that has no password, and where that was read. A rule whose answer is not
   * known is on hold.
   */
  readonly withoutPassword?: { readonly does: string; readonly source: string } | 'not known' | undefined;
}

/** Where a rule was read, and how far it was checked. */
export interface RuleProvenance {
  /** Where the method was read: a public document or project, with its place in it. */
  readonly source: string;
  /** Day on which it was read. */
  readonly read: string;
  /** How many independent sources read the same request in the same way; absent: one. */
  readonly agreeing?: number | undefined;
  /** What may be wrong with it. */
  readonly caveat?: string | undefined;
  /** Day on which it was last checked against the platform itself; null: never. */
  readonly liveChecked: string | null;
}

/** Where a "registered" response reveals a handle: one of `json` and `text`. Never evidence. */
export interface LinkedAccountRule {
  /** RFC 6901 JSON Pointer in which `*` stands for every element of a list. */
  readonly json?: string | undefined;
  /** Regular expression (flag `u`) with one capturing group, read as a capture of a prelude. */
  readonly text?: string | undefined;
  /** Platform of the handle that is there; absent: there is a link to a profile (`linked-accounts/profile-pages.ts`). */
  readonly platform?: string | undefined;
}

/** Accounts that their holders can use, and that read absent: private ones, or ones without an address of their own. */
export interface AbsentClass {
  readonly class: string;
  /** Where that is documented, or how it was seen. */
  readonly source: string;
}

/** Names that the platform reports as taken though no account can have them. At least one of `names` and `pattern` is given. */
export interface ReservedNames {
  /** Whole names, compared case folded. */
  readonly names?: readonly string[] | undefined;
  /** Regular expression (flags `iu`) that such a name matches anywhere. */
  readonly pattern?: string | undefined;
  /** Where the platform documents them. */
  readonly source: string;
}

/**
 * Why a rule is suspected to answer wrongly, or nobody: another project that tries its checks has this one disabled; another source reads
 * the same address otherwise; other tools reach it with a browser only.
 */
export const SUSPICIONS = ['disabled_elsewhere', 'contradicted', 'walled'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

export interface TimeField {
  readonly json: string;
  readonly as: TimeFormat;
}

/**
 * What a "registered" response shows of the account besides that it exists. Typed answers only: every field is in the JSON object `of`,
 * whose `handle` has to be the probed identity in the same response, else nothing is read. Never evidence. All pointers are JSON Pointers
 * (RFC 6901), those of the fields from `of` on, and no field's leads through a list: what is in one may be of other people.
 */
export interface ProfileRule {
  /** Pointer to the object of the account; absent: the whole document. */
  readonly of?: string | undefined;
  /** Which value of the object names the identity. */
  readonly handle: JsonAssertion;
  readonly displayName?: string | undefined;
  /** The address of a picture, on one of these hosts only: another one could belong to anybody, and would see who looks. */
  readonly picture?: { readonly json: string; readonly hosts: readonly string[] } | undefined;
  readonly createdAt?: TimeField | undefined;
  readonly lastActiveAt?: TimeField | undefined;
  readonly counts?: Readonly<Partial<Record<CountName, string>>> | undefined;
  /** What shows a state. */
  readonly state?: Readonly<Partial<Record<AccountState, JsonAssertion>>> | undefined;
}

export interface ProbeRule {
  readonly method: 'public_api' | 'account_enumeration';
  /** Identities the platform can hold: anchored regular expression (flag `u`) on the identity's value. */
  readonly pattern?: string | undefined;
  readonly scope?: RuleScope | undefined;
  readonly prelude?: Prelude | undefined;
  readonly credentials?: RuleCredentials | undefined;
  readonly request: ProbeRequest;
  readonly safety: SafetyReview;
  /** Why no request is made for the rule until somebody has tried it. The loader checks such a rule and then leaves it out. */
  readonly onHold?: string | undefined;
  /** Deep lookups alone ask it, last of all, and nobody is asked about before a control has passed. */
  readonly suspect?: Suspicion | undefined;
  readonly provenance?: RuleProvenance | undefined;
  /** Presence side; a rule without it can never confirm. */
  readonly registered?: Evidence | undefined;
  /** Absence side; a rule without it can never deny (key servers, public-profile searches). */
  readonly absent?: Evidence | undefined;
  /** Where there are any, the rule only confirms (`mayDeny`); its absence side serves its controls. */
  readonly readsAbsent?: readonly AbsentClass[] | undefined;
  /** Where it is shown that two people may have names that differ in capitals alone: then a "no" is for the spelling that was asked. */
  readonly capitalsDiffer?: string | undefined;
  /** Where it is shown that a name is looked up as it was sent: then its "no", by a JSON member, counts for names of every form. */
  readonly nameAsSent?: string | undefined;
  /** Usernames that nobody is asked about here. */
  readonly reservedNames?: ReservedNames | undefined;
  /** Whose host receives the request; needed when it is not under the homepage's registrable domain. */
  readonly hostReason?: string | undefined;
  /** Why a "registered" response does not name the identity; needed when no evidence echoes it. */
  readonly echoExemption?: string | undefined;
  /** Handles that a "registered" response reveals beside the identity. */
  readonly linkedAccounts?: readonly LinkedAccountRule[] | undefined;
  /** What it shows of the account itself. */
  readonly profile?: ProfileRule | undefined;
  /** Further texts that mark a block page. */
  readonly blockPages?: readonly string[] | undefined;
  /** Accounts of organisations that exist, for positive controls. */
  readonly positiveControls?: readonly string[] | undefined;
}

/**
 * Where a sample's shape was seen: in a public answer, the platform's source, a public test that asks the platform itself, or a document,
 * at an address; or it is constructed from the rule.
 */
export type SampleOrigin = 'constructed' | Readonly<Partial<Record<SampleProof, string>>>;
export const SAMPLE_PROOFS = ['recorded', 'source', 'tested', 'documented'] as const;
export type SampleProof = (typeof SAMPLE_PROOFS)[number];

/** What a rule has evidence of. */
export const RULE_SIDES = ['registered', 'absent'] as const;
export type RuleSide = (typeof RULE_SIDES)[number];

/** The sides of a platform's rules that were seen in public. */
export type SampleOrigins = Readonly<Partial<Record<QueryType, Readonly<Partial<Record<RuleSide, SampleOrigin>>>>>>;

/** What the platform sends in one state, with variables in place of the identity, and invented values. */
export interface SampleResponse {
  /** Absent in operators' files only. */
  readonly origin?: SampleOrigin | undefined;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly json?: Json | undefined;
  readonly text?: string | readonly string[] | undefined;
}

export interface ProbeSamples {
  readonly registered?: SampleResponse | undefined;
  readonly absent?: SampleResponse | undefined;
  readonly blocked?: SampleResponse | undefined;
}

export type Probes = Readonly<Partial<Record<QueryType, ProbeRule>>>;
