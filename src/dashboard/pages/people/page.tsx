import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { membersQuery, useActors } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { Button } from '../../components/button.js';
import { Page } from '../../components/page.js';
import { QueryResult } from '../../components/query-result.js';
import { Rows } from '../../components/rows.js';
import { Section, useHeadingFocus } from '../../components/section.js';
import { AccountName } from './account-name.js';
import { InvitationLink, InviteDialog } from './invite-dialog.js';
import { LeaveDialog, RemoveDialog, RevokeInvitationDialog, RoleDialog } from './member-dialogs.js';
import { InvitationRow, MemberRow } from './people-rows.js';
import { type Invitation, invitationsQuery, type Member } from './queries.js';
import { RoleGuide } from './roles.js';

type OpenDialog =
  | { kind: 'invite'; again?: Invitation }
  | { kind: 'link'; invited: Schemas['CreatedInvitation'] }
  | { kind: 'role' | 'remove'; member: Member }
  | { kind: 'leave' }
  | { kind: 'revoke'; invitation: Invitation }
  | null;

/** Who may use the account in the dashboard, and who is invited to. */
export function People() {
  const account = useAccount();
  const mayInvite = useMay('createInvitation');
  const members = useQuery(membersQuery(account));
  const [shown, setShown] = useState<OpenDialog>(null);
  const [membersHeading, focusMembers] = useHeadingFocus();
  const [invitationsHeading, focusInvitations] = useHeadingFocus();
  const close = () => setShown(null);
  const closeAnd = (focus: () => void) => () => {
    close();
    focus();
  };
  const all = members.data?.members ?? [];
  return (
    <Page
      title="People"
      intro="People who can use this account in the dashboard. Programs use API keys."
      actions={
        mayInvite && (
          <Button kind="primary" onClick={() => setShown({ kind: 'invite' })}>
            Invite a person
          </Button>
        )
      }
    >
      <Section
        title="Members"
        headingRef={membersHeading}
        intro={!mayInvite && `Only ${whoMay('createInvitation')} invite and remove people; ${whoMay('changeMemberRole')} decide on roles.`}
      >
        <QueryResult query={members} what="the members">
          <Rows label="Members">
            {all.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRole={() => setShown({ kind: 'role', member })}
                onRemove={() => setShown({ kind: 'remove', member })}
                onLeave={() => setShown({ kind: 'leave' })}
              />
            ))}
          </Rows>
        </QueryResult>
      </Section>
      {mayInvite && (
        <Invitations
          headingRef={invitationsHeading}
          onAgain={(again) => setShown({ kind: 'invite', again })}
          onRevoke={(invitation) => setShown({ kind: 'revoke', invitation })}
        />
      )}
      {mayInvite && <AccountName />}
      <RoleGuide />
      {shown?.kind === 'invite' && (
        <InviteDialog again={shown.again} onInvited={(invited) => setShown({ kind: 'link', invited })} onClose={close} />
      )}
      {shown?.kind === 'link' && <InvitationLink invited={shown.invited} onClose={closeAnd(focusInvitations)} />}
      {shown?.kind === 'role' && <RoleDialog member={shown.member} isSelf={shown.member.id === account.memberId} onClose={close} />}
      {shown?.kind === 'remove' && <RemoveDialog member={shown.member} onDone={closeAnd(focusMembers)} onClose={close} />}
      {shown?.kind === 'leave' && (
        <LeaveDialog isOnlyOwner={account.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1} onClose={close} />
      )}
      {shown?.kind === 'revoke' && (
        <RevokeInvitationDialog invitation={shown.invitation} onDone={closeAnd(focusInvitations)} onClose={close} />
      )}
    </Page>
  );
}

interface InvitationsProps {
  readonly headingRef: React.Ref<HTMLHeadingElement>;
  readonly onAgain: (invitation: Invitation) => void;
  readonly onRevoke: (invitation: Invitation) => void;
}

function Invitations({ headingRef, onAgain, onRevoke }: InvitationsProps) {
  const invitations = useQuery(invitationsQuery(useAccount()));
  const { nameOf } = useActors();
  const open = invitations.data?.invitations ?? [];
  return (
    <Section title="Invitations" headingRef={headingRef}>
      <QueryResult
        query={invitations}
        what="the invitations"
        empty={
          open.length === 0 && (
            <p className="muted">
              There are no open invitations. People you invite are listed here until they join or the invitation expires.
            </p>
          )
        }
      >
        <Rows label="Invitations">
          {open.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              invitedBy={nameOf(invitation.invitedBy)}
              onAgain={() => onAgain(invitation)}
              onRevoke={() => onRevoke(invitation)}
            />
          ))}
        </Rows>
      </QueryResult>
    </Section>
  );
}
