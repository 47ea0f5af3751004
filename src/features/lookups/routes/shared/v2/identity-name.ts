import { z } from 'zod';
import { SUBJECT_KINDS } from '../../../../../kernel/identity/subjects.js';

export const identity = z
  .object({ type: z.enum(SUBJECT_KINDS), value: z.string().describe('The identity, as it was sent.') })
  .meta({ id: 'IdentityName', description: 'The identity that the entry is about.' });

export type IdentityName = z.infer<typeof identity>;
