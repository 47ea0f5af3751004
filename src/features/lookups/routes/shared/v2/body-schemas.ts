/** The v2 body, field by field: schemas for the document, and the types of what `lookup-body.ts` shapes. */
import { z } from 'zod';
import { RESULT_METHODS } from '../../../../../engine/catalogue/rules/probe-rule.js';
import { INCONCLUSIVE_REASONS } from '../../../../../engine/evaluation/verdict.js';
import { UNVERIFIED } from '../../../../../facts/email/unverified.js';
import type { FactModule } from '../../../../../facts/fact-modules.js';
import { SUBJECT_KINDS } from '../../../../../kernel/identity/subjects.js';
import { SOURCE_FAILURES } from '../../../../../kernel/values/source.js';
import { LOOKUP_KINDS } from '../../../lookup.js';
import { MAX_SEEN_READ } from '../../../seen.js';
import { lookupId } from '../lookup-routes.js';
import { breachRecord, emailDetails, ipDetails, phoneDetails, webMention } from '../v1/schemas.js';
import { claimedName, profile } from './profile-schemas.js';
import { risk } from './risk-schema.js';

const timestamp = z.iso.datetime();
const slug = z.string();
const identityType = z.enum(SUBJECT_KINDS);
const value = z.string().describe('The identity, as it was sent.');

export const identity = z
  .object({ type: identityType, value })
  .meta({ id: 'IdentityName', description: 'The identity that this is about.' });
const seen = z
  .object({
    first: timestamp.nullable().describe('When the first of them was accepted; null if none of the lookups that were read is counted.'),
    last: timestamp.nullable(),
    count: z.int().min(0),
    complete: z
      .boolean()
      .describe(`False: only ${MAX_SEEN_READ} of the lookups of this identity were read. The others may be earlier or later.`),
  })
  .meta({ id: 'Seen' });
export const shownIdentity = z
  .object({
    type: identityType,
    value,
    normalized: z.string().describe('The form that is sent to platforms and sources.'),
    suppressed: z
      .boolean()
      .describe('The identity was on the suppression list when the lookup was planned, so no platform or source was queried about it.'),
    seen: seen
      .nullable()
      .optional()
      .describe(
        'Earlier v1 and v2 lookups of the identity in this account that still exist, without batch items and single checks. Null if ' +
          'there are none. Absent in lists, exports and responses with the mode `async`, and for keys without `lookups:read`.',
      ),
  })
  .meta({ id: 'Identity' });

const platformName = {
  platform: slug.describe('Platform slug.'),
  name: z.string().describe('The name of the platform.'),
  icon: z.string().nullable().describe('URL of an icon.'),
};
const method = z.enum(RESULT_METHODS).describe('How the fact was obtained.');
const checkedAt = timestamp.describe('When the fact was established, not when it was requested. A cached result keeps its original time.');

