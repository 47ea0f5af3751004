/** The schema of platform files, for the loader and, as `catalogue/*.schema.json`, for editors. `safety/` checks their requests. */
import { z } from 'zod';
import { STRENGTHS } from './rules/platform.js';
import { CONTENT_KINDS } from '../../kernel/net/http-response.js';
import { SUSPICIONS } from './rules/probe-rule.js';
import { jsonAssertion, jsonValue } from './assertion-schema.js';
import { profileSchema } from './profile-schema.js';
import { samplesSchema } from './sample-schema.js';

const textMap = z.record(z.string(), z.string());
const text = z.string().min(1);
const flag = (description: string) => z.boolean().optional().describe(description);

export const evidenceSchema = z.strictObject({
  status: z.array(z.int().min(100).max(999)).min(1),
  contentType: z.enum(CONTENT_KINDS).optional(),
  json: z.array(jsonAssertion).min(1).optional().describe('all must hold; implies a JSON answer'),
  contains: z.array(text).min(1).optional().describe('all must be in the body'),
  containsAny: z.array(text).min(1).optional().describe('one must be in the body'),
  lacks: z.array(text).min(1).optional().describe('none may be in the body'),
  bodyEquals: z.string().optional().describe("the whole body, trimmed; '' is an empty body"),
  location: text.optional().describe('start of the Location of a redirect that is not followed'),
  headers: textMap.optional(),
  redirectToRoot: flag('absent only, instead of all other evidence: the platform redirects to its root, which counts beside controls only'),
  weakEvidence: flag("imported rules only: the side proves little by itself and counts only while the platform's control is valid"),
});

const requestSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST']),
  url: z.string().regex(/^https?:\/\//, 'an absolute http(s) URL'),
  headers: textMap.optional(),
  body: z.union([z.strictObject({ json: jsonValue }), z.strictObject({ form: textMap })]).optional(),
  followRedirects: z.boolean().optional(),
  redirectHosts: z.array(text).optional().describe('further hosts that a redirect may lead to'),
  limits: z
    .strictObject({ maxConcurrency: z.int().min(1).max(64).optional(), perSecond: z.int().min(1).max(1_000).optional() })
    .optional()
    .describe('requests in flight at most, and started a second, at this host; for the whole fleet and each egress'),
});

const limitsSchema = requestSchema.shape.limits;
const host = z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, 'a lower-case host name');

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a lower-case domain');

const scopeSchema = z
  .strictObject({
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code'))
      .min(1)
      .optional()
      .describe('countries of phone numbers'),
    domains: z.array(domain).min(1).optional().describe('domains of e-mail addresses, without their subdomains'),
  })
  .describe('identities that the rule may be asked about, besides its pattern; others are skipped');

const captureSchema = z.union([
  z.strictObject({ cookie: text }),
  z.strictObject({ header: text }),
  z.strictObject({ json: z.string().regex(/^(\/.*)?$/, 'an RFC 6901 JSON Pointer') }),
  z.strictObject({ text: text.describe('regular expression, flag u, with one capturing group') }),
]);
const preludeSchema = z
  .strictObject({
    url: z.url({ protocol: /^https$/ }),
    headers: textMap.optional(),
    captures: z
      .record(z.string().regex(/^[a-z][a-z0-9_]*$/), captureSchema)
      .optional()
      .describe('variables {prelude:<name>} of the probe'),
    sendCookies: z.boolean().optional().describe('the probe sends the cookies that this response set'),
    ttlSeconds: z.int().min(1).max(86_400).describe('how long the response is used; less when a used cookie expires sooner'),
  })
  .describe('one GET without any identity before the probe, shared by the probes of an egress');

