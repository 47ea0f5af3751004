import { z } from 'zod';
import { idText } from '../../../../kernel/http/request-fields.js';
import { lookupId } from '../../../lookups/routes/shared/lookup-routes.js';
import { identity } from '../../../lookups/routes/shared/v2/identity-name.js';
import { identityName } from '../../../lookups/routes/shared/v2/platform-results.js';
import type { Dispute } from '../../dispute.js';

export const dispute = z
  .strictObject({
    lookupId,
    platform: z.string(),
    identity,
    registered: z.boolean().describe('What the disputed result says.'),
    checkedAt: z.iso.datetime().describe('When the disputed result was established.'),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    controlledAt: z.iso
      .datetime()
      .nullable()
      .describe('When the platform was checked with its control accounts after the dispute; null until then.'),
  })
  .meta({ id: 'Dispute', description: 'A result that somebody in the account says is wrong. The result itself does not change.' });

export const params = z.object({ id: idText.describe('Identifier of a lookup of this account.') });

export const path = '/v2/lookup/:id/disputes';

export function show(
  lookup: Parameters<typeof identityName>[0],
  { lookupId: id, platform, subject, state, checkedAt, note, createdAt, controlledAt }: Dispute,
): z.input<typeof dispute> {
  return {
    lookupId: id,
    platform,
    identity: identityName(lookup, subject),
    registered: state === 'registered',
    checkedAt: checkedAt.toISOString(),
    note,
    createdAt: createdAt.toISOString(),
    controlledAt: controlledAt?.toISOString() ?? null,
  };
}
