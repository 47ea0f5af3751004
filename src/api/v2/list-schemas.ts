import { z } from 'zod';
import { LOOKUP_KINDS } from '../../domain/lookup/lookup.js';
import { lookupId, shownIdentity } from './body-schemas.js';

const listedLookup = z
  .object({
    lookupId,
    kind: z.enum(LOOKUP_KINDS),
    status: z.enum(['processing', 'finished']),
    identities: z.array(shownIdentity),
    platformsChecked: z.int().describe('0 until the lookup is finished, as the counts below.'),
    matches: z.int(),
    socialMatches: z.int(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedLookup' });

export const lookupPage = z
  .object({
    lookups: z.array(listedLookup),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'LookupPage' });
