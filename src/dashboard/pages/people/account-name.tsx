import { useState } from 'react';
import { MAX_ACCOUNT_NAME } from '../../../features/accounts/accounts.js';
import { useAccount } from '../../client/account.js';
import { personQuery } from '../../client/queries.js';
import { Button, ErrorNote, Form, TextField } from '../../components/controls.js';
import { Section } from '../../components/page.js';
import { useChange } from '../../components/use-change.js';

/** The name of the account, for whoever may change it. */
export function AccountName() {
  const account = useAccount();
  const [name, setName] = useState(account.name ?? '');
  const renaming = useChange({
    send: () => account.api.PATCH('/account', { body: { name: name.trim() || null } }),
    stale: [personQuery.queryKey],
    announcement: 'The account was renamed.',
  });
  return (
    <Section title="Account" intro={`Shown to members instead of ${account.email}.`}>
      {renaming.error && <ErrorNote error={renaming.error} />}
      <Form className="filter-id" onSubmit={renaming.mutate}>
        <TextField label="Name of the account" autoComplete="organization" maxLength={MAX_ACCOUNT_NAME} value={name} onChange={setName} />
        <Button label="Save the name" type="submit" busy={renaming.isPending} disabled={name.trim() === (account.name ?? '')} />
      </Form>
    </Section>
  );
}
