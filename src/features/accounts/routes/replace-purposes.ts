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
      `Why this account looks people up: up to ${MAX_PURPOSES} purposes of up to ${MAX_PURPOSE} characters. What \`credit\`, \`kyc\`, ` +
        '`fraud` and `security` allow is fixed, and the same in every account.',
    ),
  required: z.boolean().describe('Whether every v2 lookup must have a purpose.'),
  limits: z
    .array(purposeLimits)
    .max(MAX_PURPOSES)
    .optional()
    .describe('What the other purposes allow. A purpose without an entry allows everything. If `limits` is absent, nothing changes.'),
  v1Purpose: purposeName
    .nullable()
    .optional()
    .describe('The purpose of every v1 lookup from now on, because v1 has no field for it. Null for none. If absent, nothing changes.'),
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
    'Replaces the list of purposes: why this account makes lookups. `limits` says what each purpose allows. `required` says whether ' +
    'v2 lookups, streams and batch items must name a purpose. Platforms and modules that a purpose does not allow are omitted with ' +
    '`purpose_forbids`: they are not queried, and their stored results are not used. Lookups that were already accepted keep their ' +
    'purpose and its limits.',
  body: newPurposes,
  response: purposes,
  errors: ['invalid_parameter'],
  async handle(ctx: PurposesContext, { caller: { accountId }, body: { limits, ...list } }) {
    const byName = limits && Object.fromEntries(limits.map(({ purpose, ...allowed }) => [purpose, allowed]));
    return showPurposes(await replacePurposes(ctx, accountId, { ...list, ...(byName && { limits: byName }) }));
  },
});
