import { useMemo, useState } from 'react';
import { MAX_NOTE } from '../../../features/disputes/dispute.js';
import { accountKey, useAccount } from '../../client/account.js';
import { useRead } from '../../client/reading.js';
import type { Schemas } from '../../client/api.js';
import { FormDialog, useDialog } from '../../components/dialog.js';
import { TextField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';
import { rowKey } from './lookup-store.js';

/** Rows whose results were disputed. */
export function useDisputed(lookupId: string, isNeeded: boolean): ReadonlySet<string> {
  const params = { path: { id: lookupId } };
  const { data } = useRead(['disputes', lookupId], (api) => api.GET('/lookup/{id}/disputes', { params }), { enabled: isNeeded });
  return useMemo(() => new Set(data?.disputes.map(rowKey)), [data]);
}

interface DisputeProps {
  readonly lookupId: string;
  readonly of: { readonly platform: string; readonly name: string; readonly identity: Schemas['IdentityName'] };
  readonly isRegistered: boolean;
}

/** Says that a result is wrong. The dialog asks how one knows. */
export function DisputeAction(props: DisputeProps) {
  const { dialog, open, close } = useDialog();
  return (
    <div>
      <button type="button" className="link" onClick={() => open(<DisputeDialog {...props} onClose={close} />)}>
        This is wrong
      </button>
      {dialog}
    </div>
  );
}

function DisputeDialog({ lookupId, of, isRegistered, onClose }: DisputeProps & { readonly onClose: () => void }) {
  const { platform, name, identity } = of;
  const account = useAccount();
  const [note, setNote] = useState('');
  const dispute = useChange({
    send: () => {
      const named = identity as NonNullable<Schemas['DisputeRequest']['identity']>;
      const body = { platform, identity: named, ...(note.trim() !== '' && { note: note.trim() }) };
      return account.api.POST('/lookup/{id}/disputes', { params: { path: { id: lookupId } }, body });
    },
    stale: [accountKey(account, 'disputes', lookupId)],
    announcement: `The result of ${name} is disputed.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${name}: the result is wrong`}
      action="Dispute the result"
      change={dispute}
      onSubmit={dispute.mutate}
      onClose={onClose}
    >
      <p>
        The result says that <strong className="breakable">{identity.value}</strong> is {isRegistered ? '' : 'not '}registered there. It
        stays as it is, and the platform is checked within minutes. The operators of the service see the platform, but neither the identity
        nor your note.
      </p>
      <TextField
        label="How do you know? (optional)"
        autoComplete="off"
        maxLength={MAX_NOTE}
        value={note}
        onChange={setNote}
        hint="Do not name people. The note is deleted with the lookup."
      />
    </FormDialog>
  );
}
