import { useState } from 'react';
import { useAccount } from '../../client/account.js';
import { keysQuery, nameOfKey } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { ConfirmChange, FormDialog } from '../../components/dialog.js';
import { SelectField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';

interface KeyDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

const OVERLAPS: readonly (readonly [seconds: number, label: string])[] = [
  [86_400, 'A day'],
  [3_600, 'An hour'],
  [7 * 86_400, 'Seven days'],
  [0, 'Not at all: it ends immediately'],
];

/** A new key in place of one, which goes on working for a while. */
export function RollDialog({ apiKey, onRolled, onClose }: KeyDialogProps & { readonly onRolled: (key: string) => void }) {
  const account = useAccount();
  const [overlapSeconds, setOverlap] = useState(86_400);
  const rolling = useChange({
    send: () => account.api.POST('/account/keys/{id}/roll', { params: { path: { id: apiKey.id } }, body: { overlapSeconds } }),
    stale: [keysQuery(account).queryKey],
    onDone: ({ key }) => onRolled(key),
  });
  return (
    <FormDialog title="Roll a key" action="Create the new key" change={rolling} onSubmit={rolling.mutate} onClose={onClose}>
      <p>
        A new key with the scopes, the limits and the expiry of <strong className="breakable">{nameOfKey(apiKey)}</strong> is created. Both
        keys work until the old one ends, so your programs can switch without a refused request.
      </p>
      <SelectField label="How long should the old key keep working?" options={OVERLAPS} value={overlapSeconds} onChange={setOverlap} />
    </FormDialog>
  );
}

export function RevokeDialog({ apiKey, onRevoked, onClose }: KeyDialogProps & { readonly onRevoked: () => void }) {
  const account = useAccount();
  return (
    <ConfirmChange
      title="Revoke a key"
      action="Revoke"
      send={() => account.api.DELETE('/account/keys/{id}', { params: { path: { id: apiKey.id } } })}
      stale={[keysQuery(account).queryKey]}
      announcement="The key is revoked."
      onDone={onRevoked}
      onClose={onClose}
    >
      <p>
        Requests with <strong className="breakable">{nameOfKey(apiKey)}</strong> will be refused immediately. This cannot be undone. To
        switch to a new key without refused requests, roll this one instead.
      </p>
    </ConfirmChange>
  );
}
