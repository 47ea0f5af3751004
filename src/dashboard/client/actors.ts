/** Keys and members of the account, and their names by id: lists of what was done hold ids. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountKey, type CurrentAccount, useAccount, useMay } from './account.js';
import type { Schemas } from './api.js';

export const keysQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'keys'), queryFn: () => account.api.GET('/account/keys') });
export const membersQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'members'), queryFn: () => account.api.GET('/account/members') });

/** A key as lists name it. */
export const nameOfKey = ({ name, lastFour }: Pick<Schemas['ApiKey'], 'name' | 'lastFour'>): string =>
  name === '' ? `Key …${lastFour}` : `${name} (…${lastFour})`;

/** People and keys, each with an id and a name. */
export type Actors = Readonly<Record<'People' | 'Keys', readonly (readonly [id: string, name: string])[]>>;

interface KnownActors {
  readonly actors: Actors;
  readonly names: ReadonlyMap<string, string>;
  readonly nameOf: (id: string | null) => string;
}

/** Members, and keys as far as the role may see them, and what an id stands for. */
export function useActors(): KnownActors {
  const account = useAccount();
  const maySeeKeys = useMay('listApiKeys');
  const members = useQuery(membersQuery(account));
  const keys = useQuery({ ...keysQuery(account), enabled: maySeeKeys });
  const actors: Actors = {
    People: (members.data?.members ?? []).map(({ id, email }) => [id, email]),
    Keys: (keys.data?.keys ?? []).map((key) => [key.id, nameOfKey(key)]),
  };
  const names = new Map([...actors.People, ...actors.Keys]);
  return { actors, names, nameOf: (id) => (id === null || id === 'operator' ? 'Operator' : (names.get(id) ?? id)) };
}
