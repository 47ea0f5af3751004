import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isAtLeast, type Role, ROLES } from '../../../features/accounts/roles.js';
import { useAccount, useMay } from '../../client/account.js';
import { ConfirmButton, Dialog, DialogButton, DialogClose, FormDialog } from '../../components/dialog.js';
import { Address, Badge, dated } from '../../components/facts.js';
import { Row } from '../../components/list.js';
import { useChange } from '../../components/use-change.js';
import { type Member, stalePeople } from './queries.js';
import { ROLE_WORDS, RoleChoice } from './roles.js';

interface MemberRowProps {
  readonly member: Member;
  readonly isOnlyOwner: boolean;
  readonly onRemoved: () => void;
}

/** A member, with what the reader's role may do about them. */
export function MemberRow({ member, isOnlyOwner, onRemoved }: MemberRowProps) {
  const account = useAccount();
  const mayChangeRoles = useMay('changeMemberRole');
  const mayRemove = useMay('removeMember') && isAtLeast(account.role, member.role);
  const isSelf = member.id === account.memberId;
  return (
    <Row
      title={<Address email={member.email} />}
      badge={<Badge tone={member.role === 'owner' ? 'info' : 'neutral'}>{ROLE_WORDS[member.role].name}</Badge>}
      facts={[isSelf && 'You', dated('Joined', member.joinedAt, { dateOnly: true })]}
      actions={
        (mayChangeRoles || mayRemove || isSelf) && (
          <>
            {mayChangeRoles && (
              <DialogButton
                label="Change role"
                kind="quiet"
                aria-label={`Change role of ${member.email}`}
                dialog={(close) => <RoleDialog member={member} onClose={close} />}
              />
            )}
            {isSelf ? (
              <Leave isOnlyOwner={isOnlyOwner} />
            ) : (
              mayRemove && (
                <ConfirmButton
                  label="Remove"
                  kind="quiet"
                  aria-label={`Remove ${member.email}`}
                  title="Remove a member"
                  action="Remove"
                  send={() => account.api.DELETE('/account/members/{id}', { params: { path: { id: member.id } } })}
                  stale={stalePeople(account)}
                  announcement="The member is removed."
                  onDone={onRemoved}
                >
                  <p>
                    <strong className="breakable">{member.email}</strong> loses access to this account immediately, wherever they are signed
                    in. Their lookups and the keys that they created stay.
                  </p>
                </ConfirmButton>
              )
            )}
          </>
        )
      }
    />
  );
}

/** Gives a member another role. An account is handed over by making somebody else an owner. */
function RoleDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const account = useAccount();
  const isSelf = member.id === account.memberId;
  const [role, setRole] = useState<Role>(member.role);
  const changing = useChange({
    send: () => account.api.PATCH('/account/members/{id}', { params: { path: { id: member.id } }, body: { role } }),
    stale: stalePeople(account),
    announcement: `The role is now ${ROLE_WORDS[role].name}.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={isSelf ? 'Change your role' : 'Change the role'}
      action="Change"
      change={changing}
      onSubmit={() => (role === member.role ? onClose() : changing.mutate())}
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

/** Ends one's own membership; the only owner is told what to do first. */
function Leave({ isOnlyOwner }: { readonly isOnlyOwner: boolean }) {
  const account = useAccount();
  const navigate = useNavigate();
  const button = { label: 'Leave', kind: 'quiet', 'aria-label': 'Leave the account' } as const;
  if (isOnlyOwner)
    return (
      <DialogButton
        {...button}
        dialog={(close) => (
          <Dialog title="You are the only owner" onClose={close}>
            <p>An account needs at least one owner. Make another member an owner before you leave, or delete the account under Privacy.</p>
            <DialogClose label="OK" onClose={close} />
          </Dialog>
        )}
      />
    );
  // The pages of the account are left first: they are not there for somebody who is no member.
  const leave = async () => {
    await account.api.DELETE('/account/membership');
    await navigate({ to: '/dashboard/profile' });
  };
  return (
    <ConfirmButton {...button} title="Leave the account" action="Leave" send={leave} stale={stalePeople(account)}>
      <p>You will lose access to this account. To come back, you need a new invitation.</p>
    </ConfirmButton>
  );
}
