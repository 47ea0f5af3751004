import type * as tables from './schema.js';
import { BILL, NOBODY, none, OPERATOR, type SchemaPrivacy, WITH_ACCOUNT } from '../../../kernel/db/personal-data.js';

const ofKeys = { retention: WITH_ACCOUNT, shownBy: 'listApiKeys exportAccount', alsoReadBy: OPERATOR } as const;

export const ACCOUNTS = {
  quotaPools: {
    key: {
      what: "of trial accounts: the company's e-mail domain, which may be a person's own, or a keyed digest of the mailbox",
      why: 'one free trial per company and mailbox',
      retention: 'kept, so that a trial is not repeated',
      ...NOBODY,
    },
    ...none('id createdAt'),
  },
  accounts: {
    email: {
      what: "the account holder's e-mail address",
      why: 'to reach the holder, and to find the account',
      retention: WITH_ACCOUNT,
      shownBy: 'getAccount getPerson listAccounts readAccount exportAccount',
      alsoReadBy: OPERATOR,
    },
    name: {
      what: "the holder's name for the account, which may be a person's",
      why: 'to tell accounts apart',
      retention: WITH_ACCOUNT,
      shownBy: 'getAccount getPerson listAccounts readAccount exportAccount',
      alsoReadBy: OPERATOR,
    },
    emailKey: { what: 'the same in lower case', why: 'one account per address', retention: WITH_ACCOUNT, ...NOBODY },
    ...none('id plan poolId quotaOverride balanceMillicents retentionDays suspendedAt closedAt deletedAt purposes purposeRequired'),
    ...none('createdAt'),
  },
  balanceTopUps: {
    reference: {
      what: "the operator's reference of a payment",
      why: 'to credit it once',
      retention: BILL,
      shownBy: 'exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('accountId amountMillicents createdAt'),
  },
  apiKeys: {
    name: {
      what: "the holder's name for a key, which may be a person's",
      why: 'to tell keys apart',
      ...ofKeys,
    },
    lastUsedAt: {
      what: 'when a key was last used, to the minute',
      why: 'to find keys that nobody uses',
      ...ofKeys,
    },
    networks: {
      what: 'networks that the key may be used from',
      why: 'to refuse it elsewhere',
      ...ofKeys,
    },
    ...none('id accountId digest lastFour scopes createdAt expiresAt revokedAt ownLookupsOnly monthlyLookups firstKeyId countedMonth'),
    ...none('countedLookups'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
