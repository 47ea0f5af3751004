import type { Scope } from '../../../features/accounts/api-keys.js';

/** What a scope allows, in plain words. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly short: string; readonly long: string }>> = {
  'lookups:create': { short: 'Create lookups', long: 'Look up identities and get the results in the response. Lookups are billed.' },
  'lookups:read': { short: 'Read lookups', long: 'Read, stream and search lookups.' },
  'lookups:delete': { short: 'Delete lookups', long: 'Delete lookups with all their results.' },
  webhooks: {
    short: 'Webhooks',
    long: 'Read deliveries and send them again. To see what was sent, or to decide where lookups are sent, “Read lookups” is needed too.',
  },
  'account:read': { short: 'Read the account', long: 'Read the plan, usage, keys, the suppression list and the audit log.' },
  'account:write': { short: 'Change the account', long: 'Create and revoke keys, change purposes and the suppression list.' },
  'account:people': { short: 'People', long: 'Invite people, list and remove members. An invited person can use the account.' },
  'account:data': { short: 'All data', long: 'Export everything, erase identities, and set how long lookups are kept.' },
};
