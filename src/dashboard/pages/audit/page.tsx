import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { counted } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button } from '../../components/controls.js';
import { LoadMore, QueryResult } from '../../components/list.js';
import { EmptyState, Page } from '../../components/page.js';
import type { AuditFilter } from './audit-filter.js';
import { AuditFilters } from './audit-filters.js';
import { AuditRow } from './audit-row.js';
import { ExportMenu } from './export-menu.js';
import { auditQuery } from './queries.js';

/** Who did what in the account. */
export function Audit() {
  const mayRead = useMay('listAuditEntries');
  const filter = useSearch({ from: '/signed-in/dashboard/$account/audit' });
  return (
    <Page
      title="Audit"
      intro="Who did what and when, newest first. Entries are kept for two years and cannot be changed."
      actions={mayRead && <ExportMenu filter={filter} />}
    >
      {mayRead ? <Entries filter={filter} /> : <p>Only {whoMay('listAuditEntries')} of the account can read the audit log.</p>}
    </Page>
  );
}

function Entries({ filter }: { readonly filter: AuditFilter }) {
  const announce = useAnnounce();
  const { nameOf } = useActors();
  const query = useInfiniteQuery(auditQuery(useAccount(), filter));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const found = query.isPlaceholderData || !query.data ? undefined : entries.length;
  useEffect(() => {
    if (isFiltered && found !== undefined)
      announce(found === 0 ? 'No entries match the filters.' : `${counted(found, 'entry', 'entries')} listed.`);
  }, [announce, isFiltered, found]);
  return (
    <>
      <AuditFilters filter={filter} />
      <QueryResult query={query} what="the audit log" empty={entries.length === 0 && <Nothing isFiltered={isFiltered} />}>
        <div className="stack" aria-busy={query.isPlaceholderData || undefined}>
          <div className="audit-list-header">
            <p className="small muted">
              {filter.all ? 'Entries that changed something are highlighted.' : filter.action === undefined && 'Showing changes only.'}
            </p>
            <Button label="Refresh" kind="quiet" busy={query.isRefetching} onClick={() => void query.refetch()} />
          </div>
          <ul className="rows" aria-label="Entries">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} nameOf={nameOf} />
            ))}
          </ul>
          <LoadMore query={query} />
        </div>
      </QueryResult>
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No entries match the filters">
      <p>Choose another action, person or time. Reads and refused requests appear here after about a second.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No changes yet">
      <p>Every lookup and change is listed here, with who made it and from where. “Show reads too” adds every read.</p>
    </EmptyState>
  );
}
