import { type FormEvent, useState } from 'react';
import { MAX_ACCOUNT_NAME } from '../../../features/accounts/accounts.js';
import { useAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { personQuery } from '../../client/queries.js';
import { Button } from '../../components/button.js';
import { ErrorNote } from '../../components/error-note.js';
import { TextField } from '../../components/field.js';
import { Section } from '../../components/section.js';
import { useChange } from '../../components/use-change.js';

/** The name of the account, for whoever may change it. */
export function AccountName() {
  const account = useAccount();
  const [name, setName] = useState(account.name ?? '');
  const renaming = useChange({
    send: () => bodyOf(account.api.PATCH('/account', { body: { name: name.trim() || null } })),
    stale: [personQuery.queryKey],
    announcement: 'The account was renamed.',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate();
  };
  return (
    <Section title="Account" intro={`Shown to members in place of ${account.email}.`}>
      {renaming.error && <ErrorNote error={renaming.error} />}
      <form className="filter-id" onSubmit={submit}>
        <TextField
          label="Name of the account"
          autoComplete="organization"
          maxLength={MAX_ACCOUNT_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={renaming.isPending} disabled={name.trim() === (account.name ?? '')}>
          Save the name
        </Button>
      </form>
    </Section>
  );
}
