/** The part of a rule that says where an answer shows the account's own fields, as zod schemas. */
import { z } from 'zod';
import { jsonAssertion } from './assertion-schema.js';
import { ACCOUNT_STATES, COUNT_NAMES, TIME_FORMATS } from './profile.js';

const pointer = z.string().regex(/^\/.+$/, 'a JSON Pointer');
const time = z.strictObject({ json: pointer, as: z.enum(TIME_FORMATS).describe('the format of the time') });

/** All is in the JSON object `of`. No field's pointer leads through a list: what is in one may be of other people. */
export const profileSchema = z
  .strictObject({
    of: pointer.optional().describe("RFC 6901 JSON Pointer to the account's object; without it the whole document"),
    handle: jsonAssertion.describe('the value in that object that must be the probed identity; otherwise nothing is read'),
    displayName: pointer.optional(),
    /** On one of these hosts only: another one could belong to anybody, and would see who looks. */
    picture: z
      .strictObject({ json: pointer, hosts: z.array(z.hostname()).min(1).describe("hosts of the platform's pictures") })
      .optional()
      .describe('an address that is shown and never fetched'),
    createdAt: time.optional(),
    lastActiveAt: time.optional(),
    counts: z.partialRecord(z.enum(COUNT_NAMES), pointer).optional(),
    state: z
      .partialRecord(z.enum(ACCOUNT_STATES), jsonAssertion)
      .optional()
      .describe('what shows a state; the first that is true is shown'),
  })
  .describe('what a "registered" response shows about the account itself; never evidence. Pointers start at `of`');
