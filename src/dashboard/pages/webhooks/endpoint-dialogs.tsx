import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_OVERLAP_SECONDS } from '../../../features/webhooks/endpoint.js';
import { useAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { Dialog, DialogClose, DialogForm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import type { useEndpointChanges } from './changes.js';
import { localTime, momentOf } from './delivery-filter.js';
import { webhooksKey } from './queries.js';
import { SigningSecret } from './signing-secret.js';
import { type Endpoint, plural } from './labels.js';

type Changes = ReturnType<typeof useEndpointChanges>;
interface DialogProps {
  readonly endpoint: Endpoint;
  readonly changes: Changes;
  readonly onClose: () => void;
}

const OVERLAPS: readonly (readonly [seconds: number, label: string])[] = [
  [0, 'Not at all: it ends immediately'],
  [3_600, 'For an hour'],
  [86_400, 'For a day'],
  [MAX_OVERLAP_SECONDS, 'For seven days'],
];
const DAY_SECONDS = 86_400;

/** Replaces the signing secret, with an overlap in which both sign. */
export function RotateDialog({ changes: { rotate }, onClose }: DialogProps) {
  const [overlap, setOverlap] = useState(DAY_SECONDS);
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Dialog title="Rotate the signing secret" onClose={onClose}>
      <DialogForm action="Rotate" change={rotate} onSubmit={() => rotate.mutate(overlap)} onCancel={onClose}>
        <p>
          A new secret is created and shown once. While the old secret keeps signing as well, receivers can switch without losing an event.
        </p>
        <SelectField label="How long should the old secret keep signing?" options={OVERLAPS} value={overlap} onChange={setOverlap} />
      </DialogForm>
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
      withRecentSignIn(() =>
        bodyOf(
          api.POST('/webhooks/endpoints/{id}/recover', {
            params: { path: { id: endpoint.id } },
            body: { since: since ?? '', dryRun: true },
          }),
        ),
      ),
    enabled: since !== undefined && !recover.data,
  });
  const count = found ? found.failed + found.missed : 0;
  const submit = () => {
    if (since !== undefined && count > 0) recover.mutate(since);
  };
  if (recover.data)
    return (
      <Dialog title="Recovery began" onClose={onClose}>
        <p>
          {plural(recover.data.failed, 'delivery', 'deliveries')} that failed and {plural(recover.data.missed, 'event')} that{' '}
          {recover.data.missed === 1 ? 'was' : 'were'} missed are being sent.
        </p>
        <DialogClose kind="primary" label="Close" onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Recover" onClose={onClose}>
      <DialogForm
        action={count === 0 ? 'Send' : `Send ${plural(count, 'event')}`}
        change={{ isPending: recover.isPending, error: recover.error ?? error }}
        disabled={count === 0}
        onSubmit={submit}
        onCancel={onClose}
      >
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
      </DialogForm>
    </Dialog>
  );
}
