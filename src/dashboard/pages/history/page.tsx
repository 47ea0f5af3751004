import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useActors } from '../../client/actors.js';
import type { AccountApi, Schemas } from '../../client/api.js';
import { counted } from '../../client/format.js';
import { useReadPages } from '../../client/paging.js';
import { useAnnounce } from '../../components/announcer.js';
import { LoadMore, QueryResult } from '../../components/list.js';
import { EmptyState, Page } from '../../components/page.js';
import { ExportHistory } from './export-history.js';
import { conditionsOf, type Filters, LookupFilters, NO_FILTERS } from './filters.js';
import { FirstLookup } from './latest-lookups.js';
import { LookupRows } from './lookup-rows.js';

const REFRESH_MS = 10_000;

/** Everything that the account looked up. An identity that is searched for travels in the body of the request only. */
export function History() {
  const announce = useAnnounce();
  const [filters, setFilters] = useState(NO_FILTERS);
  const { actors, names } = useActors();
  const pages = useReadPages(['lookups', 'search', filters], (api, cursor) => searchPage(api, filters, cursor), {
    placeholderData: keepPreviousData,
    // What is under way will have counts; with more pages open, reading all of them again would cost more than it tells.
    refetchInterval: ({ state }) =>
      state.data?.pages.length === 1 && state.data.pages[0]?.lookups.some(({ status }) => status === 'processing') ? REFRESH_MS : false,
  });
  const lookups = pages.data?.pages.flatMap((page) => page.lookups) ?? [];
  const isSettled = pages.data !== undefined && !pages.isPlaceholderData;
  const { length } = lookups;
  const total = pages.data?.pages[0]?.total;
  const found = total ? totalText(total) : counted(length, 'lookup');
  useEffect(() => {
    if (isSettled && filters !== NO_FILTERS) announce(length === 0 ? 'No lookups match the filters.' : `${found} found.`);
  }, [announce, isSettled, length, found, filters]);
  return (
    <Page title="History" intro="All lookups of this account, newest first.">
      <LookupFilters filters={filters} askers={actors} onChange={setFilters} />
      <QueryResult query={pages} what="the history" empty={length === 0 && (filters === NO_FILTERS ? <FirstLookup /> : <NothingFound />)}>
        <div className="stack" aria-busy={pages.isPlaceholderData || undefined}>
          <div className="row section-head">
            {total ? <p className="muted">{totalText(total)}</p> : <span />}
            <ExportHistory filters={filters} />
          </div>
          <LookupRows lookups={lookups} nameOf={(id) => names.get(id) ?? null} />
          {(pages.hasNextPage || pages.isFetchNextPageError) && <LoadMore query={pages} />}
        </div>
      </QueryResult>
    </Page>
  );
}

function NothingFound() {
  return (
    <EmptyState title="No lookups match the filters">
      <p>Enter the complete identity: parts of it are not found. Deleted and expired lookups are not listed.</p>
    </EmptyState>
  );
}

/** The first page is read with the number of all matches. */
const searchPage = (api: AccountApi, filters: Filters, cursor: string | null) =>
  api.POST('/lookups/search', {
    body: { limit: 50, ...conditionsOf(filters), ...(cursor === null ? { total: true } : { cursor }) },
  });

function totalText({ count, complete }: NonNullable<Schemas['LookupPage']['total']>): string {
  return complete ? counted(count, 'lookup') : `more than ${counted(count, 'lookup')}`;
}
