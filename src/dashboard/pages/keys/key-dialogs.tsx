import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../client/account.js';
import { keysQuery, nameOfKey } from '../../client/actors.js';
import { bodyOf, type Schemas } from '../../client/api.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { useAnnounce } from '../../components/announcer.js';
import { ConfirmDialog, Dialog, DialogEnd } from '../../components/dialog.js';
import { ErrorNote } from '../../components/error-note.js';
import { Field } from '../../components/field.js';

interface KeyDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

const OVERLAPS = [
  [86_400, 'A day'],
  [3_600, 'An hour'],
  [7 * 86_400, 'Seven days'],
  [0, 'Not at all: it ends immediately'],
] as const;

/** A new key in place of one, which goes on working for a while. */
export function RollDialog({ apiKey, onRolled, onClose }: KeyDialogProps & { readonly onRolled: (key: string) => void }) {
  const account = useAccount();
  const queries = useQueryClient();
  const [overlapSeconds, setOverlap] = useState<number>(OVERLAPS[0][0]);
  const rolling = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        bodyOf(account.api.POST('/account/keys/{id}/roll', { params: { path: { id: apiKey.id } }, body: { overlapSeconds } })),
      ),
    async onSuccess({ key }) {
      await queries.invalidateQueries({ queryKey: keysQuery(account).queryKey });
      onRolled(key);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rolling.mutate();
  };
  return (
    <Dialog title="Roll a key" onClose={onClose}>
      <p>
        A new key with the scopes and the expiry of <strong className="breakable">{nameOfKey(apiKey)}</strong> is created. Both keys work
        until the old one ends, so your programs can switch without a refused request.
      </p>
      <form onSubmit={submit}>
        <Field label="How long should the old key keep working?">
          {(ids) => (
            <select {...ids} value={overlapSeconds} onChange={(event) => setOverlap(Number(event.target.value))}>
              {OVERLAPS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DialogEnd action="Create the new key" error={rolling.error} busy={rolling.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export function RevokeDialog({ apiKey, onRevoked, onClose }: KeyDialogProps & { readonly onRevoked: () => void }) {
  const account = useAccount();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const revoking = useMutation({
    mutationFn: () => withRecentSignIn(() => bodyOf(account.api.DELETE('/account/keys/{id}', { params: { path: { id: apiKey.id } } }))),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keysQuery(account).queryKey });
      announce('The key is revoked.');
      onRevoked();
    },
  });
  return (
    <ConfirmDialog title="Revoke a key" action="Revoke" busy={revoking.isPending} onConfirm={() => revoking.mutate()} onClose={onClose}>
      <p>
        Requests with <strong className="breakable">{nameOfKey(apiKey)}</strong> will be refused immediately. This cannot be undone. To
        switch to a new key without refused requests, roll this one instead.
      </p>
      {revoking.error && <ErrorNote error={revoking.error} />}
    </ConfirmDialog>
  );
}
