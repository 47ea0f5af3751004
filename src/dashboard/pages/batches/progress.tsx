import { PageLink } from '../../components/links.js';
import type { ReactNode } from 'react';
import { endedOf } from '../../../features/batches/batch.js';
import { useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { counted } from '../../client/format.js';
import { Facts, StateBadge, Time } from '../../components/facts.js';
import { Button, ErrorNote } from '../../components/controls.js';
import { ConfirmButton } from '../../components/dialog.js';
import { useChange } from '../../components/use-change.js';
import { DEPTHS } from '../new-lookup/send-options.js';
import { BATCH_STATUS, durationOf, progressOf } from './labels.js';
import { type Batch, batchesKey } from './queries.js';

const CHANGES = {
  pause: { path: '/batches/{id}/pause', announcement: 'The batch is paused.' },
  resume: { path: '/batches/{id}/resume', announcement: 'The batch continues.' },
} as const;

/** How far a batch is, why it does not go on, and what can be done. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  const { batchId, status, mode, purpose, noise, items, startedWhole, createdAt, finishedAt, apiKeyId } = batch;
  const { nameOf } = useActors();
  return (
    <section className="card" aria-labelledby="batch-progress">
      <div className="row">
        <h2 id="batch-progress">Progress</h2>
        <StateBadge {...BATCH_STATUS[status]} />
      </div>
      <progress className="batch-progress" aria-label="Lines that have ended" max={items} value={endedOf(batch.counts)} />
      <p className="batch-status">
        {progressOf(batch)}.{estimateOf(batch)}
      </p>
      <WhyPaused batch={batch} />
      {startedWhole && <p className="small muted">It was sent with version 1 of the API, which started and billed all lines at once.</p>}
      <Changes batch={batch} />
      <Facts
        of={{
          Sent: (
            <>
              <Time at={createdAt} /> by {nameOf(apiKeyId)}
            </>
          ),
          Finished: finishedAt && <Time at={finishedAt} />,
          Depth: `${DEPTHS[mode].title}${noise === 'passive' ? ', passive' : ''}`,
          Purpose: purpose,
          Id: <code>{batchId}</code>,
        }}
      />
    </section>
  );
}

function estimateOf({ status, estimatedSeconds }: Batch): string {
  if (!estimatedSeconds || status === 'finished' || status === 'cancelled') return '';
  return ` ${durationOf(estimatedSeconds)} left${status === 'paused' ? ' after resuming' : ''}.`;
}

/** What keeps it, and what to do about it. */
function WhyPaused({ batch: { status, pausedBecause } }: { readonly batch: Batch }) {
  if (status !== 'paused' || pausedBecause === null) return null;
  const usage = <PageLink to="/dashboard/$account/usage">Usage</PageLink>;
  const reasons: Readonly<Record<typeof pausedBecause, ReactNode>> = {
    requested: 'It was paused on request. No further line starts, and none is billed, until it is resumed.',
    quota_exceeded: (
      <>Your allowance does not cover the next line. {usage} says what is left and when it is renewed. Then resume the batch.</>
    ),
    insufficient_credits: <>Your balance does not cover the next line. {usage} says what is left. Top it up, then resume the batch.</>,
    key_ended: 'The key that sent it was revoked or has expired. If you resume it, the remaining lines are billed in your name.',
    internal_error: 'The next lines could not be started, and are not billed. Resume the batch; if it stops again, contact the operator.',
  };
  return (
    <div className={pausedBecause === 'requested' ? 'note' : 'note note-warn'}>
      <p>{reasons[pausedBecause]}</p>
    </div>
  );
}

function Changes({ batch: { batchId, status, startedWhole, counts } }: { readonly batch: Batch }) {
  const account = useAccount();
  const params = { path: { id: batchId } };
  const stale = [batchesKey(account)];
  const change = useChange({
    send: (name: keyof typeof CHANGES) => account.api.POST(CHANGES[name].path, { params }),
    stale,
    announcement: (_, name) => CHANGES[name].announcement,
  });
  if (startedWhole || status === 'finished' || status === 'cancelled') return null;
  const name = status === 'paused' ? 'resume' : 'pause';
  return (
    <>
      {change.error !== null && <ErrorNote error={change.error} />}
      <div className="row">
        {/* One button, so that the focus stays. */}
        <Button
          label={name === 'resume' ? 'Resume' : 'Pause'}
          kind={name === 'resume' ? 'primary' : 'plain'}
          busy={change.isPending}
          onClick={() => change.mutate(name)}
        />
        <ConfirmButton
          label="Cancel batch"
          kind="danger"
          title="Cancel the batch?"
          action="Cancel batch"
          dismissal="Keep it"
          send={() => account.api.POST('/batches/{id}/cancel', { params })}
          stale={stale}
          announcement="The batch is cancelled."
        >
          <p>
            {counted(counts.waiting, 'line')} will be neither looked up nor billed, and the identities in them are deleted. What has started
            is finished, and stays billed. This cannot be undone.
          </p>
        </ConfirmButton>
      </div>
    </>
  );
}