const keyName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower-case words joined by hyphens');
const credentialsSchema = z
  .strictObject({
    keys: z.array(keyName).min(1).describe('names of keys in PLATFORM_KEYS, all needed'),
    host: host.describe('the only host that they are sent to'),
    url: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe("the request's URL with keys, where it is another one; both are answered alike"),
    headers: textMap.optional().describe('values may hold {key:<name>}'),
    query: textMap.optional().describe('values may hold {key:<name>}'),
    grant: z
      .strictObject({
        url: z.url({ protocol: /^https$/ }),
        clientId: keyName,
        clientSecret: keyName,
        inBody: z.boolean().optional().describe('id and secret are fields of the body in place of HTTP Basic'),
      })
      .optional()
      .describe('OAuth 2.0 client credentials grant; the access token is {key:token}'),
    required: z.boolean().describe('whether the rule is skipped without its keys'),
    limits: limitsSchema,
  })
  .describe('keys of an official interface that the operator supplies');

const linkedSchema = z
  .strictObject({
    json: z
      .string()
      .regex(/^\/.+$/, 'a JSON Pointer')
      .optional()
      .describe('RFC 6901 JSON Pointer; `*` stands for every element of a list'),
    text: text.optional().describe('regular expression, flag u, with one capturing group'),
    platform: text.optional().describe('slug of the platform of the handle that is there; without it there is a link to a profile'),
  })
  .refine(({ json, text: expression }) => (json === undefined) !== (expression === undefined), 'needs one of `json` and `text`');

const readsAbsentSchema = z
  .strictObject({ class: text.describe('which accounts'), source: text.describe('where that is documented, or how it was seen') })
  .describe('accounts that their holders can use (private, without an address of their own); not suspended or deleted ones');

const reservedNamesSchema = z
  .strictObject({
    names: z.array(text).min(1).optional().describe('whole names, case folded'),
    pattern: text.optional().describe('regular expression, flags iu, that such a name matches anywhere'),
    source: text.describe('where the platform documents them'),
  })
  .refine(({ names, pattern }) => names !== undefined || pattern !== undefined, 'needs `names` or `pattern`')
  .describe('usernames that the platform reports as taken though no account can have them: never asked about');

const provenanceSchema = z
  .strictObject({
    source: text.describe('public document or project where the method was read'),
    read: z.iso.date(),
    agreeing: z.int().min(2).optional().describe('how many independent sources read the same request in the same way; absent: one'),
    caveat: text.optional(),
    liveChecked: z.iso.date().nullable().describe('day of the last check against the platform itself'),
  })
  .describe('where the rule was read, and how far it was checked');

export const probeRuleSchema = z.strictObject({
  method: z.enum(['public_api', 'account_enumeration']),
  pattern: z
    .string()
    .regex(/^\^.*\$$/s, 'an anchored regular expression')
    .optional(),
  scope: scopeSchema.optional(),
  prelude: preludeSchema.optional(),
  credentials: credentialsSchema.optional(),
  request: requestSchema,
  provenance: provenanceSchema.optional(),
  safety: z
    .strictObject({
      basis: z.enum(['documented_api', 'public_page', 'availability_check', 'identifier_step']),
      reviewed: z.iso.date(),
      reason: z.string().min(10),
      evidence: z.string().min(30).optional().describe('how it is known that nothing is sent to the holder and nothing created'),
      withoutPassword: z
        .union([z.literal('not known'), z.strictObject({ does: z.string().min(20), source: z.string().min(10) })])
        .optional()
        .describe('of `identifier_step`: what the platform does for an account without a password, and where that was read'),
    })
    .describe('review of what the request does to the person: its basis, its date, and the finding in one sentence'),
  onHold: z.string().min(20).optional().describe('why no request is made for the rule until somebody has tried it'),
  suspect: z
    .enum(SUSPICIONS)
    .optional()
    .describe('why the rule may be wrong: deep lookups alone ask it, last of all, and only once a control has passed'),
  registered: evidenceSchema.optional(),
  absent: evidenceSchema.optional(),
  readsAbsent: z
    .array(readsAbsentSchema)
    .min(1)
    .optional()
    .describe('accounts in use that read absent: the rule then only confirms, and `absent` serves its controls'),
  capitalsDiffer: text
    .optional()
    .describe('source that shows that two people may have names that differ in capitals alone: a "no" is for the spelling that was asked'),
  nameAsSent: text.optional().describe('source that shows that names are looked up as sent: a "no" by a JSON member counts in every form'),
  reservedNames: reservedNamesSchema.optional(),
  hostReason: z
    .string()
    .min(20)
    .max(300)
    .optional()
    .describe("whose host gets the request, when it is not under the homepage's registrable domain"),
  echoExemption: text.optional().describe('why a "registered" response does not name the identity, when no evidence of that side does'),
  linkedAccounts: z.array(linkedSchema).min(1).optional().describe('further handles that a "registered" response reveals; never evidence'),
  profile: profileSchema.optional(),
  blockPages: z.array(text).optional().describe('texts of block pages, besides those that all rules share'),
  positiveControls: z.array(text).optional().describe('existing accounts of organisations, which show that the rule still works'),
});

