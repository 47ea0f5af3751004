import type { AccountRetentionStore } from '../../store/account-retention.js';

export interface RetentionContext {
  readonly accountRetention: AccountRetentionStore;
}

export const common = { scopes: ['account:data'], path: '/v2/account/retention', role: 'admin' } as const;
