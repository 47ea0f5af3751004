/** The schema of a rule: the part of a platform file from which requests and verdicts follow. `probe-rule.ts` has its types. */
import { z } from 'zod';
import { CONTENT_KINDS } from '../../../kernel/net/http-response.js';
import { jsonAssertion, jsonValue } from './assertion-schema.js';
import { profileSchema } from './profile-schema.js';

const textMap = z.record(z.string(), z.string());
export const text = z.string().min(1);
const flag = (description: string) => z.boolean().optional().describe(description);

/** Evidence for one side of a rule. Every field given must hold. A string with a variable (`{username}`) is compared case-insensitively. */
export const evidenceSchema = z.strictObject({
  status: z.array(z.int().min(100).max(999)).min(1),
  contentType: z.enum(CONTENT_KINDS).optional(),
  json: z.array(jsonAssertion).min(1).optional().describe('all must be true; implies a JSON answer'),
  contains: z.array(text).min(1).optional().describe('all must be in the body'),
  containsAny: z.array(text).min(1).optional().describe('one must be in the body'),
  lacks: z.array(text).min(1).optional().describe('none may be in the body'),
  bodyEquals: z.string().optional().describe("the whole body, trimmed; '' is an empty body"),
  location: text.optional().describe('start of the Location of a redirect that is not followed'),
  /** Response headers that must be there with a value that contains this text (case folded). `location` is resolved to an absolute URL. */
  headers: textMap.optional(),
  /** Evaluated as for every rule with an absence side (`root-redirect.ts`); it makes a rule two-sided that has no other evidence of absence. */
  redirectToRoot: flag(
    'only in `absent`, as its only evidence: the platform redirects to its root, which counts only together with controls',
  ),
  /** A status, an echo, a common phrase. It yields to every block page; see `weak-evidence.ts`. */
  weakEvidence: flag("imported rules only: the side proves little by itself and counts only while the platform's control is valid"),
});

/** A request that changes nothing and notifies nobody. `{…}` variables are encoded for their position: URL, form field, JSON string. */
export const requestSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST']),
  url: z.string().regex(/^https?:\/\//, 'an absolute http(s) URL'),
  headers: textMap.optional(),
  body: z.union([z.strictObject({ json: jsonValue }), z.strictObject({ form: textMap })]).optional(),
  /** Within the URL's own host and `redirectHosts`. */
  followRedirects: z.boolean().optional(),
  redirectHosts: z.array(text).optional().describe('other hosts that a redirect may lead to'),
  limits: z
    .strictObject({ maxConcurrency: z.int().min(1).max(64).optional(), perSecond: z.int().min(1).max(1_000).optional() })
    .optional()
    .describe('maximum of requests in flight, and of requests started per second, at this host; for all workers together, per egress'),
});

const limitsSchema = requestSchema.shape.limits;
export const host = z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'a lower-case host name');

export const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a lower-case domain');

/** Others are `not_applicable`. */
export const scopeSchema = z
  .strictObject({
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code'))
      .min(1)
      .optional()
      .describe('countries of phone numbers'),
    domains: z.array(domain).min(1).optional().describe('domains of e-mail addresses, without their subdomains'),
  })
  .describe('identities that the rule covers, in addition to its pattern; others are skipped');

/** Where a prelude's response holds a value. `json` leads to a string or a number. */
export const captureSchema = z.union([
  z.strictObject({ cookie: text }),
  z.strictObject({ header: text }),
  z.strictObject({ json: z.string().regex(/^(\/.*)?$/, 'an RFC 6901 JSON Pointer') }),
  z.strictObject({ text: text.describe('regular expression, flag u, with one capturing group') }),
]);

/** Its response gives values to the probe's headers, form or JSON body, and is never changed by a probe's. */
export const preludeSchema = z
  .strictObject({
    url: z.url({ protocol: /^https$/ }),
    headers: textMap.optional(),
    captures: z
      .record(z.string().regex(/^[a-z][a-z0-9_]*$/), captureSchema)
      .optional()
      .describe('variables {prelude:<name>} of the probe'),
    /** As a browser would (RFC 6265). */
    sendCookies: z.boolean().optional().describe('the probe sends the cookies that this response set'),
    ttlSeconds: z.int().min(1).max(86_400).describe('how long the response is used; less when a used cookie expires sooner'),
  })
  .describe('a GET without an identity before the probe; the probes of an egress share it');

const keyName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower-case words joined by hyphens');
export const credentialsSchema = z
  .strictObject({
    keys: z.array(keyName).min(1).describe('names of keys in PLATFORM_KEYS, all needed'),
    host: host.describe('the only host that they are sent to'),
    url: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('the URL to use with keys, if it differs; both give the same answers'),
    headers: textMap.optional().describe('values may hold {key:<name>}'),
    query: textMap.optional().describe('values may hold {key:<name>}'),
    /** RFC 6749, 4.4 and 2.3.1. `clientId` and `clientSecret` are names of keys. */
    grant: z
      .strictObject({
        url: z.url({ protocol: /^https$/ }),
        clientId: keyName,
        clientSecret: keyName,
        inBody: z.boolean().optional().describe('id and secret are fields of the body instead of HTTP Basic'),
      })
      .optional()
      .describe('OAuth 2.0 client credentials grant; the access token is {key:token}'),
    /** If not, it works at the platform's public limit. */
    required: z.boolean().describe('whether the rule is skipped without its keys'),
    /** Limits of the host with keys, in place of the request's. */
    limits: limitsSchema,
  })
  .describe('keys of an official API that the operator supplies');