export const queryTypeSchema = z.enum(['email', 'phone', 'username']);
const perQueryType = <T extends z.ZodType>(value: T) => z.partialRecord(queryTypeSchema, value);

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
  .max(60);
export const common = {
  $schema: z.string().optional(),
  notes: z.string().optional(),
};
const profilePage = z
  .string()
  .regex(/^https:\/\/[^\s"'<>\\]*$/, 'an https address')
  .regex(/\{username(?::[a-z]+)?\}/, 'an address with `{username}`')
  .optional()
  .describe('the page that shows a username, with `{username}` or `{username:lower}`; default: the page that the rule reads');
const platformFields = {
  slug,
  name: text,
  homepage: z.url({ protocol: /^https?$/ }),
  icon: z
    .url({ protocol: /^https$/ })
    .nullable()
    .optional(),
  tags: z.array(slug).optional(),
  strength: z
    .union([z.enum(STRENGTHS), perQueryType(z.enum(STRENGTHS))])
    .optional()
    .describe('strong platforms form the default band: one value, or one for each query type; default: standard'),
  instant: z.array(queryTypeSchema).optional().describe('query types that answer within the instant ceiling'),
};

export const platformFileSchema = z.strictObject({
  ...common,
  ...platformFields,
  profilePage,
  retired: z.string().min(20).optional().describe('why nothing probes the platform any more; `probes` is empty, the slug stays accepted'),
  sameAccountAs: slug
    .optional()
    .describe(
      "platform with the same account, which answers in its place; `probes` is empty, or takes that one's place where there are keys for it",
    ),
  probes: perQueryType(probeRuleSchema),
  samples: perQueryType(samplesSchema).optional(),
});

export const siteSoftwareFileSchema = z.strictObject({
  ...common,
  software: slug,
  name: text,
  profilePage,
  probes: perQueryType(probeRuleSchema).describe('as for a platform, with {host} in the URL'),
  samples: perQueryType(samplesSchema).optional(),
  sites: z
    .array(
      z.strictObject({
        ...platformFields,
        homepage: platformFields.homepage.optional(),
        host,
        positiveControls: perQueryType(z.array(text)).optional().describe('before those of the rule'),
      }),
    )
    .min(1),
});

/** Many platforms in one file, as importers write them. Each entry is checked separately: a faulty one does not affect the others. */
export const collectionFileSchema = z.strictObject({
  ...common,
  source: z.strictObject({ name: text, version: text, licence: text, sha256: text.optional() }).optional(),
  platforms: z.array(z.unknown().describe('a platform file without `$schema`')),
});

export const breachedSiteSchema = z
  .strictObject({
    slug,
    name: text
      .optional()
      .describe('of a site that is not a platform otherwise; without it the slug is of a platform, which gets the domains'),
    domains: z.array(domain).min(1).describe('the first one is the homepage; former ones count as well'),
  })
  .describe('a site with accounts that was breached; never a collector of data about people who have no account there');
export type BreachedSite = z.infer<typeof breachedSiteSchema>;

/** Sites that were breached, by domain. Each is checked separately. */
export const breachedSitesFileSchema = z.strictObject({
  ...common,
  asOf: z.iso.date().optional().describe('day of its last change'),
  sites: z.array(z.unknown()),
});

export type PlatformFile = z.infer<typeof platformFileSchema>;
export type SiteSoftwareFile = z.infer<typeof siteSoftwareFileSchema>;
