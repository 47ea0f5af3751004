import type * as tables from '../usage.js';
import { none, NOBODY, type SchemaPrivacy } from './columns.js';

export const USAGE = {
  usagePeriods: { poolId: none, periodStart: none, used: none },
  usageLedger: {
    lookupId: none,
    accountId: none,
    poolId: none,
    periodStart: none,
    amount: none,
    unit: none,
    apiKeyId: none,
    module: none,
    createdAt: none,
  },
  usageAlerts: {
    poolId: none,
    periodStart: none,
    percent: none,
    accountId: none,
    apiKeyId: none,
    scope: none,
    used: none,
    limit: none,
    createdAt: none,
  },
  rateWindows: {
    caller: {
      what: "keyed digest of the address of a client without a key (IPv6: of its /64), in part; otherwise a key's id",
      why: 'so that keys cannot be guessed at speed',
      retention: 'an hour',
      readers: NOBODY,
    },
    rateClass: none,
    windowStart: none,
    hits: none,
  },
  idempotencyKeys: {
    accountId: none,
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
    acceptances: none,
    createdAt: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;
