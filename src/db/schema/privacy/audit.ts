import type * as tables from '../audit.js';
import { ACCOUNT_KEYS, none, type SchemaPrivacy } from './columns.js';

const entry = { why: 'to show who read or changed what', retention: 'two years', readers: ACCOUNT_KEYS } as const;

export const AUDIT = {
  auditLog: {
    at: { what: 'when somebody did something', ...entry },
    actorId: { what: 'the id of the key or member', ...entry },
    network: { what: "the client's address (IPv6: its /64)", ...entry },
    ...none('id accountId actorType action targets outcome purpose'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
