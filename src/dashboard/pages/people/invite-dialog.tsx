import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { INVITABLE_ROLES } from '../../../features/accounts/roles.js';
import { INVITATION_DAYS } from '../../../features/people/people.js';
import { useAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { waysToSignInQuery } from '../../client/queries.js';
import { FormDialog, SecretDialog } from '../../components/dialog.js';
import { TextField } from '../../components/controls.js';
import { useChange } from '../../components/use-change.js';
import { type Invitation, stalePeople } from './queries.js';
import { RoleChoice } from './roles.js';

type InvitedRole = (typeof INVITABLE_ROLES)[number];

interface InviteDialogProps {
  /** An invitation that gets another link; absent: a new one. */
  readonly again?: Pick<Invitation, 'email' | 'role'> | undefined;
  readonly onInvited: (invited: Schemas['CreatedInvitation']) => void;
  readonly onClose: () => void;
}

/** Invites an address with a role. */
export function InviteDialog({ again, onInvited, onClose }: InviteDialogProps) {
  const account = useAccount();
  const [email, setEmail] = useState(again?.email ?? '');
  const [role, setRole] = useState<InvitedRole>(INVITABLE_ROLES.find((each) => each === again?.role) ?? 'member');
  const inviting = useChange({
    send: () => account.api.POST('/account/invitations', { body: { email: email.trim(), role } }),
    stale: stalePeople(account),
    onDone: onInvited,
  });
  return (
    <FormDialog
      title={again ? 'Invite again' : 'Invite a person'}
      action="Invite"
      change={inviting}
      onSubmit={inviting.mutate}
      onClose={onClose}
    >
      {again && <p>A new link replaces the previous one.</p>}
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="off"
        required
        readOnly={again !== undefined}
        value={email}
        onChange={setEmail}
        hint={`Only a person who signs in with this address can join, within ${INVITATION_DAYS} days.`}
      />
      <RoleChoice legend="Role" roles={INVITABLE_ROLES} value={role} onChange={setRole} />
      <p className="small muted">To make somebody an owner, change their role after they have joined.</p>
    </FormDialog>
  );
}

/** The link of an invitation that was just made. */
export function InvitationLink({ invited, onClose }: { readonly invited: Schemas['CreatedInvitation']; readonly onClose: () => void }) {
  const { data: ways } = useQuery(waysToSignInQuery);
  const address = <strong className="breakable">{invited.invitation.email}</strong>;
  return (
    <SecretDialog
      title="The invitation"
      what="link"
      secret={invited.link ?? ''}
      onClose={onClose}
      intro={
        ways?.sendsEmail === false ? (
          <>This service has no mail server, so give the link to {address} yourself. It is not shown again.</>
        ) : invited.invitation.emailedAt === null ? (
          <>
            No e-mail was sent: {address} was sent one within the last day, or too many invitations were. Its link no longer works, so give
            this one to {address} yourself. It is not shown again.
          </>
        ) : (
          <>An e-mail with this link is on its way to {address}. You can also share the link yourself; it is not shown again.</>
        )
      }
    />
  );
}
