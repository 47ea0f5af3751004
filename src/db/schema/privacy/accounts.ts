import type * as tables from '../accounts.js';
import { ACCOUNT_KEYS, BILL, NOBODY, none, type SchemaPrivacy, WITH_ACCOUNT } from './columns.js';

export const ACCOUNTS = {
  quotaPools: {
    id: none,
    key: {
      what: "the company's e-mail domain of trial accounts, which may be a person's own",
      why: 'one free trial per company',
      retention: 'kept, so that a trial is not repeated',
      readers: NOBODY,
    },
    createdAt: none,
  },
  accounts: {
    id: none,
    email: {
      what: "the account holder's e-mail address",
      why: 'to reach the holder, and to find the account',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    emailKey: { what: 'the same in lower case', why: 'one account per address', retention: WITH_ACCOUNT, readers: NOBODY },
    plan: none,
    poolId: none,
    quotaOverride: none,
    balanceMillicents: none,
    retentionDays: none,
    suspendedAt: none,
    closedAt: none,
    deletedAt: none,
    purposes: none,
    purposeRequired: none,
    createdAt: none,
  },
  balanceTopUps: {
    accountId: none,
    reference: {
      what: "the operator's reference of a payment",
      why: 'to credit it once',
      retention: BILL,
      readers: "the operator's command line",
    },
    amountMillicents: none,
    createdAt: none,
  },
  apiKeys: {
    id: none,
    accountId: none,
    name: {
      what: "the holder's name for a key, which may be a person's",
      why: 'to tell keys apart',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    digest: none,
    lastFour: none,
    scopes: none,
    createdAt: none,
    expiresAt: none,
    lastUsedAt: {
      what: 'when a key was last used, to the minute',
      why: 'to find keys that nobody uses',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    revokedAt: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;
