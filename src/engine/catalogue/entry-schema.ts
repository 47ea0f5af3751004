/** The schema of platform files, for the loader and, as `catalogue/*.schema.json`, for editors. `safety/` checks their requests. */
import { z } from 'zod';
import { STRENGTHS } from './rules/platform.js';
import { domain, host, probeRuleSchema, text } from './rules/rule-schema.js';
import { samplesSchema } from './sample-schema.js';

const queryTypeSchema = z.enum(['email', 'phone', 'username']);
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
  .describe('the page that shows a username, with `{username}` or `{username:lower}`; default: the page that the rule requests');
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
  retired: z
    .string()
    .min(20)
    .optional()
    .describe('why the platform is no longer probed; `probes` is empty, and the slug is still accepted'),
  sameAccountAs: slug
    .optional()
    .describe(
      "platform with the same accounts, which is probed instead; `probes` is empty, or replaces that platform's rules if their keys are set",
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
        positiveControls: perQueryType(z.array(text)).optional().describe('used before those of the rule'),
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
    name: text.optional().describe('name of a site that is not a platform; without it, `slug` names a platform, which gets the domains'),
    tags: z.array(slug).optional().describe('of a named site'),
    domains: z.array(domain).min(1).describe('the first is the homepage; former domains count too'),
  })
  .describe('a breached site on which people have accounts; never a data collector');
export type BreachedSite = z.infer<typeof breachedSiteSchema>;

/** Sites that were breached, by domain. Each is checked separately. */
export const breachedSitesFileSchema = z.strictObject({
  ...common,
  asOf: z.iso.date().optional().describe('day of its last change'),
  sites: z.array(z.unknown()),
});

export type PlatformFile = z.infer<typeof platformFileSchema>;
export type SiteSoftwareFile = z.infer<typeof siteSoftwareFileSchema>;
