/** The v2 body, field by field. It is shaped in src/domain/v2/lookup-body.ts. */
import { z } from 'zod';
import { FACT_MODULES } from '../../domain/lookup/enrichment.js';
import { SOURCE_FAILURES } from '../../domain/source.js';
import { STARTING_POINT } from '../../domain/risk/score-risk.js';
import { INSUFFICIENT, LEVEL_CONFIDENCE, LEVELS, SIGNAL_CODES } from '../../domain/risk/signals.js';
import { LOOKUP_KINDS } from '../../domain/lookup/lookup.js';
import { RESULT_METHODS } from '../../domain/catalogue/probe-rule.js';
import { SUBJECT_KINDS } from '../../domain/identity/subjects.js';
import { FINDING_STATES } from '../../domain/v2/module-findings.js';
import { INCONCLUSIVE_REASONS } from '../../domain/evaluation/verdict.js';
import { lookupId } from '../lookups/lookup-routes.js';
import { breachRecord, emailDetails, ipDetails, phoneDetails, webMention } from '../v1/schemas.js';

const reason = z
  .object({
    code: z.enum([STARTING_POINT, ...SIGNAL_CODES]),
    module: z.enum(['model', 'footprint', ...FACT_MODULES]).describe('Where the evidence comes from.'),
    direction: z.enum(['raises', 'lowers']),
    impact: z.int().describe('Points of the score that it accounts for; 0 when a stronger reason of its kind speaks for it.'),
    message: z.string(),
  })
  .meta({ id: 'RiskReason' });

/** Shaped in src/domain/risk/score-risk.ts. */
const risk = z
  .object({
    score: z.int().min(0).max(100).nullable().describe('Null when nothing at all was answered.'),
    level: z.enum([INSUFFICIENT, ...LEVELS]).describe(`\`${INSUFFICIENT}\` while the confidence is below ${LEVEL_CONFIDENCE}.`),
    confidence: z.int().min(0).max(100).describe('How much of what the model can look at was there. It says nothing of the score.'),
    reasons: z.array(reason).describe('Their impacts add up to the score; none without one.'),
    coverage: z
      .object({ planned: z.int(), answered: z.int(), omitted: z.int() })
      .describe('Questions, a platform and an identity each: planned, confidently answered, omitted.'),
    modelVersion: z.string().describe('Scores of two versions are not to be compared.'),
  })
  .meta({ id: 'Risk', description: 'A sum of reasons. What is not known moves the confidence, never the score.' });

const timestamp = z.iso.datetime();
const slug = z.string();
const identityType = z.enum(SUBJECT_KINDS);
const value = z.string().describe('The identity, as it was sent.');

export const identity = z
  .object({ type: identityType, value })
  .meta({ id: 'IdentityName', description: 'The identity that this is about.' });
export const shownIdentity = z
  .object({
    type: identityType,
    value,
    normalized: z.string().describe('The spelling that platforms and sources are asked about.'),
    suppressed: z.boolean().describe('It was on the suppression list when the lookup was planned: nothing was asked about it.'),
  })
  .meta({ id: 'Identity' });

const platformName = {
  platform: slug.describe('Platform slug.'),
  name: z.string().describe('The platform, as people call it.'),
  icon: z.string().nullable().describe('URL of an icon.'),
};
const method = z.enum(RESULT_METHODS).describe('How the fact was obtained.');
const checkedAt = timestamp.describe('When the fact was established, not when it was asked for. Cached results keep their time.');

export const resultV2 = z
  .object({
    identity,
    ...platformName,
    registered: z.boolean().describe('Whether an account exists.'),
    method,
    checkedAt,
    fromCache: z.boolean().describe('Reused from an earlier lookup of this account.'),
    mailboxProvider: z.boolean().describe('The account came with the e-mail address itself; not counted in `socialMatches`.'),
  })
  .meta({ id: 'ResultV2', description: 'One confident answer of one platform about one identity.' });

export const derivedResult = z
  .object({
    handle: z.string().describe('The username, taken from the e-mail address.'),
    identity,
    ...platformName,
    registered: z.boolean(),
    method,
    checkedAt,
  })
  .meta({ id: 'DerivedResult', description: "A username taken from an e-mail address. It may be somebody else's: it is counted nowhere." });

export const lead = z
  .object({
    identity,
    ...platformName,
    handle: z.string().describe('The handle on `platform`: ASCII letters, digits, `.`, `_` and `-`.'),
    url: z.string().nullable().describe('Address of the profile; null where none is known for the platform.'),
    source: z
      .object({ platform: slug, name: z.string(), url: z.string().nullable().describe('Its page of the identity, or its homepage.') })
      .describe('The platform whose answer revealed the handle.'),
    checkedAt,
  })
  .meta({ id: 'Lead', description: 'A handle that an answer revealed. It was not asked about: it is counted nowhere.' });

