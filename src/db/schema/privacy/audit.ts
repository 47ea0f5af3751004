import type * as tables from '../audit.js';
import { ACCOUNT_KEYS, none, type SchemaPrivacy } from './columns.js';

const entry = {
  why: 'to show who read or changed what',
  retention: 'two years',
  readers: ACCOUNT_KEYS,
} as const;

export const AUDIT = {
  auditLog: {
    id: none,
    at: { what: 'when somebody did something', ...entry },
    accountId: none,
    actorType: none,
    actorId: { what: 'the id of the key or member', ...entry },
    action: none,
    targets: none,
    network: { what: "the client's address (IPv6: its /64)", ...entry },
    outcome: none,
    purpose: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;