/** Where a "registered" response reveals a handle; `linked-accounts/profile-pages.ts` reads links. Never evidence. */
export const linkedSchema = z
  .strictObject({
    json: z
      .string()
      .regex(/^\/.+$/, 'a JSON Pointer')
      .optional()
      .describe('RFC 6901 JSON Pointer; `*` stands for every element of a list'),
    text: text.optional().describe('regular expression, flag u, with one capturing group'),
    platform: text.optional().describe('slug of the platform that the handle belongs to; without it, the value is a link to a profile'),
  })
  .refine(({ json, text: expression }) => (json === undefined) !== (expression === undefined), 'needs one of `json` and `text`');

const readsAbsentSchema = z
  .strictObject({ class: text.describe('which accounts'), source: text.describe('where this is documented, or how it was observed') })
  .describe('accounts that are in use (private, or without their own address); not suspended or deleted ones');

const reservedNamesSchema = z
  .strictObject({
    names: z.array(text).min(1).optional().describe('whole names, case folded'),
    pattern: text.optional().describe('regular expression, flags iu, that such a name matches anywhere'),
    source: text.describe('where the platform documents them'),
  })
  .refine(({ names, pattern }) => names !== undefined || pattern !== undefined, 'needs `names` or `pattern`')
  .describe('usernames that the platform reports as taken although no account can have them; they are never probed');

export const provenanceSchema = z
  .strictObject({
    source: text.describe('public document or project that the method comes from'),
    read: z.iso.date(),
    agreeing: z
      .int()
      .min(2)
      .optional()
      .describe('how many independent sources describe the same request with the same meaning; default: one'),
    /** What may be wrong with it. */
    caveat: text.optional(),
    liveChecked: z.iso.date().nullable().describe('day of the last check against the platform itself'),
  })
  .describe('where the rule comes from, and how far it was checked');

/** Promise 3. `identifier_step`: the step of a sign-in that takes no password; it needs `evidence`. */
export const safetySchema = z
  .strictObject({
    basis: z.enum(['documented_api', 'public_page', 'availability_check', 'identifier_step']),
    reviewed: z.iso.date(),
    reason: z.string().min(10),
    evidence: z.string().min(30).optional().describe('how it is known that nothing is sent to the holder and nothing created'),
    /** A rule whose answer is not known is on hold. */
    withoutPassword: z
      .union([z.literal('not known'), z.strictObject({ does: z.string().min(20), source: z.string().min(10) })])
      .optional()
      .describe('for `identifier_step`: what the platform does for an account without a password, and where this is stated'),
  })
  .describe('review of what the request does to the person: its basis, its date, and the finding in one sentence');

/**
 * Why a rule is suspected to answer wrongly, or nobody: another project that tries its checks has this one disabled; another source reads
 * the same address otherwise; other tools reach it with a browser only.
 */
export const SUSPICIONS = ['disabled_elsewhere', 'contradicted', 'walled'] as const;

export const probeRuleSchema = z.strictObject({
  method: z.enum(['public_api', 'account_enumeration']),
  /** Identities that the platform can hold (flag `u`). */
  pattern: z
    .string()
    .regex(/^\^.*\$$/s, 'an anchored regular expression')
    .optional(),
  scope: scopeSchema.optional(),
  prelude: preludeSchema.optional(),
  credentials: credentialsSchema.optional(),
  request: requestSchema,
  provenance: provenanceSchema.optional(),
  safety: safetySchema,
  /** The loader checks such a rule and then leaves it out. */
  onHold: z.string().min(20).optional().describe('why the rule sends no request until somebody has tried it'),
  suspect: z
    .enum(SUSPICIONS)
    .optional()
    .describe('why the rule may be wrong: only deep lookups use it, last, and only after a control has passed'),
  /** A rule without it can never confirm. */
  registered: evidenceSchema.optional(),
  /** A rule without it can never deny (key servers, public-profile searches). */
  absent: evidenceSchema.optional(),
  readsAbsent: z
    .array(readsAbsentSchema)
    .min(1)
    .optional()
    .describe('accounts in use that look absent: the rule then only confirms, and `absent` is only used for its controls'),
  capitalsDiffer: text
    .optional()
    .describe(
      'source that shows that two people may have names that differ only in capitals: a "no" then applies to the spelling that was sent',
    ),
  nameAsSent: text.optional().describe('source that shows that names are looked up as sent: a "no" by a JSON member counts in every form'),
  reservedNames: reservedNamesSchema.optional(),
  hostReason: z
    .string()
    .min(20)
    .max(300)
    .optional()
    .describe("who owns the host that gets the request, if it is not under the homepage's registrable domain"),
  echoExemption: text.optional().describe('why a "registered" response does not name the identity, if none of its evidence does'),
  linkedAccounts: z.array(linkedSchema).min(1).optional().describe('other handles that a "registered" response reveals; never evidence'),
  profile: profileSchema.optional(),
  blockPages: z.array(text).optional().describe('texts of block pages, in addition to those of all rules'),
  positiveControls: z.array(text).optional().describe('existing accounts of organisations, which show that the rule still works'),
});
