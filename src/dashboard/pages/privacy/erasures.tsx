import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { Badge, StateBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Dialog, DialogClose, useDialog } from '../../components/dialog.js';
import { LoadMore } from '../../components/load-more.js';
import { EmptyState } from '../../components/page.js';
import { QueryResult } from '../../components/query-result.js';
import { Listed, Row } from '../../components/rows.js';
import { Section } from '../../components/section.js';
import { dated } from '../../components/time.js';
import { EraseDialog } from './erase-dialog.js';
import { erasureQuery, erasuresQuery } from './queries.js';
import { type Erasure, ReceiptDetails, STATE_WORD } from './receipt.js';

/** Erasing what the account has about an identity, and the receipts of earlier erasures. */
export function Erasures() {
  const query = useInfiniteQuery(erasuresQuery(useAccount()));
  const { dialog, open, close } = useDialog();
  const erasures = query.data?.pages.flatMap((page) => page.erasures) ?? [];
  const erase = <Button onClick={() => open(<EraseDialog onClose={close} />)}>Erase an identity</Button>;
  return (
    <Section
      title="Erasures"
      intro="Delete everything that this account stores about an identity. Receipts contain counts, but no identity."
      actions={erasures.length > 0 && erase}
    >
      <Listed
        query={query}
        what="erasures"
        label="Erasures"
        items={erasures}
        empty={
          <EmptyState title="No erasures yet">
            <p>When somebody asks you to delete their data, erase their identity. You first see what would be deleted.</p>
            {erase}
          </EmptyState>
        }
        row={(erasure) => (
          <Row
            key={erasure.id}
            title={dated(erasure.dryRun ? 'Dry run of' : 'Erasure of', erasure.createdAt)}
            badge={
              erasure.dryRun && erasure.state === 'done' ? (
                <Badge tone="neutral">Dry run</Badge>
              ) : (
                <StateBadge {...STATE_WORD[erasure.state]} />
              )
            }
            facts={[counted(erasure.counts.lookups, 'lookup'), <code key="id">{erasure.id}</code>]}
            actions={
              <Button
                kind="quiet"
                onClick={() => open(<ReceiptDialog erasure={erasure} onClose={close} />)}
                aria-label={`${erasure.dryRun ? 'Counts' : 'Receipt'} of ${erasure.id}`}
              >
                {erasure.dryRun ? 'Counts' : 'Receipt'}
              </Button>
            }
          />
        )}
      >
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </Listed>
      {dialog}
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
