/** What accounts show of themselves, and what a name is worth beside it: parts of the v2 body (docs/contract.md, 14.12 and 14.13). */
import { z } from 'zod';
import { ACCOUNT_STATES, COUNT_NAMES } from '../../../../../engine/catalogue/rules/profile.js';
import { NAME_AGREEMENTS } from '../../../../../facts/risk/name-agreement.js';

const timestamp = z.iso.datetime();
const slug = z.string();

export const profile = z
  .object({
    url: z.string().nullable().describe("Address of the profile page, built from the platform's template; null if none is known."),
    displayName: z.string().nullable().describe('The name that the account shows, in one line. The account holder chose it.'),
    pictureUrl: z
      .string()
      .nullable()
      .describe(
        'Address of the picture, on a host of the platform. The service did not fetch it: fetching it shows the platform who is looking.',
      ),
    createdAt: timestamp.nullable().describe('When the account was created; midnight UTC if only the day is known.'),
    createdYear: z.int().nullable().describe('The year in which the account was created; may be known when `createdAt` is not.'),
    lastActiveAt: timestamp.nullable().describe('When the account was last active, according to its public page.'),
    counts: z.partialRecord(z.enum(COUNT_NAMES), z.int()).nullable().describe('`points`: karma, rating or reputation.'),
    state: z.enum(ACCOUNT_STATES).nullable().describe('The first of these that applies; null if none is known.'),
  })
  .meta({
    id: 'Profile',
    description: 'What an account shows publicly. Location, gender, biography and everything else are left out on purpose.',
  });

export const claimedName = z
  .strictObject({
    value: z.string().describe('The name as it was sent.'),
    agreement: z
      .enum(NAME_AGREEMENTS)
      .describe(
        'Comparison with all accounts that show a name. `agree`: the name on at least one account agrees. `differ`: no name agrees, ' +
          'and at least one has no word in common with the claimed name, in any spelling. This does not affect the score, because ' +
          'nicknames differ too. `unknown`: all other cases.',
      ),
    platforms: z
      .array(z.strictObject({ platform: slug, agreement: z.enum(['agree', 'differ']) }))
      .describe('The accounts that were compared, with the outcome of each.'),
  })
  .meta({ id: 'ClaimedName' });