export const omission = z
  .object({
    identity,
    platform: slug,
    code: z.enum(INCONCLUSIVE_REASONS).describe('Why there is no confident answer.'),
    message: z.string().describe('The same as a sentence.'),
    checkedAt: timestamp.nullable().describe('Null when the platform was never asked.'),
  })
  .meta({ id: 'Omission', description: 'A platform that was to be asked about an identity, without a confident answer.' });

const omissionCounts = z
  .object({
    total: z.int(),
    byReason: z
      .partialRecord(z.enum(INCONCLUSIVE_REASONS), z.int().min(1))
      .describe('How many for each reason; reasons without any are not named.'),
  })
  .meta({ id: 'OmissionCounts', description: 'What was omitted, counted. The list is at `GET /v2/lookup/{id}/omissions`.' });

const source = z
  .object({
    source: z.string().describe('Name of the source.'),
    failure: z.enum(SOURCE_FAILURES).nullable().describe('Why it said nothing; null: it answered.'),
    tookMs: z.number(),
    decidedFields: z.array(z.string()).describe('Fields that it decided.'),
    codes: z.array(z.string()).describe('What it saw, in short codes.'),
  })
  .meta({ id: 'SourceNote' });

const FINDING = {
  identity,
  state: z
    .enum(FINDING_STATES)
    .describe(
      '`unknown`: no source could say anything. `not_configured`: there is no source to ask. `suppressed`: the identity opted out, nothing was asked.',
    ),
  checkedAt: timestamp.nullable(),
};
const sources = z.array(source).describe('How each source took part.');

export const emailFinding = z
  .object({
    ...FINDING,
    facts: emailDetails.nullable(),
    provider: z.string().nullable().describe('Slug of the mailbox provider.'),
    exists: z.boolean().nullable().describe('Whether the mailbox is known to exist, or known not to.'),
    sources,
  })
  .meta({ id: 'EmailFinding' });
export const phoneFinding = z.object({ ...FINDING, facts: phoneDetails.nullable(), sources }).meta({ id: 'PhoneFinding' });
export const ipFinding = z.object({ ...FINDING, facts: ipDetails.nullable(), sources }).meta({ id: 'IpFinding' });
export const breachesFinding = z
  .object({
    ...FINDING,
    facts: z.array(breachRecord).nullable().describe('Empty: checked, nothing found.'),
    platforms: z.array(z.object({ platform: slug, breach: z.string() })).describe('Platforms of the catalogue that were breached.'),
    sources,
  })
  .meta({ id: 'BreachesFinding' });
export const webMentionsFinding = z
  .object({ ...FINDING, facts: z.array(webMention).nullable().describe('Empty: checked, nothing found.'), sources })
  .meta({ id: 'WebMentionsFinding' });

const moduleFindings = z
  .object({
    email: z.array(emailFinding).nullable(),
    phone: z.array(phoneFinding).nullable(),
    ip: z.array(ipFinding).nullable(),
    breaches: z.array(breachesFinding).nullable(),
    webMentions: z.array(webMentionsFinding).nullable(),
  })
  .meta({
    id: 'ModuleFindings',
    description:
      'Each module with an entry for every identity that it was run for; null: it was not run, because it was not asked for, has nothing to run for or no source.',
  });

export const lookupV2 = z
  .object({
    lookupId,
    kind: z.enum(LOOKUP_KINDS).describe('`lookup`, or the single check that it is.'),
    status: z.enum(['processing', 'finished']).describe('While it is processing, everything else is what is known so far.'),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    purpose: z.string().nullable().describe("Of the account's own list; null: none was named."),
    identities: z.array(shownIdentity),
    platformsChecked: z.int().describe('Platforms that gave an answer, registered or not. An omitted platform is not counted.'),
    platformsPending: z.int().nullable().describe('Platforms that are still to answer; null until the lookup is planned.'),
    planned: z.int().nullable().describe('Questions, one platform and one identity each; null until the lookup is planned.'),
    answered: z.int().describe('Questions with a confident answer: as many as there are results.'),
    omitted: z.int().describe('Questions that ended without one. What is planned and neither answered nor omitted is pending.'),
    matches: z.int().describe('Platforms where any of the identities is registered.'),
    socialMatches: z.int().describe('`matches` minus accounts that came with an e-mail address.'),
    hits: z.array(slug).describe('Slugs of the platforms in `matches`.'),
    servedFromCache: z.boolean().describe('True if any result was reused.'),
    results: z.array(resultV2),
    derived: z.array(derivedResult),
    leads: z.array(lead),
    omissions: omissionCounts,
    modules: moduleFindings,
    risk,
  })
  .meta({ id: 'LookupV2' });
