import { Loading } from '../../components/page.js';
import { useState } from 'react';
import { type InconclusiveReason, traitsOf } from '../../../engine/evaluation/verdict.js';
import { formatNumber } from '../../client/format.js';
import { useReadPages } from '../../client/paging.js';
import { Button, ErrorNote } from '../../components/controls.js';
import { type LookupView, rowKey } from './lookup-store.js';
import { textWithoutOmissions } from './texts.js';

const PAGE_SIZE = 100;

interface OmissionsProps {
  readonly lookupId: string;
  readonly view: LookupView;
  readonly several: boolean;
}

/** Checks without a confident answer, by reason; which ones they are is read when a reason is opened. */
export function Omissions({ lookupId, view, several }: OmissionsProps) {
  // Reasons stay where they appeared while the lookup runs: sorting by a count that grows would move them.
  const reasons = Object.entries(view.byReason) as [InconclusiveReason, number][];
  const sorted = view.body ? [...reasons].sort((a, b) => b[1] - a[1]) : reasons;
  if (view.omitted === 0) return <p className="muted">{textWithoutOmissions(view.body)}</p>;
  return (
    <div className="stack">
      <p className="muted">
        These are neither a “yes” nor a “no”: where an answer cannot be trusted, the platform is left out rather than guessed.
      </p>
      <div className="omissions">
        {sorted.map(([reason, count]) => (
          <Reason key={reason} lookupId={lookupId} reason={reason} count={count} several={several} />
        ))}
      </div>
    </div>
  );
}

function Reason(props: {
  readonly lookupId: string;
  readonly reason: InconclusiveReason;
  readonly count: number;
  readonly several: boolean;
}) {
  const { reason, count } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="omission" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{traitsOf(reason).sentence}</span>
        <strong className="omission-count">{formatNumber(count)}</strong>
      </summary>
      {isOpen && <OmittedPlatforms {...props} />}
    </details>
  );
}

function OmittedPlatforms({ lookupId, reason, count, several }: Parameters<typeof Reason>[0]) {
  const pages = useReadPages(['omissions', lookupId, reason], (api, cursor) => {
    const query = { reason, limit: String(PAGE_SIZE), ...(cursor !== null && { cursor }) };
    return api.GET('/lookup/{id}/omissions', { params: { path: { id: lookupId }, query } });
  });
  const omissions = pages.data?.pages.flatMap((page) => page.omissions) ?? [];
  return (
    <div className="stack omission-list">
      <ul className="name-columns">
        {omissions.map((omission) => (
          <li key={rowKey(omission)} className="breakable">
            {omission.platform}
            {several && <span className="small muted"> {omission.identity.value}</span>}
          </li>
        ))}
      </ul>
      {pages.isPending && <Loading what="the platforms" />}
      {pages.error && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {omissions.length < count && pages.data && (
        <div>
          <Button
            label={`Load more (${formatNumber(count - omissions.length)})`}
            busy={pages.isFetching}
            onClick={() => void (pages.hasNextPage ? pages.fetchNextPage() : pages.refetch())}
          />
        </div>
      )}
    </div>
  );
}
