/** What accounts show of themselves, and what a name is worth beside it: parts of the v2 body (docs/contract.md, 14.12 and 14.13). */
import { z } from 'zod';
import { ACCOUNT_STATES, COUNT_NAMES } from '../../../../../engine/catalogue/rules/profile.js';
import { NAME_AGREEMENTS } from '../../../name-agreement.js';

const timestamp = z.iso.datetime();
const slug = z.string();

export const profile = z
  .object({
    url: z.string().nullable().describe("Address of the profile, made of the platform's own template; null if none is known."),
    displayName: z.string().nullable().describe('The name as the account shows it, in one line. Its holder chose it.'),
    pictureUrl: z
      .string()
      .nullable()
      .describe('Address of the picture on a host of the platform. It was not fetched: fetching it shows the platform who looks.'),
    createdAt: timestamp.nullable().describe('When the account was created; midnight UTC where only the day is known.'),
    createdYear: z.int().nullable().describe('The year of it, also where no more is known.'),
    lastActiveAt: timestamp.nullable().describe('When the account was last seen, as the platform tells everybody.'),
    counts: z.partialRecord(z.enum(COUNT_NAMES), z.int()).nullable().describe('`points`: karma, rating or reputation.'),
    state: z.enum(ACCOUNT_STATES).nullable().describe('The first that applies; null: none is known.'),
  })
  .meta({
    id: 'Profile',
    description: 'What an account shows of itself. Location, gender, biography and all else are left out on purpose.',
  });

export const claimedName = z
  .strictObject({
    value: z.string().describe('The name as it was sent.'),
    agreement: z
      .enum(NAME_AGREEMENTS)
      .describe(
        'Over all accounts that show a name. `agree`: one does. `differ`: some name shares no word with it, and none agrees; nicknames do ' +
          'that too, so it moves no score. `unknown`: nothing can be said.',
      ),
    platforms: z
      .array(z.strictObject({ platform: slug, agreement: z.enum(['agree', 'differ']) }))
      .describe('Accounts by which that is known.'),
  })
  .meta({ id: 'ClaimedName' });
