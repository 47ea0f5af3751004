import type { z } from 'zod';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Json } from '../../../kernel/values/json.js';
import type { JSON_SHAPES, jsonAssertion } from './assertion-schema.js';
import type { profileSchema } from './profile-schema.js';
import type {
  captureSchema,
  credentialsSchema,
  evidenceSchema,
  linkedSchema,
  preludeSchema,
  probeRuleSchema,
  provenanceSchema,
  requestSchema,
  safetySchema,
  scopeSchema,
  SUSPICIONS,
} from './rule-schema.js';

/** How a fact was obtained. docs/contract.md, 1.2. */
export const RESULT_METHODS = ['public_api', 'account_enumeration', 'breach_record', 'domain_derived'] as const;
export type ResultMethod = (typeof RESULT_METHODS)[number];

/** As a file is read, and never changed afterwards. */
type Loaded<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;
type ReadonlyDeep<T> = [Json] extends [T] ? T : T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;

/** One requirement on a JSON response. */
export type JsonAssertion = Loaded<typeof jsonAssertion>;
export type JsonShape = (typeof JSON_SHAPES)[number];
export type Evidence = Loaded<typeof evidenceSchema>;
export type ProbeRequest = Loaded<typeof requestSchema>;
export type RequestBody = NonNullable<ProbeRequest['body']>;
/** Identities that a rule may be asked about, besides its `pattern`. */
export type RuleScope = Loaded<typeof scopeSchema>;
/** Where a prelude's response holds a value; exactly one is given. */
export type Capture = Loaded<typeof captureSchema>;
/** One GET without any identity before the probe, through the same egress. */
export type Prelude = Loaded<typeof preludeSchema>;
/** Keys of an official interface that the operator supplies (`PLATFORM_KEYS`), as `{key:<name>}`. They are sent to one host only. */
export type RuleCredentials = Loaded<typeof credentialsSchema>;
/** Review of the request's effect on the account's holder, and its basis. */
export type SafetyReview = Loaded<typeof safetySchema>;
export type RuleProvenance = Loaded<typeof provenanceSchema>;
export type LinkedAccountRule = Loaded<typeof linkedSchema>;
export type Suspicion = (typeof SUSPICIONS)[number];
/** What a "registered" response shows of the account besides that it exists. */
export type ProfileRule = Loaded<typeof profileSchema>;
/** How a platform is asked about identities of one type, and how its answer is read. */
export type ProbeRule = Loaded<typeof probeRuleSchema>;

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
