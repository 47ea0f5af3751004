import { Link } from '@tanstack/react-router';
import { useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { counted } from '../../client/format.js';
import { useReadPages } from '../../client/paging.js';
import { dated, StateBadge } from '../../components/facts.js';
import { Listed, LoadMore, Row } from '../../components/list.js';
import { EmptyState, Page } from '../../components/page.js';
import { BATCH_STATUS, progressOf } from './labels.js';
import { refreshMsOf } from './refresh.js';
import { DEPTHS } from '../new-lookup/send-options.js';

const REFRESH_MS = 10_000;

/** All batches of the account, whoever sent them. */
export function Batches() {
  const account = useAccount();
  const { nameOf } = useActors();
  const params = { account: account.id };
  const pages = useReadPages(
    ['batches', 'list'],
    (api, cursor) => api.GET('/batches', { params: { query: cursor === null ? {} : { cursor } } }),
    {
      // With more pages open, reading all of them again would cost more than it tells.
      refetchInterval: ({ state }) =>
        state.data?.pages.length === 1 && state.data.pages[0]?.batches.some((batch) => refreshMsOf(batch) !== false) ? REFRESH_MS : false,
    },
  );
  const batches = pages.data?.pages.flatMap((page) => page.batches) ?? [];
  const newBatch = (
    <Link to="/dashboard/$account/batches/new" params={params} className="button button-primary">
      New batch
    </Link>
  );
  return (
    <Page title="Batches" intro="Lists of people that were looked up together, newest first." actions={newBatch}>
      <div className="stack">
        <Listed
          query={pages}
          what="the batches"
          label="Batches"
          items={batches}
          empty={
            <EmptyState title="No batches yet">
              <p>Paste a list or load a file with “New batch”, or send one from your program with POST /v2/batches.</p>
            </EmptyState>
          }
          row={(batch) => (
            <Row
              key={batch.batchId}
              title={
                <Link to="/dashboard/$account/batches/$batch" params={{ ...params, batch: batch.batchId }}>
                  {counted(batch.items, 'line')}
                </Link>
              }
              badge={<StateBadge {...BATCH_STATUS[batch.status]} />}
              facts={[
                progressOf(batch),
                DEPTHS[batch.mode].title,
                batch.purpose,
                <>
                  {dated('sent', batch.createdAt)} by {nameOf(batch.apiKeyId)}
                </>,
                batch.startedWhole && 'version 1',
              ]}
            />
          )}
        >
          {(pages.hasNextPage || pages.isFetchNextPageError) && <LoadMore query={pages} />}
        </Listed>
      </div>
    </Page>
  );
}
