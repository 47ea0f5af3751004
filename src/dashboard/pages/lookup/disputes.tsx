import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MAX_NOTE } from '../../../features/disputes/dispute.js';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { Dialog, DialogForm } from '../../components/dialog.js';
import { TextField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';
import { rowKey } from './lookup-store.js';

const disputesKey = (account: CurrentAccount, lookupId: string) => accountKey(account, 'disputes', lookupId);

const disputesQuery = (account: CurrentAccount, lookupId: string) =>
  queryOptions({
    queryKey: disputesKey(account, lookupId),
    queryFn: () => account.api.GET('/lookup/{id}/disputes', { params: { path: { id: lookupId } } }),
  });

/** Rows whose results were disputed. */
export function useDisputed(lookupId: string, isNeeded: boolean): ReadonlySet<string> {
  const { data } = useQuery({ ...disputesQuery(useAccount(), lookupId), enabled: isNeeded });
  return useMemo(() => new Set(data?.disputes.map(rowKey)), [data]);
}

type Disputed = { readonly platform: string; readonly name: string; readonly identity: Schemas['IdentityName'] };

/** Says that a result is wrong. The dialog asks how one knows. */
export function DisputeAction({ lookupId, of, isRegistered }: { lookupId: string; of: Disputed; isRegistered: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        This is wrong
      </button>
      {isOpen && <DisputeDialog lookupId={lookupId} of={of} isRegistered={isRegistered} onClose={() => setOpen(false)} />}
    </div>
  );
}

function DisputeDialog(props: { lookupId: string; of: Disputed; isRegistered: boolean; onClose: () => void }) {
  const { lookupId, isRegistered, onClose } = props;
  const { platform, name, identity } = props.of;
  const account = useAccount();
  const [note, setNote] = useState('');
  const dispute = useChange({
    send: () => {
      const named = identity as NonNullable<Schemas['DisputeRequest']['identity']>;
      const body = { platform, identity: named, ...(note.trim() !== '' && { note: note.trim() }) };
      return account.api.POST('/lookup/{id}/disputes', { params: { path: { id: lookupId } }, body });
    },
    stale: [disputesKey(account, lookupId)],
    announcement: `The result of ${name} is disputed.`,
    onDone: onClose,
  });
  return (
    <Dialog title={`${name}: the result is wrong`} onClose={onClose}>
      <DialogForm action="Dispute the result" change={dispute} onSubmit={() => dispute.mutate()} onCancel={onClose}>
        <p>
          The result says that <strong className="breakable">{identity.value}</strong> is {isRegistered ? '' : 'not '}registered there. It
          stays as it is, and the platform is checked within minutes. The operators of the service see the platform, but neither the
          identity nor your note.
        </p>
        <TextField
          label="How do you know? (optional)"
          autoComplete="off"
          maxLength={MAX_NOTE}
          value={note}
          onChange={setNote}
          hint="Do not name people. The note is deleted with the lookup."
        />
      </DialogForm>
    </Dialog>
  );
}
