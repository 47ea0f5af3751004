import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_OVERLAP_SECONDS } from '../../../domain/webhooks/endpoint.js';
import { useAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { Button } from '../../components/button.js';
import { Dialog, DialogEnd } from '../../components/dialog.js';
import { Field, TextField } from '../../components/field.js';
import type { useEndpointChanges } from './changes.js';
import { localTime, momentOf } from './delivery-filter.js';
import { webhooksKey } from './queries.js';
import { SigningSecret } from './signing-secret.js';
import { type Endpoint, plural } from './words.js';

type Changes = ReturnType<typeof useEndpointChanges>;
interface DialogProps {
  readonly endpoint: Endpoint;
  readonly changes: Changes;
  readonly onClose: () => void;
}

const OVERLAPS = [
  [0, 'Not at all: it ends immediately'],
  [3_600, 'For an hour'],
  [86_400, 'For a day'],
  [MAX_OVERLAP_SECONDS, 'For seven days'],
] as const;
const DAY_SECONDS = 86_400;

/** Replaces the signing secret, with an overlap in which both sign. */
export function RotateDialog({ changes: { rotate }, onClose }: DialogProps) {
  const [overlap, setOverlap] = useState(DAY_SECONDS);
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate(overlap);
  };
  return (
    <Dialog title="Rotate the signing secret" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>
          A new secret is created and shown once. While the old secret keeps signing as well, receivers can switch without losing an event.
        </p>
        <Field label="How long should the old secret keep signing?">
          {(ids) => (
            <select {...ids} value={overlap} onChange={(event) => setOverlap(Number(event.target.value))}>
              {OVERLAPS.map(([seconds, label]) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DialogEnd action="Rotate" error={rotate.error} busy={rotate.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Sends what failed or was missed since a time, after saying how much that is. */
export function RecoverDialog({
  endpoint,
  changes: { recover },
  began,
  onClose,
}: DialogProps & {
  /** When failures began; null: unknown. */
  readonly began: string | null;
}) {
  const { api, ...account } = useAccount();
  const [local, setLocal] = useState(() => localTime(began ? new Date(began) : new Date(Date.now() - DAY_SECONDS * 1_000)));
  const since = momentOf(local);
  const {
    data: found,
    error,
    isFetching,
  } = useQuery({
    queryKey: [...webhooksKey({ api, ...account }), 'recoverable', endpoint.id, since],
    queryFn: () =>
      bodyOf(
        api.POST('/webhooks/endpoints/{id}/recover', { params: { path: { id: endpoint.id } }, body: { since: since ?? '', dryRun: true } }),
      ),
    enabled: since !== undefined && !recover.data,
  });
  const count = found ? found.failed + found.missed : 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (since !== undefined && count > 0) recover.mutate(since);
  };
  if (recover.data)
    return (
      <Dialog title="Recovery began" onClose={onClose}>
        <p>
          {plural(recover.data.failed, 'delivery', 'deliveries')} that failed and {plural(recover.data.missed, 'event')} that{' '}
          {recover.data.missed === 1 ? 'was' : 'were'} missed are being sent.
        </p>
        <footer>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </footer>
      </Dialog>
    );
  return (
    <Dialog title="Recover" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>
          Resends the deliveries that failed, and sends the events that were missed while the endpoint was disabled. Deliveries in progress
          are not sent twice.
        </p>
        <TextField
          label="Since"
          type="datetime-local"
          required
          value={local}
          onChange={(event) => setLocal(event.target.value)}
          hint="In your time zone. Events are kept for 30 days."
        />
        <p aria-live="polite">
          {since === undefined
            ? 'Enter a time to see what would be sent.'
            : isFetching || !found
              ? 'Counting…'
              : count === 0
                ? 'There is nothing to recover since then.'
                : `${plural(found.failed, 'delivery', 'deliveries')} failed, ${plural(found.missed, 'event')} missed.`}
        </p>
        <DialogEnd
          action={count === 0 ? 'Send' : `Send ${plural(count, 'event')}`}
          error={recover.error ?? error}
          busy={recover.isPending}
          disabled={count === 0}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
