import type * as tables from '../suppressions.js';
import { ACCOUNT_KEYS, none, NOBODY, type SchemaPrivacy } from './columns.js';

const optOut = { why: 'so that nothing is asked about somebody who opted out', retention: 'until it is removed' } as const;

export const SUPPRESSIONS = {
  suppressions: {
    digest: { what: 'keyed digest of an identity that opted out', ...optOut, readers: NOBODY },
    proof: { what: 'why it is on the list, in the words of who added it', ...optOut, readers: ACCOUNT_KEYS },
    ...none('id accountId kind keyCheck addedBy createdAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
