import { z } from 'zod';
import { INSUFFICIENT, LEVELS } from '../../../../../facts/risk/signals.js';
import { timeCursor } from '../../../../../kernel/http/cursor.js';
import { dateText, idOf } from '../../../../../kernel/http/request-fields.js';
import { LOOKUP_KINDS } from '../../../lookup.js';
import { type ListedLookup, type LookupCursor, MAX_COUNTED } from '../../../pages.js';
import type { searchLookups } from '../../../use-cases/search-lookups.js';
import { lookupId } from '../lookup-routes.js';
import { shownIdentity } from './body-schemas.js';
import { identitiesOf } from './platform-results.js';
import { identities } from './request-schemas.js';

const STATUSES = ['processing', 'finished'] as const;

export const listedLookup = z
  .object({
    lookupId,
    apiKeyId: z.string().describe('The key that started the lookup.'),
    test: z.boolean().describe('The lookup was made with a test key (docs/test-keys.md).'),
    kind: z.enum(LOOKUP_KINDS),
    status: z.enum(STATUSES),
    purpose: z.string().nullable().describe("The purpose from the account's own list; null if none was given."),
    identities: z.array(shownIdentity),
    platformsChecked: z.int().describe('0 until the lookup has finished, like `matches` and `socialMatches`.'),
    matches: z.int(),
    socialMatches: z.int(),
    risk: z
      .object({
        score: z.int().min(0).max(100).nullable().describe('Null if no check was answered.'),
        level: z.enum([INSUFFICIENT, ...LEVELS]),
        modelVersion: z.string().describe('Scores of different versions cannot be compared.'),
      })
      .meta({ id: 'ListedRisk' })
      .nullable()
      .describe('The risk when the lookup finished. Null before that, and for lookups that finished with version 0.1.0 or earlier.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedLookup' });

export const lookupPage = z
  .object({
    lookups: z.array(listedLookup),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
    total: z
      .object({
        count: z.int().max(MAX_COUNTED),
        complete: z.boolean().describe(`False if there are more than ${MAX_COUNTED}.`),
      })
      .meta({ id: 'LookupTotal' })
      .optional()
      .describe('How many lookups match, on all pages. Present only if requested with `total`.'),
  })
  .meta({ id: 'LookupPage' });

export const conditions = {
  identities: identities.optional().describe('Only lookups that contain all of these identities, in any format.'),
  kind: z.enum(LOOKUP_KINDS).optional().describe('Only lookups (`lookup`), or only single checks of this kind.'),
  status: z.enum(STATUSES).optional(),
  apiKeyId: idOf('the id of a key').optional().describe('Only lookups of this key.'),
  from: dateText.optional().describe('Only lookups accepted on this day (UTC) or later.'),
  to: dateText.optional().describe('Only lookups accepted on this day (UTC) or earlier.'),
};

export function cursorOf(text: string | undefined): LookupCursor | null {
  const cursor = timeCursor.decode(text);
  return cursor && { acceptedAt: cursor.at, id: cursor.id };
}

export function showPage({ items, next, total }: Awaited<ReturnType<typeof searchLookups>>) {
  const nextCursor = next && timeCursor.encode({ at: next.acceptedAt, id: next.id });
  return { lookups: items.map(show), nextCursor, ...(total && { total }) };
}

export function show(lookup: ListedLookup) {
  const { id, apiKeyId, isTest, kind, state, purpose = null, platformsChecked, matches, socialMatches, acceptedAt, finishedAt } = lookup;
  const { riskScore: score, riskLevel: level, riskModel: modelVersion } = lookup;
  return {
    lookupId: id,
    apiKeyId,
    test: isTest,
    kind,
    status: state === 'finished' ? ('finished' as const) : ('processing' as const),
    purpose,
    identities: identitiesOf(lookup),
    platformsChecked,
    matches,
    socialMatches,
    risk: level && modelVersion ? { score, level, modelVersion } : null,
    createdAt: acceptedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
