import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_OVERLAP_SECONDS } from '../../../features/webhooks/endpoint.js';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { Dialog, DialogClose, FormDialog } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/controls.js';
import { type EndpointSettings, useWebhookChange } from './changes.js';
import { EndpointForm } from './endpoint-form.js';
import { localTime, momentOf } from './delivery-filter.js';
import { webhooksKey } from './queries.js';
import { SigningSecret } from './signing-secret.js';
import type { Endpoint } from './labels.js';

interface DialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

const OVERLAPS: readonly (readonly [seconds: number, label: string])[] = [
  [0, 'Not at all: it ends immediately'],
  [3_600, 'For an hour'],
  [86_400, 'For a day'],
  [MAX_OVERLAP_SECONDS, 'For seven days'],
];
const DAY_SECONDS = 86_400;

/** Changes the settings of an endpoint. */
export function EditDialog({ endpoint, onClose }: DialogProps) {
  const { api } = useAccount();
  const edit = useWebhookChange(
    ({ url, description, eventTypes, payload, filter }: EndpointSettings) =>
      api.PATCH('/webhooks/endpoints/{id}', {
        params: { path: { id: endpoint.id } },
        body: { url, description, eventTypes, payload, filter },
      }),
    'The endpoint was changed.',
    onClose,
  );
  return <EndpointForm title="Edit the endpoint" action="Save" before={endpoint} change={edit} onSave={edit.mutate} onClose={onClose} />;
}

/** Replaces the signing secret, with an overlap in which both sign. */
export function RotateDialog({ endpoint, onClose }: DialogProps) {
  const { api } = useAccount();
  const [overlapSeconds, setOverlap] = useState(DAY_SECONDS);
  const params = { path: { id: endpoint.id } };
  const rotate = useWebhookChange(
    () => api.POST('/webhooks/endpoints/{id}/rotate-secret', { params, body: { overlapSeconds } }),
    'The signing secret was replaced.',
  );
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <FormDialog title="Rotate the signing secret" action="Rotate" change={rotate} onSubmit={rotate.mutate} onClose={onClose}>
      <p>
        A new secret is created and shown once. While the old secret keeps signing as well, receivers can switch without losing an event.
      </p>
      <SelectField label="How long should the old secret keep signing?" options={OVERLAPS} value={overlapSeconds} onChange={setOverlap} />
    </FormDialog>
  );
}

interface FailureWindow {
  /** When failures began; null: unknown. */
  readonly began: string | null;
}

/** Sends what failed or was missed since a time, after saying how much that is. */
export function RecoverDialog({ endpoint, began, onClose }: DialogProps & FailureWindow) {
  const account = useAccount();
  const params = { path: { id: endpoint.id } };
  const recover = useWebhookChange(
    (since: string) => account.api.POST('/webhooks/endpoints/{id}/recover', { params, body: { since, dryRun: false } }),
    'The missed events are being sent.',
  );
  const [local, setLocal] = useState(() => localTime(began ? new Date(began) : new Date(Date.now() - DAY_SECONDS * 1_000)));
  const since = momentOf(local);
  const counting = useQuery({
    queryKey: [...webhooksKey(account), 'recoverable', endpoint.id, since],
    queryFn: () => {
      const request = { params, body: { since: since ?? '', dryRun: true } };
      return withRecentSignIn(() => account.api.POST('/webhooks/endpoints/{id}/recover', request));
    },
    enabled: since !== undefined && !recover.data,
  });
  const found = counting.data;
  const count = found ? found.failed + found.missed : 0;
  const submit = () => {
    if (since !== undefined && count > 0) recover.mutate(since);
  };
  if (recover.data)
    return (
      <Dialog title="Recovery began" onClose={onClose}>
        <p>
          {counted(recover.data.failed, 'delivery', 'deliveries')} that failed and {counted(recover.data.missed, 'event')} that{' '}
          {recover.data.missed === 1 ? 'was' : 'were'} missed are being sent.
        </p>
        <DialogClose kind="primary" label="Close" onClose={onClose} />
      </Dialog>
    );
  return (
    <FormDialog
      title="Recover"
      action={count === 0 ? 'Send' : `Send ${counted(count, 'event')}`}
      change={{ isPending: recover.isPending, error: recover.error ?? counting.error }}
      disabled={count === 0}
      onSubmit={submit}
      onClose={onClose}
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
        onChange={setLocal}
        hint="In your time zone. Events are kept for 30 days."
      />
      <p aria-live="polite">
        {since === undefined
          ? 'Enter a time to see what would be sent.'
          : counting.isFetching || !found
            ? 'Counting…'
            : count === 0
              ? 'There is nothing to recover since then.'
              : `${counted(found.failed, 'delivery', 'deliveries')} failed, ${counted(found.missed, 'event')} missed.`}
      </p>
    </FormDialog>
  );
}
