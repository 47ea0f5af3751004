import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import { accountAddress } from '../../client/api.js';
import { followLookup } from './follow-lookup.js';
import { LookupStore, type LookupView } from './lookup-store.js';

/** Until a lookup is planned, nobody knows how many checks it has. */
const PLAN_POLL_MS = 4_000;

export const lookupQuery = (account: CurrentAccount, lookupId: string) =>
  queryOptions({
    queryKey: accountKey(account, 'lookup', lookupId),
    queryFn: async () => (await account.api.GET('/lookup/{id}', { params: { path: { id: lookupId } } })) as LookupBodyV2,
  });

export interface FollowedLookup {
  /** As it was read at first: identities, modules, how much is planned. Null until then. */
  readonly head: LookupBodyV2 | null;
  readonly view: LookupView;
  readonly error: unknown;
}

/** A lookup as it is by now: read once, then followed until it is finished. */
export function useLookup(lookupId: string): FollowedLookup {
  const account = useAccount();
  const queries = useQueryClient();
  const [store] = useState(() => new LookupStore());
  const view = useSyncExternalStore(store.subscribe, store.read);
  const { data: head = null, error } = useQuery({
    ...lookupQuery(account, lookupId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data } }) => (data?.status === 'processing' && data.planned === null ? PLAN_POLL_MS : false),
  });
  const isFinished = head?.status === 'finished';
  const isKnown = head !== null;
  useEffect(() => {
    if (!isKnown) return undefined;
    const query = lookupQuery(account, lookupId);
    const finished = queries.getQueryData(query.queryKey);
    if (isFinished && finished) {
      store.finish(finished);
      return undefined;
    }
    const url = `${accountAddress(account.id)}/lookup/${encodeURIComponent(lookupId)}/stream`;
    return followLookup(store, { url, read: () => queries.fetchQuery({ ...query, staleTime: 0, retry: false }) });
  }, [account, lookupId, queries, store, isKnown, isFinished]);
  // The first answer tells that there is a plan.
  const needsPlan = head !== null && head.planned === null && view.registered.length + view.absent.length + view.omitted > 0;
  useEffect(() => {
    if (needsPlan) void queries.invalidateQueries({ queryKey: lookupQuery(account, lookupId).queryKey });
  }, [account, lookupId, queries, needsPlan]);
  // Lists and allowances show what this lookup came to.
  const isOver = view.body !== null && !isFinished;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: accountKey(account, 'lookups') });
  }, [account, queries, isOver]);
  return { head, view, error };
}
