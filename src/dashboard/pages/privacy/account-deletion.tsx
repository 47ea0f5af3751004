import { useState } from 'react';
import { GRACE_DAYS } from '../../../features/privacy/account-export.js';
import { useAccount, useMay } from '../../client/account.js';
import { Button, ErrorNote, TextField } from '../../components/controls.js';
import { DialogButton, FormDialog } from '../../components/dialog.js';
import { Section } from '../../components/page.js';
import { Time } from '../../components/facts.js';
import { usePrivacyChange } from './queries.js';

/** An account that is going to be deleted: until when that can be taken back, and by whom. */
export function AccountIsClosed({
  deletion,
}: {
  readonly deletion: { readonly state: string; readonly createdAt: string; readonly dueAt: string };
}) {
  const mayCancel = useMay('cancelAccountDeletion');
  const cancel = usePrivacyChange((account) => account.api.DELETE('/account/deletion'), 'The account is open again.');
  const hasBegun = deletion.state !== 'accepted';
  return (
    <section className="note note-error" aria-label="Deletion of the account">
      <h2>{hasBegun ? 'This account is being deleted' : 'This account is closed and will be deleted'}</h2>
      {hasBegun ? (
        <p>
          The deletion began on <Time at={deletion.dueAt} /> and cannot be undone.
        </p>
      ) : (
        <p>
          It was closed on <Time at={deletion.createdAt} />. Everything except its billing records is deleted from{' '}
          <Time at={deletion.dueAt} /> on; until then an owner can reopen it.
        </p>
      )}
      {cancel.error && <ErrorNote error={cancel.error} />}
      {!hasBegun && mayCancel && (
        <Button
          label="Reopen the account"
          kind="primary"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => document.querySelector<HTMLElement>('main')?.focus() })}
        />
      )}
    </section>
  );
}

/** Deleting the account, for its owners. */
export function AccountDeletion() {
  return (
    <Section title="Delete the account">
      <div className="card danger-zone">
        <p>
          The account is closed immediately: it accepts no more lookups. After {GRACE_DAYS} days everything except its bills is deleted;
          until then an owner can reopen it.
        </p>
        <div>
          <DialogButton label="Delete the account" kind="danger" dialog={(close) => <DeleteDialog onClose={close} />} />
        </div>
      </div>
    </Section>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { email, id } = useAccount();
  const [confirm, setConfirm] = useState('');
  const remove = usePrivacyChange(
    (account) => account.api.POST('/account/deletion', { body: { confirm: confirm.trim() } }),
    'The account is closed.',
  );
  const submit = () => remove.mutate(undefined, { onSuccess: onClose });
  return (
    <FormDialog title="Delete the account" action="Delete it" kind="danger" change={remove} onSubmit={submit} onClose={onClose}>
      <p>
        Its keys and endpoints stop working immediately. To confirm, type its address, <strong className="breakable">{email || id}</strong>.
      </p>
      <TextField label={email ? 'Address of the account' : 'Id of the account'} required literal value={confirm} onChange={setConfirm} />
    </FormDialog>
  );
}
