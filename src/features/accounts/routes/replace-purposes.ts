import { z } from 'zod';
import { freeText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { MAX_PURPOSE, MAX_PURPOSES, namesNobody } from '../purposes.js';
import type { PurposeStore } from '../store/account-store.js';
import { replacePurposes } from '../use-cases/purposes.js';
import { path, purposes } from './shared/purposes.js';

/** It gets into the audit log, from which nothing can be erased. */
const purposeName = freeText(MAX_PURPOSE).trim().min(1).refine(namesNobody, 'a purpose without an address or a number of seven digits');

const purposesFields = {
  purposes: z
    .array(purposeName)
    .max(MAX_PURPOSES)
    .describe(`Why this account looks people up, in its own words: up to ${MAX_PURPOSES} purposes of up to ${MAX_PURPOSE} characters.`),
  required: z.boolean().describe('Whether every v2 lookup must have a purpose. v1 lookups have none.'),
};

const newPurposes = z.strictObject(purposesFields).meta({ id: 'NewPurposes' });

/** `PUT /v2/account/purposes`. */
export const replacePurposesRoute = route({
  operationId: 'replacePurposes',
  scopes: ['account:write'],
  recent: true,
  role: 'admin',
  method: 'put',
  path,
  summary: 'Replace the purposes',
  description:
    'Replaces the list, and sets whether v2 lookups, streams and batch items must have a purpose from it. Lookups that were ' +
    'already accepted keep their purpose. v1 has no field for a purpose and is not affected.',
  body: newPurposes,
  response: purposes,
  errors: ['invalid_parameter'],
  async handle(ctx: { readonly purposes: PurposeStore }, { caller: { accountId }, body }) {
    const replaced = await replacePurposes(ctx, accountId, body);
    return { ...replaced, purposes: [...replaced.purposes] };
  },
});
