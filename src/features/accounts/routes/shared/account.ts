import { z } from 'zod';
import { idText } from '../../../../kernel/http/request-fields.js';
import { shown } from '../../../../kernel/http/shown.js';
import type { KeySummary } from '../../accounts.js';
import { SCOPES } from '../../api-keys.js';
import type { PostgresAccountReports } from '../../store/account-reports.js';
import type { AccountStore } from '../../store/account-store.js';
import type { ApiKeysContext } from '../../use-cases/api-keys.js';

export const timestamp = z.iso.datetime();

const keyFields = {
  id: z.string(),
  name: z.string(),
  lastFour: z.string().describe('The last four characters of the key.'),
  test: z.boolean().describe('It is a test key: it looks up test identities alone, unbilled, and nothing is asked (docs/test-keys.md).'),
  scopes: z.array(z.enum(SCOPES)),
  ownLookupsOnly: z.boolean().describe('It reads, follows and deletes only lookups that it made, or a key that it replaced.'),
  networks: z.array(z.string()).nullable().describe('Networks that it can be used from, in CIDR notation; null: all.'),
  monthlyLookups: z.int().nullable().describe('Lookups that it can make in a calendar month (UTC); null: no limit of its own.'),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().describe('null: it does not expire.'),
  lastUsedAt: timestamp.nullable().describe('Accurate to the minute; null: not used since this has been recorded.'),
  revokedAt: timestamp.nullable(),
};

export const apiKey = z.strictObject(keyFields).meta({ id: 'ApiKey' });

export const createdKey = z.strictObject({ apiKey, key: z.string().describe('Shown only once.') }).meta({ id: 'CreatedApiKey' });

export const keyId = z.object({ id: idText });

export interface AccountContext extends ApiKeysContext {
  readonly accounts: AccountStore;
  readonly accountReports: PostgresAccountReports;
  /** The database's clock. */
  readonly now: () => Date;
}

export const read = { scopes: ['account:read'] } as const;

export const change = { scopes: ['account:write'], role: 'admin', recent: true } as const;

export const presentKey = (key: KeySummary): z.input<typeof apiKey> => shown(apiKey, { ...key, id: key.apiKeyId, test: key.isTest });

export const presentCreated = ({ key, ...summary }: KeySummary & { readonly key: string }) => ({ apiKey: presentKey(summary), key });
