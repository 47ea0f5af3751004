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
  test: z.boolean().describe('A test key only looks up test identities, is never billed, and contacts no platform (docs/test-keys.md).'),
  scopes: z.array(z.enum(SCOPES)),
  ownLookupsOnly: z
    .boolean()
    .describe('The key can read, follow and delete only lookups that were made with this key, or with a key that it replaced.'),
  networks: z.array(z.string()).nullable().describe('Networks that the key can be used from, in CIDR notation; null means all.'),
  monthlyLookups: z
    .int()
    .nullable()
    .describe('Lookups that the key can make in a calendar month (UTC); null if it has no limit of its own.'),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().describe('When the key expires; null if it does not.'),
  lastUsedAt: timestamp.nullable().describe('Accurate to the minute; null if no use of the key is recorded.'),
  revokedAt: timestamp.nullable(),
};

export const apiKey = z.strictObject(keyFields).meta({ id: 'ApiKey' });

export const createdKey = z
  .strictObject({ apiKey, key: z.string().describe('The key itself, shown only once.') })
  .meta({ id: 'CreatedApiKey' });

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
