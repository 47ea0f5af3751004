import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLES, type Role } from '../../../features/accounts/roles.js';
import { bodyOf } from '../../client/api.js';
import { Address } from '../../components/address.js';
import { ConfirmDialog, Dialog, DialogClose, DialogForm } from '../../components/dialog.js';
import { type Invitation, type Member, usePeopleChange } from './queries.js';
import { ROLE_WORDS, RoleChoice } from './roles.js';

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Gives a member another role. An account is handed over by making somebody else an owner. */
export function RoleDialog({ member, isSelf, onClose }: MemberDialogProps & { readonly isSelf: boolean }) {
  const [role, setRole] = useState<Role>(member.role);
  const changing = usePeopleChange(
    (api, to: Role) => bodyOf(api.PATCH('/account/members/{id}', { params: { path: { id: member.id } }, body: { role: to } })),
    { announcement: (_, to) => `The role is now ${ROLE_WORDS[to].name}.`, onDone: onClose },
  );
  const submit = () => (role === member.role ? onClose() : changing.mutate(role));
  return (
    <Dialog title={isSelf ? 'Change your role' : 'Change the role'} onClose={onClose}>
      <DialogForm action="Change" change={changing} onSubmit={submit} onCancel={onClose}>
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
      </DialogForm>
    </Dialog>
  );
}

/** Ends the membership of somebody else. */
export function RemoveDialog({ member, onDone, onClose }: MemberDialogProps & { readonly onDone: () => void }) {
  const removing = usePeopleChange((api) => bodyOf(api.DELETE('/account/members/{id}', { params: { path: { id: member.id } } })), {
    announcement: 'The member is removed.',
    onDone,
  });
  return (
    <ConfirmDialog title="Remove a member" action="Remove" change={removing} onConfirm={removing.mutate} onClose={onClose}>
      <p>
        <strong className="breakable">{member.email}</strong> loses access to this account immediately, wherever they are signed in. Their
        lookups and the keys that they created stay.
      </p>
    </ConfirmDialog>
  );
}

/** Ends one's own membership; the only owner is told what to do first. */
export function LeaveDialog({ isOnlyOwner, onClose }: { readonly isOnlyOwner: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  // The pages of the account are left first: they are not there for somebody who is no member.
  const leaving = usePeopleChange(async (api) => {
    await bodyOf(api.DELETE('/account/membership'));
    await navigate({ to: '/dashboard/profile' });
  }, {});
  if (isOnlyOwner)
    return (
      <Dialog title="You are the only owner" onClose={onClose}>
        <p>An account needs at least one owner. Make another member an owner before you leave, or delete the account under Privacy.</p>
        <DialogClose label="OK" onClose={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog title="Leave the account" action="Leave" change={leaving} onConfirm={leaving.mutate} onClose={onClose}>
      <p>You will lose access to this account. To come back, you need a new invitation.</p>
    </ConfirmDialog>
  );
}

/** Ends an invitation before it was accepted. */
export function RevokeInvitationDialog(props: {
  readonly invitation: Invitation;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { invitation, onDone, onClose } = props;
  const revoking = usePeopleChange((api) => bodyOf(api.DELETE('/account/invitations/{id}', { params: { path: { id: invitation.id } } })), {
    announcement: 'The invitation is revoked.',
    onDone,
  });
  return (
    <ConfirmDialog title="Revoke an invitation" action="Revoke" change={revoking} onConfirm={revoking.mutate} onClose={onClose}>
      <p>
        The link that was sent to <strong className="breakable">{invitation.email}</strong> will stop working.
      </p>
    </ConfirmDialog>
  );
}
