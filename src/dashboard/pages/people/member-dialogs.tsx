import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Role, ROLES } from '../../../features/accounts/roles.js';
import { useAccount } from '../../client/account.js';
import { Address } from '../../components/facts.js';
import { ConfirmChange, Dialog, DialogClose, FormDialog } from '../../components/dialog.js';
import { useChange } from '../../components/use-change.js';
import { type Invitation, type Member, stalePeople } from './queries.js';
import { ROLE_WORDS, RoleChoice } from './roles.js';

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Gives a member another role. An account is handed over by making somebody else an owner. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const account = useAccount();
  const isSelf = member.id === account.memberId;
  const [role, setRole] = useState<Role>(member.role);
  const changing = useChange({
    send: () => account.api.PATCH('/account/members/{id}', { params: { path: { id: member.id } }, body: { role } }),
    stale: stalePeople(account),
    announcement: `The role is now ${ROLE_WORDS[role].name}.`,
    onDone: onClose,
  });
  const submit = () => (role === member.role ? onClose() : changing.mutate());
  return (
    <FormDialog
      title={isSelf ? 'Change your role' : 'Change the role'}
      action="Change"
      change={changing}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="breakable">
        <strong>
          <Address email={member.email} />
        </strong>
      </p>
      <RoleChoice legend="Role" roles={ROLES} value={role} onChange={setRole} />
      {isSelf && role !== 'owner' && <p className="note note-warn">Only another owner can make you an owner again.</p>}
      {!isSelf && role === 'owner' && member.role !== 'owner' && (
        <p className="note note-warn">An owner can remove you and delete the account. To hand the account over, leave it afterwards.</p>
      )}
    </FormDialog>
  );
}

/** Ends the membership of somebody else. */
export function RemoveDialog({ member, ...dialog }: MemberDialogProps & { readonly onDone: () => void }) {
  const account = useAccount();
  return (
    <ConfirmChange
      title="Remove a member"
      action="Remove"
      send={() => account.api.DELETE('/account/members/{id}', { params: { path: { id: member.id } } })}
      stale={stalePeople(account)}
      announcement="The member is removed."
      {...dialog}
    >
      <p>
        <strong className="breakable">{member.email}</strong> loses access to this account immediately, wherever they are signed in. Their
        lookups and the keys that they created stay.
      </p>
    </ConfirmChange>
  );
}

/** Ends one's own membership; the only owner is told what to do first. */
export function LeaveDialog({ isOnlyOwner, onClose }: { readonly isOnlyOwner: boolean; readonly onClose: () => void }) {
  const account = useAccount();
  const navigate = useNavigate();
  if (isOnlyOwner)
    return (
      <Dialog title="You are the only owner" onClose={onClose}>
        <p>An account needs at least one owner. Make another member an owner before you leave, or delete the account under Privacy.</p>
        <DialogClose label="OK" onClose={onClose} />
      </Dialog>
    );
  // The pages of the account are left first: they are not there for somebody who is no member.
  const leave = async () => {
    await account.api.DELETE('/account/membership');
    await navigate({ to: '/dashboard/profile' });
  };
  return (
    <ConfirmChange title="Leave the account" action="Leave" send={leave} stale={stalePeople(account)} onClose={onClose}>
      <p>You will lose access to this account. To come back, you need a new invitation.</p>
    </ConfirmChange>
  );
}

/** Ends an invitation before it was accepted. */
export function RevokeInvitationDialog(props: {
  readonly invitation: Invitation;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { invitation, ...dialog } = props;
  const account = useAccount();
  return (
    <ConfirmChange
      title="Revoke an invitation"
      action="Revoke"
      send={() => account.api.DELETE('/account/invitations/{id}', { params: { path: { id: invitation.id } } })}
      stale={stalePeople(account)}
      announcement="The invitation is revoked."
      {...dialog}
    >
      <p>
        The link that was sent to <strong className="breakable">{invitation.email}</strong> will stop working.
      </p>
    </ConfirmChange>
  );
}
