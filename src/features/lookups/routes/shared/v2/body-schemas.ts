/** The v2 body, field by field: schemas for the document, and the types of what `lookup-body.ts` shapes. */
import { z } from 'zod';
import { RESULT_METHODS } from '../../../../../engine/catalogue/rules/probe-rule.js';
import { INCONCLUSIVE_REASONS } from '../../../../../engine/evaluation/verdict.js';
import { MODULES } from '../../../../../facts/checks.js';
import { LOOKUP_KINDS } from '../../../lookup.js';
import { MAX_SEEN_READ } from '../../../seen.js';
import { lookupId } from '../lookup-routes.js';
import { moduleFindings } from './finding-schemas.js';
import { identity } from './identity-name.js';
import { claimedName, profile } from './profile-schemas.js';
import { comparison, risk } from './risk-schema.js';

const timestamp = z.iso.datetime();
const slug = z.string();

const seen = z
  .object({
    first: timestamp.nullable().describe('When the first of them was accepted; null if `count` is 0.'),
    last: timestamp.nullable(),
    count: z.int().min(0),
    complete: z
      .boolean()
      .describe(`False if only ${MAX_SEEN_READ} lookups were read. There may be more, before the first or after the last.`),
  })
  .meta({ id: 'Seen' });
export const shownIdentity = z
  .object({
    ...identity.shape,
    normalized: z.string().describe('The form that is sent to platforms and sources.'),
    suppressed: z
      .boolean()
      .describe('The identity was on the suppression list when the lookup was planned, so no platform or source was queried about it.'),
    seen: seen
      .nullable()
      .optional()
      .describe(
        'Earlier lookups of the identity in this account, v1 and v2, if they still exist. Batch items and single checks do not count. ' +
          'Null if there are none. Absent in lists, in exports, with the mode `async`, and for keys without `lookups:read`.',
      ),
  })
  .meta({ id: 'Identity' });

const platformName = {
  platform: slug.describe('Platform slug.'),
  name: z.string().describe('The name of the platform.'),
  icon: z.string().nullable().describe('URL of an icon.'),
};
const method = z.enum(RESULT_METHODS).describe('How the result was obtained.');
const checkedAt = timestamp.describe('When the result was established. A result from the cache keeps its original time.');

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
    description: 'A result for a username taken from an e-mail address. The account may belong to somebody else, so it is not counted.',
  });

export const linkedAccount = z
  .object({
    identity,
    ...platformName,
    handle: z.string().describe('The handle on `platform`: ASCII letters, digits, `.`, `_` and `-`.'),
    url: z.string().nullable().describe('URL of the profile; null if it is not known.'),
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
    claimedCompany: z.string().nullable().describe('The company that you sent; null if you sent none.'),
    claimedCountry: z.string().nullable().describe('The country that you sent; null if you sent none.'),
    deadlineMs: z.int().nullable().describe('The `deadlineMs` of the request, for an instant lookup; null if you sent none.'),
    identities: z.array(shownIdentity),
    billed: billed
      .nullable()
      .describe('What was billed when the lookup was accepted: 0 with a test key. Null if this was not known in time for the response.'),
    platformsChecked: z.int().describe('Platforms that gave an answer, registered or not. An omitted platform is not counted.'),
    platformsPending: z.int().nullable().describe('Platforms that have not answered yet; null until the lookup is planned.'),
    planned: z.int().nullable().describe('Planned checks, each of one platform for one identity; null until the lookup is planned.'),
    answered: z.int().describe('Checks with a confident answer; equal to the number of results.'),
    omitted: z.int().describe('Checks without a confident answer. Planned checks that are neither answered nor omitted are still pending.'),
    matches: z.int().describe('Platforms where at least one of the identities is registered.'),
    socialMatches: z.int().describe('`matches` without accounts that come with an e-mail address, such as at its provider.'),
    hits: z.array(slug).describe('Slugs of the platforms that `matches` counts.'),
    servedFromCache: z.boolean().describe('True if any result was reused.'),
    results: z.array(resultV2),
    derived: z.array(derivedResult),
    linkedAccounts: z.array(linkedAccount),
    omissions: omissionCounts,
    omittedModules: z
      .array(z.object({ module: z.enum(MODULES), code: z.literal('purpose_forbids') }).meta({ id: 'OmittedModule' }))
      .describe('Modules that did not run because the purpose of the lookup forbids them. They are not billed.'),
    egress: z
      .enum(['ok', 'unreachable'])
      .nullable()
      .describe(
        "Whether the service's requests reached the platforms. `unreachable`: none or almost none did, because of the service's own " +
          'network. The lookup then says nothing about the person. `ok`: some did. Null if no request was sent, or if it is not yet known.',
      ),
    modules: moduleFindings,
    consistency: z.array(comparison).describe('Comparisons for which the lookup knows both sides.'),
    risk,
  })
  .meta({ id: 'LookupV2' });

export type ShownIdentity = z.infer<typeof shownIdentity>;
export type ShownResult = z.infer<typeof resultV2>;
export type DerivedResult = z.infer<typeof derivedResult>;
export type LinkedAccountV2 = z.infer<typeof linkedAccount>;
export type Omission = z.infer<typeof omission>;
export type OmissionCounts = z.infer<typeof omissionCounts>;
export type LookupBodyV2 = z.infer<typeof lookupV2>;
