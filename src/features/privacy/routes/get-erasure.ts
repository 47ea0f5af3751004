import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { type ErasuresContext, readErasure } from '../use-cases/erasures.js';
import { common, fields, present, timestamp } from './shared/erasures.js';

const receipt = z
  .strictObject({
    ...fields,
    sent: z
      .array(
        z
          .strictObject({
            eventId: z.string(),
            endpointId: z.string(),
            outcome: z.enum(['delivered', 'attempted']).describe('`attempted`: sent, but no acknowledgement is known.'),
            at: timestamp,
          })
          .meta({ id: 'SentEvent' }),
      )
      .describe('Webhook events of erased lookups that had already been sent. Inform their receivers.'),
  })
  .meta({ id: 'ErasureReceipt' });

export const getErasureRoute = route({
  ...common,
  operationId: 'getErasure',
  role: 'admin',
  method: 'get',
  path: '/v2/account/erasures/:id',
  summary: 'Read the receipt of an erasure',
  description: 'The progress of an erasure and, when it is done, its receipt: what was deleted, and which events had already been sent.',
  params: z.object({ id: idText }),
  response: receipt,
  errors: ['not_found'],
  async handle(ctx: ErasuresContext, { caller: { accountId }, params }) {
    const { sent, ...found } = await readErasure(ctx, params.id, accountId);
    return { ...present(found), sent: inJson([...sent]) };
  },
});
