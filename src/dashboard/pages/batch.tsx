import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountKey, useAccount } from '../client/account.js';
import { useAnnounce } from '../components/announcer.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/query-result.js';
import { useOnChange } from '../components/use-on-change.js';
import { Items } from './batches/items.js';
import { BATCH_STATUS, progressOf } from './batches/labels.js';
import { BatchProgress } from './batches/progress.js';
import { type Batch, batchQuery } from './batches/queries.js';
import { Results } from './batches/results.js';

/** One batch: how far it is, what can be done with it, and each line with what became of it. */
export function BatchPage() {
  const account = useAccount();
  const { batch: batchId } = useParams({ from: '/signed-in/dashboard/$account/batches/$batch' });
  const batch = useQuery(batchQuery(account, batchId));
  useStatusNews(batch.data);
  return (
    <Page title="Batch">
      <QueryResult query={batch} what="the batch" missing="There is no batch with this address. It may have expired.">
        {(data) => (
          <>
            <BatchProgress batch={data} />
            <Results batch={data} />
            <Items batch={data} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}

/** Says when the batch has another status; what its lines were billed shows elsewhere. */
function useStatusNews(batch: Batch | undefined): void {
  const account = useAccount();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const text = batch && `${BATCH_STATUS[batch.status][1]}: ${progressOf(batch)}.`;
  useOnChange(batch?.status, () => {
    if (text !== undefined) announce(text);
    void queries.invalidateQueries({ queryKey: accountKey(account, 'account') });
    void queries.invalidateQueries({ queryKey: accountKey(account, 'lookups') });
  });
}
