import type * as tables from '../accounts.js';
import { ACCOUNT_KEYS, BILL, NOBODY, none, type SchemaPrivacy, WITH_ACCOUNT } from './columns.js';

export const ACCOUNTS = {
  quotaPools: {
    key: {
      what: "of trial accounts: the company's e-mail domain, which may be a person's own, or a keyed digest of the mailbox",
      why: 'one free trial per company and mailbox',
      retention: 'kept, so that a trial is not repeated',
      readers: NOBODY,
    },
    ...none('id createdAt'),
  },
  accounts: {
    email: {
      what: "the account holder's e-mail address",
      why: 'to reach the holder, and to find the account',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    emailKey: { what: 'the same in lower case', why: 'one account per address', retention: WITH_ACCOUNT, readers: NOBODY },
    ...none('id plan poolId quotaOverride balanceMillicents retentionDays suspendedAt closedAt deletedAt purposes purposeRequired'),
    ...none('createdAt'),
  },
  balanceTopUps: {
    reference: {
      what: "the operator's reference of a payment",
      why: 'to credit it once',
      retention: BILL,
      readers: "the operator's command line",
    },
    ...none('accountId amountMillicents createdAt'),
  },
  apiKeys: {
    name: {
      what: "the holder's name for a key, which may be a person's",
      why: 'to tell keys apart',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    lastUsedAt: {
      what: 'when a key was last used, to the minute',
      why: 'to find keys that nobody uses',
      retention: WITH_ACCOUNT,
      readers: ACCOUNT_KEYS,
    },
    ...none('id accountId digest lastFour scopes createdAt expiresAt revokedAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
