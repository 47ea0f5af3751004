import { z } from 'zod';
import { route } from '../../route.js';
import { MAX_PURPOSE, MAX_PURPOSES } from '../purposes.js';
import { replacePurposes } from '../use-cases/purposes.js';
import { path, purposeLimits, purposeName, purposes, type PurposesContext, showPurposes } from './shared/purposes.js';

const purposesFields = {
  purposes: z
    .array(purposeName)
    .max(MAX_PURPOSES)
    .describe(
      `Why this account looks people up: up to ${MAX_PURPOSES} purposes of up to ${MAX_PURPOSE} characters. \`credit\`, \`kyc\`, ` +
        '`fraud` and `security` allow the same in every account.',
    ),
  required: z.boolean().describe('Whether every v2 lookup must have a purpose.'),
  limits: z
    .array(purposeLimits)
    .max(MAX_PURPOSES)
    .optional()
    .describe('What others of them allow; one that is left out allows everything. Absent: as it was.'),
  v1Purpose: purposeName
    .nullable()
    .optional()
    .describe('The one of them that every v1 lookup has from now on, as v1 has no field for it; null: none. Absent: as it was.'),
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
    'Replaces the list, and sets whether v2 lookups, streams and batch items must have a purpose from it, what each allows, and which ' +
    'one v1 lookups have. What a purpose does not allow is never asked, nothing stored of it is served, and it is omitted with ' +
    '`purpose_forbids`. Lookups that were already accepted keep their purpose and its limits.',
  body: newPurposes,
  response: purposes,
  errors: ['invalid_parameter'],
  async handle(ctx: PurposesContext, { caller: { accountId }, body: { limits, ...list } }) {
    const byName = limits && Object.fromEntries(limits.map(({ purpose, ...allowed }) => [purpose, allowed]));
    return showPurposes(await replacePurposes(ctx, accountId, { ...list, ...(byName && { limits: byName }) }));
  },
});
