import { useState } from 'react';
import {
  DEFAULT_SCOPES,
  expandScopes,
  grantableBy,
  MAX_KEY_NAME,
  MAX_MONTHLY_LOOKUPS,
  type Scope,
} from '../../../features/accounts/api-keys.js';
import { useAccount } from '../../client/account.js';
import { keysQuery } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { faultOf } from '../../client/field-fault.js';
import { FormDialog } from '../../components/dialog.js';
import { Option, SelectField, TextField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';
import { SCOPE_WORDS } from './scopes.js';
import { DAY_MS } from '../../../kernel/values/durations.js';

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
  const [scopes, setScopes] = useState<readonly Scope[]>(expandScopes(DEFAULT_SCOPES));
  const [isTest, setTest] = useState(false);
  const [isOwnOnly, setOwnOnly] = useState(false);
  const [networks, setNetworks] = useState('');
  const [monthly, setMonthly] = useState('');
  const [period, setPeriod] = useState<Period>('never');
  const [day, setDay] = useState('');
  const mayBeOwnOnly = scopes.every((scope) => scope.startsWith('lookups:'));
  const grantable = grantableBy(account.role);
  const creating = useChange({
    send: (body: Schemas['NewApiKey']) => account.api.POST('/account/keys', { body }),
    stale: [keysQuery(account).queryKey],
    onDone: ({ key }) => props.onCreated(key),
  });
  const networkFault = faultOf(creating.error, 'networks');
  const submit = () => {
    if (scopes.length === 0) return;
    const named = networks.split(/[\s,]+/).filter(Boolean);
    creating.mutate({
      name,
      scopes: [...scopes],
      test: isTest,
      expiresAt: expiryOf(period, day),
      ownLookupsOnly: isOwnOnly && mayBeOwnOnly,
      networks: named.length > 0 ? named : null,
      monthlyLookups: monthly === '' ? null : Number(monthly),
    });
  };
  return (
    <FormDialog
      title="Create a key"
      action="Create"
      change={{ ...creating, error: networkFault === null ? creating.error : null }}
      disabled={scopes.length === 0}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        label="Name"
        hint="Where the key is used, for example “Sign-up form”."
        value={name}
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
        onChange={setName}
      />
      <fieldset className="choices">
        <legend>What may the key do?</legend>
        {grantable.map((scope) => (
          <Option
            label={SCOPE_WORDS[scope].short}
            key={scope}
            hint={SCOPE_WORDS[scope].long}
            checked={scopes.includes(scope)}
            onChange={(checked) => setScopes(grantable.filter((each) => (each === scope ? checked : scopes.includes(each))))}
          />
        ))}
        {scopes.length === 0 && (
          <p className="field-error" role="alert">
            Choose at least one.
          </p>
        )}
      </fieldset>
      <fieldset className="choices">
        <legend>What is it restricted to?</legend>
        <Option
          label="Test identities"
          hint="For trying an integration: documented identities with fixed answers. No platform is contacted, and nothing is billed."
          checked={isTest}
          onChange={setTest}
        />
        <Option
          label="Its own lookups"
          hint="The key cannot see other lookups of the account. Only for keys whose scopes are all for lookups."
          disabled={!mayBeOwnOnly}
          checked={isOwnOnly && mayBeOwnOnly}
          onChange={setOwnOnly}
        />
        <TextField
          label="Networks"
          error={networkFault}
          hint="In CIDR notation, for example 192.0.2.0/24, separated by commas. Leave it empty to allow all."
          value={networks}
          autoComplete="off"
          onChange={setNetworks}
        />
        <TextField
          label="Lookups a month"
          hint="Calendar months in UTC. Leave it empty for no limit besides the account’s."
          type="number"
          min={0}
          max={MAX_MONTHLY_LOOKUPS}
          step={1}
          value={monthly}
          onChange={setMonthly}
        />
      </fieldset>
      <div className="form-row">
        <SelectField label="Expires" options={PERIODS} value={period} onChange={setPeriod} />
        {period === 'day' && (
          <TextField label="Last day" type="date" required min={new Date().toISOString().slice(0, 10)} value={day} onChange={setDay} />
        )}
      </div>
    </FormDialog>
  );
}
