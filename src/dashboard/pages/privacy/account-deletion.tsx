import { useState } from 'react';
import { GRACE_DAYS } from '../../../features/privacy/account-export.js';
import { useAccount, useMay } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { Button } from '../../components/button.js';
import { Dialog, DialogForm } from '../../components/dialog.js';
import { ErrorNote } from '../../components/error-note.js';
import { TextField } from '../../components/field.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { usePrivacyChange } from './queries.js';

/** An account that is going to be deleted: until when that can be taken back, and by whom. */
export function AccountIsClosed({
  deletion,
}: {
  readonly deletion: { readonly state: string; readonly createdAt: string; readonly dueAt: string };
}) {
  const mayCancel = useMay('cancelAccountDeletion');
  const cancel = usePrivacyChange((account) => bodyOf(account.api.DELETE('/account/deletion')), 'The account is open again.');
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
          It was closed on <Time at={deletion.createdAt} />. Everything except its bills is deleted from <Time at={deletion.dueAt} /> on;
          until then an owner can reopen it.
        </p>
      )}
      {cancel.error && <ErrorNote error={cancel.error} />}
      {!hasBegun && mayCancel && (
        <Button
          kind="primary"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => document.querySelector<HTMLElement>('main')?.focus() })}
        >
          Reopen the account
        </Button>
      )}
    </section>
  );
}

/** Deleting the account, for its owners. */
export function AccountDeletion() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Delete the account">
      <div className="card danger-zone">
        <p>
          The account is closed immediately: it accepts no more lookups. After {GRACE_DAYS} days everything except its bills is deleted;
          until then an owner can reopen it.
        </p>
        <div>
          <Button kind="danger" onClick={() => setOpen(true)}>
            Delete the account
          </Button>
        </div>
      </div>
      {isOpen && <DeleteDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { email, id } = useAccount();
  const [confirm, setConfirm] = useState('');
  const remove = usePrivacyChange(
    (account) => bodyOf(account.api.POST('/account/deletion', { body: { confirm: confirm.trim() } })),
    'The account is closed.',
  );
  const submit = () => remove.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog title="Delete the account" onClose={onClose}>
      <DialogForm action="Delete it" kind="danger" change={remove} onSubmit={submit} onCancel={onClose}>
        <p>
          Its keys and endpoints stop working immediately. To confirm, type its address,{' '}
          <strong className="breakable">{email || id}</strong>.
        </p>
        <TextField
          label={email ? 'Address of the account' : 'Id of the account'}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={confirm}
          onChange={(event) => setConfirm(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
