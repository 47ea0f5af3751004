import { useState } from 'react';
import { MAX_KEY_NAME, SCOPES, type Scope } from '../../../domain/billing/api-keys.js';
import { useAccount } from '../../client/account.js';
import { keysQuery } from '../../client/actors.js';
import { bodyOf } from '../../client/api.js';
import { Dialog, DialogForm } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { useChange } from '../../components/use-change.js';
import { SCOPE_WORDS } from './scopes.js';

const DAY_MS = 86_400_000;
const PERIODS = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['day', 'On a date that you choose'],
] as const;
type Period = (typeof PERIODS)[number][0];

/** The end of a chosen day in the reader's zone; null: never. */
function expiryOf(period: Period, day: string): string | null {
  if (period === 'never') return null;
  return new Date(period === 'day' ? `${day}T23:59:59` : Date.now() + Number(period) * DAY_MS).toISOString();
}

export function NewKeyDialog(props: { readonly onCreated: (key: string) => void; readonly onClose: () => void }) {
  const account = useAccount();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['lookups']);
  const [period, setPeriod] = useState<Period>('never');
  const [day, setDay] = useState('');
  const creating = useChange({
    send: (body: { name: string; scopes: Scope[]; expiresAt: string | null }) => bodyOf(account.api.POST('/account/keys', { body })),
    stale: [keysQuery(account).queryKey],
    onDone: ({ key }) => props.onCreated(key),
  });
  const submit = () => {
    if (scopes.length > 0) creating.mutate({ name, scopes: [...scopes], expiresAt: expiryOf(period, day) });
  };
  return (
    <Dialog title="Create a key" onClose={props.onClose}>
      <DialogForm action="Create" change={creating} disabled={scopes.length === 0} onSubmit={submit} onCancel={props.onClose}>
        <TextField
          label="Name"
          hint="Where the key is used, for example “Sign-up form”."
          value={name}
          maxLength={MAX_KEY_NAME}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="choices">
          <legend>What may the key do?</legend>
          {SCOPES.map((scope) => (
            <div className="option" key={scope}>
              <input
                type="checkbox"
                id={`scope-${scope}`}
                aria-describedby={`scope-${scope}-hint`}
                checked={scopes.includes(scope)}
                onChange={(event) => setScopes(SCOPES.filter((each) => (each === scope ? event.target.checked : scopes.includes(each))))}
              />
              <label htmlFor={`scope-${scope}`}>{SCOPE_WORDS[scope].short}</label>
              <p className="hint" id={`scope-${scope}-hint`}>
                {SCOPE_WORDS[scope].long}
              </p>
            </div>
          ))}
          {scopes.length === 0 && (
            <p className="field-error" role="alert">
              Choose at least one.
            </p>
          )}
        </fieldset>
        <div className="form-row">
          <SelectField label="Expires" options={PERIODS} value={period} onChange={setPeriod} />
          {period === 'day' && (
            <TextField
              label="Last day"
              type="date"
              required
              min={new Date().toISOString().slice(0, 10)}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}
