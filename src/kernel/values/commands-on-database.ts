/**
 * Commands that work on the database of the service, by the reason why they do not call the API. Every other one calls it: with a key
 * (`src/cli/connection-options.ts`), or as an operator (`src/cli/operator-api.ts`). `npm run docs` writes the list into docs/cli.md.
 */
export const ON_DATABASE: Readonly<Record<string, readonly string[]>> = {
  'the service may be stopped': ['backup', 'restore', 'doctor'],
  'there may be no key and no member yet': ['account create', 'key create', 'sign-in'],
  'the API may be down at that time': [
    'account suspend',
    'operate platform off',
    'operate platform on',
    'operate unfinished',
    'operate deliveries',
  ],
  'the API serves only keys and members of the account, and an operator is neither': [
    ...['account purposes', 'account rename', 'account export', 'account delete', 'account undelete', 'account deletion'],
    ...['key roll', 'key revoke', 'member list', 'member invite', 'member uninvite', 'member role', 'member remove', 'emails list'],
  ],
  'the API does this only for one account or platform at a time': [
    ...['audit export', 'retention', 'erasure dry-run', 'erasure run', 'erasure list', 'erasure show'],
    ...['suppressions add', 'suppressions list', 'suppressions remove', 'catalogue controls list'],
  ],
  'the API does not return everything that is printed': ['account list', 'account show', 'account usage', 'catalogue health'],
  'the API has no such operation': [
    ...['audit verify', 'emails show', 'flow', 'breaches import', 'breaches list', 'breaches remove'],
    ...['catalogue controls plan', 'catalogue update', 'catalogue rollback', 'catalogue revisions', 'catalogue data'],
  ],
};