export const resultV2 = z
  .object({
    identity,
    ...platformName,
    registered: z.boolean().describe('Whether an account exists.'),
    method,
    checkedAt,
    fromCache: z.boolean().describe('Reused from an earlier lookup of this account.'),
    mailboxProvider: z.boolean().describe('The account came with the e-mail address itself; not counted in `socialMatches`.'),
    basis: z
      .enum(['domain', 'mailbox'])
      .nullable()
      .describe(
        'Only with the method `domain_derived`, otherwise null. `domain`: only the domain of the address is known to belong to the ' +
          'provider. `mailbox`: the mailbox itself is known to exist, or not to exist.',
      ),
    profile: profile
      .nullable()
      .describe('What the account shows publicly, from the answer that gave this result; null if it shows nothing.'),
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
  .meta({
    id: 'DerivedResult',
    description: 'A username taken from an e-mail address. The account may belong to somebody else, so it is not counted.',
  });

export const linkedAccount = z
  .object({
    identity,
    ...platformName,
    handle: z.string().describe('The handle on `platform`: ASCII letters, digits, `.`, `_` and `-`.'),
    url: z.string().nullable().describe('URL of the profile; null if none is known for the platform.'),
    source: z
      .object({ platform: slug, name: z.string(), url: z.string().nullable().describe('Its page about the identity, or its homepage.') })
      .describe('The platform whose answer revealed the handle.'),
    checkedAt,
  })
  .meta({
    id: 'LinkedAccount',
    description: 'A handle that a platform revealed in its answer. It was not looked up, so it is not counted.',
  });

export const omission = z
  .object({
    identity,
    platform: slug,
    code: z.enum(INCONCLUSIVE_REASONS).describe('Why there is no confident answer.'),
    message: z.string().describe('The reason as a sentence.'),
    checkedAt: timestamp.nullable().describe('Null if the platform was not probed.'),
  })
  .meta({ id: 'Omission', description: 'A platform that gave no confident answer about an identity.' });

const omissionCounts = z
  .object({
    total: z.int(),
    byReason: z
      .partialRecord(z.enum(INCONCLUSIVE_REASONS), z.int().min(1))
      .describe('The number of omissions by reason; reasons without omissions are left out.'),
  })
  .meta({ id: 'OmissionCounts', description: 'The number of omissions. They are listed by `GET /v2/lookup/{id}/omissions`.' });

const source = z
  .object({
    source: z.string().describe('Name of the source.'),
    failure: z.enum(SOURCE_FAILURES).nullable().describe('Why it gave no answer; null if it answered.'),
    tookMs: z.number(),
    decidedFields: z.array(z.string()).describe('The fields whose value this source determined.'),
    codes: z.array(z.string()).describe('What the source found, as short codes.'),
  })
  .meta({ id: 'SourceNote' });

const FINDING_STATES = ['answered', 'unknown', 'not_configured', 'suppressed', 'pending'] as const;
const FINDING = {
  identity,
  state: z
    .enum(FINDING_STATES)
    .describe(
      '`unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity is on the suppression ' +
        'list, so no source was queried.',
    ),
  checkedAt: timestamp.nullable(),
};
const sources = z.array(source).describe('How each source contributed.');

export const emailFinding = z
  .object({
    ...FINDING,
    facts: emailDetails.nullable(),
    provider: z.string().nullable().describe('Slug of the mailbox provider.'),
    exists: z.boolean().nullable().describe('True if the mailbox is known to exist, false if it is known not to exist.'),
    unverified: z
      .enum(UNVERIFIED)
      .nullable()
      .describe(
        'Why `deliverable` is not known; null if it is known, or nothing was checked. `no_source`: no source that can verify ' +
          'mailboxes is configured. `port_25_closed`: the network of the service blocks connections to mail servers. `no_answer`: no ' +
          'configured source answered. `inconclusive`: sources answered, but neither yes nor no. `accepts_all`: the domain accepts ' +
          'every address. `sources_disagree`: the sources contradict each other.',
      ),
    didYouMean: z
      .string()
      .nullable()
      .describe(
        'The same address at a mailbox provider whose domain is one typing error away; null if there is none, or the mailbox is known ' +
          'to exist. It is only a suggestion: it changes no result.',
      ),
    canonical: z
      .string()
      .describe(
        'One address for the mailbox: all spellings that its provider is known to deliver to the same mailbox have the same ' +
          '`canonical`.',
      ),
    role: z.boolean().describe('The address belongs to a role, such as `info@`, not to a person. Judged by its name alone.'),
    sources,
  })
  .meta({ id: 'EmailFinding' });
export const phoneFinding = z.object({ ...FINDING, facts: phoneDetails.nullable(), sources }).meta({ id: 'PhoneFinding' });
export const ipFinding = z.object({ ...FINDING, facts: ipDetails.nullable(), sources }).meta({ id: 'IpFinding' });
const breach = z
  .object({
    ...breachRecord.shape,
    dataClasses: z
      .array(z.string())
      .nullable()
      .describe('Kinds of data that were exposed, in the words of the source; null if no source says.'),
    stealerLog: z
      .boolean()
      .nullable()
      .describe("True: collected by malware on people's devices, not leaked by a service; null if no source says."),
  })
  .meta({ id: 'Breach' });
export const breachesFinding = z
  .object({
    ...FINDING,
    facts: z.array(breach).nullable().describe('Empty: checked, nothing found.'),
    platforms: z
      .array(z.object({ platform: slug, breach: z.string() }))
      .describe('Platforms of the catalogue that these breaches are about.'),
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
      'Each module has an entry for every identity that it ran for. It is null if the module did not run: it was not requested, no ' +
      'identity matches it, or it has no source.',
  });

/** An amount of a plan's unit. */
export const billed = z
  .strictObject({
    amount: z.int().describe('Lookups, or thousandths of a cent (`millicents`) on a credit plan.'),
    unit: z.enum(['lookups', 'millicents']),
  })
  .meta({ id: 'Billed' });

export const lookupV2 = z
  .object({
    lookupId,
    kind: z.enum(LOOKUP_KINDS).describe('`lookup`, or the kind of the single check.'),
    status: z.enum(['processing', 'finished']).describe('While it is `processing`, the other fields show what is known so far.'),
    test: z.boolean().describe('The lookup was made with a test key, so its answers are those of test identities (docs/test-keys.md).'),
    simulated: z
      .literal(true)
      .optional()
      .describe(
        'The lookup used the simulator (`npm start -- --simulator`): no platform was contacted, and the answers are made up. Absent in ' +
          'every other lookup.',
      ),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    purpose: z.string().nullable().describe("A purpose from the account's own list; null if none was given."),
    claimedName: claimedName.nullable().describe('How the name that you sent compares with the names on accounts; null if you sent none.'),
    deadlineMs: z.int().nullable().describe('The `deadlineMs` of the request, for an instant lookup; null if you sent none.'),
    identities: z.array(shownIdentity),
    billed: billed
      .nullable()
      .describe('What was billed when the lookup was accepted: 0 with a test key; null if it could not be read in time for this response.'),
    platformsChecked: z.int().describe('Platforms that gave an answer, registered or not. An omitted platform is not counted.'),
    platformsPending: z.int().nullable().describe('Platforms that have not answered yet; null until the lookup is planned.'),
    planned: z.int().nullable().describe('Planned checks, each of one platform for one identity; null until the lookup is planned.'),
    answered: z.int().describe('Checks with a confident answer; equal to the number of results.'),
    omitted: z.int().describe('Checks without a confident answer. The other planned checks are still pending.'),
    matches: z.int().describe('Platforms where at least one of the identities is registered.'),
    socialMatches: z.int().describe('`matches` without accounts that came with an e-mail address.'),
    hits: z.array(slug).describe('Slugs of the platforms in `matches`.'),
    servedFromCache: z.boolean().describe('True if any result was reused.'),
    results: z.array(resultV2),
    derived: z.array(derivedResult),
    linkedAccounts: z.array(linkedAccount),
    omissions: omissionCounts,
    egress: z
      .enum(['ok', 'unreachable'])
      .nullable()
      .describe(
        "Whether the service's requests reached the platforms. `unreachable`: none or almost none did, because of the service's own " +
          'network, so the lookup says nothing about the person. `ok`: some did. Null: no request was sent, or it is too early to say.',
      ),
    modules: moduleFindings,
    risk,
  })
  .meta({ id: 'LookupV2' });

export type IdentityName = z.infer<typeof identity>;
export type ShownIdentity = z.infer<typeof shownIdentity>;
export type ShownResult = z.infer<typeof resultV2>;
export type DerivedResult = z.infer<typeof derivedResult>;
export type LinkedAccountV2 = z.infer<typeof linkedAccount>;
export type Omission = z.infer<typeof omission>;
export type OmissionCounts = z.infer<typeof omissionCounts>;
export type ShownSource = z.infer<typeof source>;
export type ShownBreach = z.infer<typeof breach>;
export type ModuleFindings = z.infer<typeof moduleFindings>;
export type LookupBodyV2 = z.infer<typeof lookupV2>;

/** What a module found about one identity; `facts` is null unless it answered. */
export type Finding<Facts> = Pick<ModuleFinding, 'identity' | 'state' | 'checkedAt' | 'sources'> & { facts: Facts | null };
type ModuleFinding = NonNullable<ModuleFindings[FactModule]>[number];

/** One finding as streams send it while a lookup runs: the same entry that the body has for it. */
export type FindingEvent = { [M in FactModule]: { module: M; finding: NonNullable<ModuleFindings[M]>[number] } }[FactModule];
