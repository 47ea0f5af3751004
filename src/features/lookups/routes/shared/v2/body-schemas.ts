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
    first: timestamp.nullable().describe('When the first of them was accepted; null if none of those that were read counts.'),
    last: timestamp.nullable(),
    count: z.int().min(0),
    complete: z
      .boolean()
      .describe(
        `False: ${MAX_SEEN_READ} or more lookups name the identity, and so many were read. There may be more, and earlier and later ones.`,
      ),
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
        'Earlier lookups of the identity in this account, of v1 and v2, that still exist; items of batches and single checks are not counted. Null: none. Absent where it was not read: in lists, exports, responses with the mode `async`, and for keys without `lookups:read`.',
      ),
  })
  .meta({ id: 'Identity' });

const platformName = {
  platform: slug.describe('Platform slug.'),
  name: z.string().describe('The name of the platform.'),
  icon: z.string().nullable().describe('URL of an icon.'),
};
const method = z.enum(RESULT_METHODS).describe('How the fact was obtained.');
const checkedAt = timestamp.describe('When the fact was established, not when it was requested. Cached results keep their original time.');

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
        'Of a result with the method `domain_derived`: `domain` if only the domain of the address is known to belong to the provider, ' +
          '`mailbox` if the mailbox itself is known to exist or not to exist. Null: another method.',
      ),
    profile: profile.nullable().describe('What the account shows of itself, in the answer that this result rests on; null: nothing.'),
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
    message: z.string().describe('The same as a sentence.'),
    checkedAt: timestamp.nullable().describe('Null when the platform was not probed.'),
  })
  .meta({ id: 'Omission', description: 'A platform that was planned for an identity and gave no confident answer.' });

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
      '`unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity opted out, so no ' +
        'source was queried.',
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
        'Why `deliverable` is not known; null: it is, or nothing was checked. `no_source`: no source that asks about mailboxes is ' +
          'configured. `port_25_closed`: the service may ask mail servers, and its network lets it reach none. `no_answer`: those that ' +
          'are configured gave none. `inconclusive`: they answered, and not with yes or no. `accepts_all`: the domain accepts every ' +
          'address. `sources_disagree`: they contradict each other.',
      ),
    didYouMean: z
      .string()
      .nullable()
      .describe(
        'The address at a mailbox provider whose domain is one typing error away; null: none, or the mailbox is known to exist. It ' +
          'suggests: nothing is decided by it.',
      ),
    canonical: z
      .string()
      .describe('The mailbox as one address: every spelling of it that its provider is known to deliver there gives this one.'),
    role: z.boolean().describe('The address is of a role, such as `info@`, and of no person; by its name alone.'),
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
      .describe('Kinds of data that were exposed, in the words of the source; null: no source tells.'),
    stealerLog: z
      .boolean()
      .nullable()
      .describe("True: collected by malware on people's devices, not lost by a service; null: no source tells."),
  })
  .meta({ id: 'Breach' });
export const breachesFinding = z
  .object({
    ...FINDING,
    facts: z.array(breach).nullable().describe('Empty: checked, nothing found.'),
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
      'Each module with an entry for every identity that it ran for. Null: the module did not run, because it was not requested, no ' +
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
    test: z.boolean().describe('It was made with a test key: its answers are those of test identities (docs/test-keys.md).'),
    simulated: z
      .literal(true)
      .optional()
      .describe(
        'The lookup went through the simulator of `npm start -- --simulator`: no platform was asked, and its answers are invented. Absent in every other lookup.',
      ),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    purpose: z.string().nullable().describe("A purpose from the account's own list; null if none was given."),
    claimedName: claimedName.nullable().describe('What the name that the person gave is worth; null if none was sent.'),
    deadlineMs: z.int().nullable().describe("The caller's own deadline of an instant lookup, in milliseconds; null if none was sent."),
    identities: z.array(shownIdentity),
    billed: billed
      .nullable()
      .describe(
        'What the lookup was billed when it was accepted, once: 0 with a test key; null if that could not be read for this response.',
      ),
    platformsChecked: z.int().describe('Platforms that gave an answer, registered or not. An omitted platform is not counted.'),
    platformsPending: z.int().nullable().describe('Platforms that have not answered yet; null until the lookup is planned.'),
    planned: z.int().nullable().describe('Checks of one platform for one identity; null until the lookup is planned.'),
    answered: z.int().describe('Checks with a confident answer; equal to the number of results.'),
    omitted: z.int().describe('Checks without a confident answer. Checks that are planned and neither answered nor omitted are pending.'),
    matches: z.int().describe('Platforms where any of the identities is registered.'),
    socialMatches: z.int().describe('`matches` minus accounts that came with an e-mail address.'),
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
        "Whether the service's requests got through. `unreachable`: none or almost none did, for no fault of the platforms, so that the " +
          'lookup says nothing about the person. `ok`: some did. Null: nothing was requested, or nothing shows it yet.',
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
