/** Addresses of operations with ids of an account that has something of everything (`fillAccount`). */
import type { Service } from '../service.js';
import type { FilledAccount } from '../dashboard/filled-account.js';

/** What `:id` stands for, by what precedes it in the address. */
const KIND_BY_FOLDER: Readonly<Record<string, string>> = {
  lookup: 'lookup',
  batches: 'batch',
  keys: 'key',
  members: 'member',
  invitations: 'invitation',
  erasures: 'erasure',
  suppressions: 'suppression',
  endpoints: 'endpoint',
};

/** Ids by what they are of: those that `fillAccount` names, and of what it wrote besides. */
export async function idsOf(
  { sql }: Pick<Service, 'sql'>,
  { accountId, values }: FilledAccount,
): Promise<Readonly<Record<string, string>>> {
  const [more] = await sql<{ suppression: string; invitation: string }[]>`
    SELECT (SELECT id FROM suppressions WHERE account_id = ${accountId} LIMIT 1) AS suppression,
      (SELECT id FROM invitations WHERE account_id = ${accountId} LIMIT 1) AS invitation`;
  return { ...values, ...more };
}

/** @throws Error when a parameter has no value: a new route needs something that it is about */
export function pathWith(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/([\w-]+)\/:(\w+)/g, (_, folder: string, name: string) => {
    const kind = name === 'id' ? KIND_BY_FOLDER[folder] : ({ eventId: 'event', slug: 'platform' }[name] ?? name);
    const id = kind === undefined ? undefined : ids[kind];
    if (id === undefined) throw new Error(`${path}: say what :${name} is`);
    return `${folder}/${id}`;
  });
}
