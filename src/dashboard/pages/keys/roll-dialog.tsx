import { useState } from 'react';
import { useAccount } from '../../client/account.js';
import { keysQuery, nameOfKey } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { FormDialog } from '../../components/dialog.js';
import { SelectField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';

interface RollDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onRolled: (key: string) => void;
  readonly onClose: () => void;
}

const OVERLAPS: readonly (readonly [seconds: number, label: string])[] = [
  [86_400, 'A day'],
  [3_600, 'An hour'],
  [7 * 86_400, 'Seven days'],
  [0, 'Not at all: it ends immediately'],
];

/** A new key in place of one, which goes on working for a while. */
export function RollDialog({ apiKey, onRolled, onClose }: RollDialogProps) {
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
