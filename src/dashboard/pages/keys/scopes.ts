import type { Scope } from '../../../domain/billing/api-keys.js';

/** What a scope allows, in plain words. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly short: string; readonly long: string }>> = {
  lookups: { short: 'Lookups', long: 'Look up identities, and read, search and delete lookups. Lookups are billed.' },
  webhooks: { short: 'Webhooks', long: 'Decide where events are sent, read deliveries and send them again.' },
  account: { short: 'Account', long: 'Create and revoke keys, invite people, erase identities, read usage and the audit log.' },
};
