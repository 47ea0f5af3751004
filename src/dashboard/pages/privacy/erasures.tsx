import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { Badge, dated, StateBadge } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
import { Dialog, DialogButton, DialogClose, useDialog } from '../../components/dialog.js';
import { Listed, LoadMore, QueryResult, Row } from '../../components/list.js';
import { EmptyState, Section } from '../../components/page.js';
import { EraseDialog } from './erase-dialog.js';
import { erasureQuery, erasuresQuery } from './queries.js';
import { type Erasure, ReceiptDetails, STATE_WORD } from './receipt.js';

/** Erasing what the account has about an identity, and the receipts of earlier erasures. */
export function Erasures() {
  const query = useInfiniteQuery(erasuresQuery(useAccount()));
  const { dialog, open, close } = useDialog();
  const erasures = query.data?.pages.flatMap((page) => page.erasures) ?? [];
  const erase = <Button label="Erase an identity" onClick={() => open(<EraseDialog onClose={close} />)} />;
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
            title={dated(erasure.dryRun ? 'Counted on' : 'Erasure of', erasure.createdAt)}
            badge={
              erasure.dryRun && erasure.state === 'done' ? (
                <Badge tone="neutral">Dry run</Badge>
              ) : (
                <StateBadge {...STATE_WORD[erasure.state]} />
              )
            }
            facts={[counted(erasure.counts.lookups, 'lookup'), <code key="id">{erasure.id}</code>]}
            actions={
              <DialogButton
                label={erasure.dryRun ? 'Counts' : 'Receipt'}
                kind="quiet"
                aria-label={`${erasure.dryRun ? 'Counts' : 'Receipt'} of ${erasure.id}`}
                dialog={(shut) => <ReceiptDialog erasure={erasure} onClose={shut} />}
              />
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
