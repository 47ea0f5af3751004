import { z } from 'zod';
import { MAX_PURPOSE, MAX_PURPOSES } from '../../domain/billing/purposes.js';
import type { PurposeStore } from '../../db/accounts/purpose-store.js';
import { ServiceError } from '../../domain/errors.js';
import { replacePurposes } from '../../services/accounts/purposes.js';
import { route, type Route } from '../http/route.js';
import { text } from '../http/request-fields.js';

/** Without control characters, which the database may refuse, and lone surrogates, which it does. */
const purposeName = text(MAX_PURPOSE)
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'a text without control characters');
const purposesFields = {
  purposes: z
    .array(purposeName)
    .max(MAX_PURPOSES)
    .describe(`Why this account looks people up, in its own words: ${MAX_PURPOSES} at most, of ${MAX_PURPOSE} characters at most.`),
  required: z.boolean().describe('Whether every v2 lookup has to name one. v1 has no field for it.'),
};
const purposes = z.strictObject({ purposes: z.array(z.string()), required: z.boolean() }).meta({ id: 'Purposes' });
const newPurposes = z.strictObject(purposesFields).meta({ id: 'NewPurposes' });

const common = {
  scope: 'account',
  path: '/v2/account/purposes',
} as const;

/** `/v2/account/purposes`: what lookups of this account may be for. */
export function purposeRoutes(ctx: { readonly purposes: PurposeStore }): Route[] {
  return [
    route({
      ...common,
      operationId: 'getPurposes',
      method: 'get',
      summary: 'Read the purposes',
      description: 'The purposes of which a v2 lookup may name one, and whether it has to.',
      response: purposes,
      async handle({ caller: { accountId } }) {
        const found = await ctx.purposes.read(accountId);
        if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
        return { purposes: [...found.purposes], required: found.required };
      },
    }),
    route({
      ...common,
      operationId: 'replacePurposes',
      role: 'admin',
      method: 'put',
      summary: 'Replace the purposes',
      description:
        'Replaces the list, and says whether v2 lookups, streams and items of batches have to name a purpose of it. Lookups that were ' +
        'accepted before keep theirs. v1 has no field for it and takes lookups as before.',
      body: newPurposes,
      response: purposes,
      errors: ['invalid_parameter'],
      async handle({ caller: { accountId }, body }) {
        const replaced = await replacePurposes(ctx, accountId, body);
        return { ...replaced, purposes: [...replaced.purposes] };
      },
    }),
  ];
}
