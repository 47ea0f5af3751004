import type * as tables from '../usage.js';
import { none, NOBODY, type SchemaPrivacy } from './columns.js';

export const USAGE = {
  usagePeriods: none('poolId periodStart used'),
  usageLedger: none('lookupId accountId poolId periodStart amount unit apiKeyId module createdAt'),
  usageAlerts: none('poolId periodStart percent accountId apiKeyId scope used limit createdAt'),
  rateWindows: {
    caller: {
      what: "keyed digest of the address of a client without a key (IPv6: of its /64), in part; otherwise a key's id",
      why: 'so that keys cannot be guessed at speed',
      retention: 'an hour',
      readers: NOBODY,
    },
    ...none('rateClass windowStart hits'),
  },
  idempotencyKeys: {
    key: {
      what: "a client's name for a request, chosen by the client",
      why: 'so that a repeated request is billed once',
      retention: '24 hours',
      readers: NOBODY,
    },
    fingerprint: {
      what: 'keyed digest of the request, which names identities',
      why: 'so that another request under the same name is refused',
      retention: '24 hours',
      readers: NOBODY,
    },
    ...none('accountId acceptances createdAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
