import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountKey, useAccount } from '../client/account.js';
import { counted } from '../client/format.js';
import { useAnnounce } from '../components/announcer.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/list.js';
import { useOnChange } from '../components/use-on-change.js';
import { Items } from './batches/items.js';
import { BATCH_STATUS } from './batches/labels.js';
import { BatchProgress } from './batches/progress.js';
import { type Batch, batchQuery } from './batches/queries.js';
import { Results } from './batches/results.js';

/** One batch: how far it is, what can be done with it, and each line with what became of it. */
export function BatchPage() {
  const account = useAccount();
  const { batch: batchId } = useParams({ from: '/signed-in/dashboard/$account/batches/$batch' });
  const batch = useQuery(batchQuery(account, batchId));
  useAnnouncedStatus(batch.data?.status);
  return (
    <Page title={batch.data ? `Batch of ${counted(batch.data.items, 'line')}` : 'Batch'} tab="Batch">
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

/** Announces another status, with which lists and allowances show something else than before. */
function useAnnouncedStatus(status: Batch['status'] | undefined): void {
  const account = useAccount();
  const queries = useQueryClient();
  const announce = useAnnounce();
  useEffect(() => {
    if (status !== undefined) announce(`Batch: ${BATCH_STATUS[status].word}.`);
  }, [announce, status]);
  useOnChange(status, () => {
    void queries.invalidateQueries({ queryKey: accountKey(account, 'account') });
    void queries.invalidateQueries({ queryKey: accountKey(account, 'lookups') });
  });
}
