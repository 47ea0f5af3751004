import { z } from 'zod';
import { inJson } from '../../../../kernel/values/json.js';
import type { AccountDeletion } from '../../account-export.js';
import { ERASURE_STATES } from '../../erasure.js';

const timestamp = z.iso.datetime();

export const deletion = z
  .strictObject({
    id: z.string(),
    state: z.enum(ERASURE_STATES).describe('`accepted`: the deletion can be cancelled; `running`: it can no longer be cancelled.'),
    createdAt: timestamp,
    dueAt: timestamp.describe('When the deletion begins.'),
  })
  .meta({ id: 'AccountDeletion' });

export const people = { audiences: ['member'], path: '/v2/account/deletion' } as const;

export const present = ({ id, state, createdAt, dueAt }: AccountDeletion): z.input<typeof deletion> =>
  inJson({ id, state, createdAt, dueAt });
