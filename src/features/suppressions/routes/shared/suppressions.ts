import { z } from 'zod';
import { SUBJECT_KINDS } from '../../../../kernel/identity/subjects.js';
import type { Suppression } from '../../suppressions.js';

export const type = z.enum(SUBJECT_KINDS);

export const suppression = z
  .strictObject({
    id: z.string(),
    type,
    proof: z.string(),
    addedBy: z.string().describe('Id of the key that added it, or `operator`.'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Suppression',
    description: 'An entry of the suppression list. The identity is stored only as a digest, and never shown.',
  });

export const common = { role: 'admin', path: '/v2/account/suppressions' } as const;

export function present({ id, kind, proof, addedBy, createdAt }: Suppression): z.input<typeof suppression> {
  return { id, type: kind, proof, addedBy, createdAt: createdAt.toISOString() };
}
