import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Dialog, DialogClose } from '../../components/dialog.js';
import { LoadMore } from '../../components/load-more.js';
import { EmptyState } from '../../components/page.js';
import { QueryResult } from '../../components/query-result.js';
import { Row, Rows } from '../../components/rows.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { EraseDialog } from './erase-dialog.js';
import { erasureQuery, erasuresQuery } from './queries.js';
import { type Erasure, ReceiptDetails, StateBadge } from './receipt.js';

/** Erasing what the account has about an identity, and the receipts of earlier erasures. */
export function Erasures() {
  const query = useInfiniteQuery(erasuresQuery(useAccount()));
  const [shown, setShown] = useState<'new' | Erasure | null>(null);
  const erasures = query.data?.pages.flatMap((page) => page.erasures) ?? [];
  const erase = <Button onClick={() => setShown('new')}>Erase an identity</Button>;
  return (
    <Section
      title="Erasures"
      intro="Delete everything that this account stores about an identity. Receipts contain counts, but no identity."
      actions={erasures.length > 0 && erase}
    >
      <QueryResult
        query={query}
        what="erasures"
        empty={
          erasures.length === 0 && (
            <EmptyState title="No erasures yet">
              <p>When somebody asks you to delete their data, erase their identity. You first see what would be deleted.</p>
              {erase}
            </EmptyState>
          )
        }
      >
        <Rows label="Erasures">
          {erasures.map((erasure) => (
            <Row
              key={erasure.id}
              title={
                <>
                  {erasure.dryRun ? 'Dry run of ' : 'Erasure of '}
                  <Time at={erasure.createdAt} />
                </>
              }
              badge={erasure.dryRun && erasure.state === 'done' ? <Badge tone="neutral">Dry run</Badge> : <StateBadge {...erasure} />}
              facts={[counted(erasure.counts.lookups, 'lookup'), <code key="id">{erasure.id}</code>]}
              actions={
                <Button
                  kind="quiet"
                  onClick={() => setShown(erasure)}
                  aria-label={`${erasure.dryRun ? 'Counts' : 'Receipt'} of ${erasure.id}`}
                >
                  {erasure.dryRun ? 'Counts' : 'Receipt'}
                </Button>
              }
            />
          ))}
        </Rows>
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </QueryResult>
      {shown === 'new' && <EraseDialog onClose={() => setShown(null)} />}
      {shown !== null && shown !== 'new' && <ReceiptDialog erasure={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

function ReceiptDialog({ erasure, onClose }: { readonly erasure: Erasure; readonly onClose: () => void }) {
  const query = useQuery(erasureQuery(useAccount(), erasure.id));
  return (
    <Dialog title={erasure.dryRun ? 'Dry run' : 'Receipt of an erasure'} onClose={onClose}>
      <QueryResult query={query} what="the receipt">
        {(receipt) => <ReceiptDetails receipt={receipt} />}
      </QueryResult>
      <DialogClose label="Close" onClose={onClose} />
    </Dialog>
  );
}
