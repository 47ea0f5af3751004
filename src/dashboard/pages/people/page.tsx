import { useQuery } from '@tanstack/react-query';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { membersQuery, useActors } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { Button } from '../../components/controls.js';
import { useDialog } from '../../components/dialog.js';
import { Page, Section, useHeadingFocus } from '../../components/page.js';
import { Listed } from '../../components/list.js';
import { AccountName } from './account-name.js';
import { InvitationLink, InviteDialog } from './invite-dialog.js';
import { LeaveDialog, RemoveDialog, RevokeInvitationDialog, RoleDialog } from './member-dialogs.js';
import { InvitationRow, MemberRow } from './people-rows.js';
import { type Invitation, invitationsQuery, type Member } from './queries.js';
import { RoleGuide } from './roles.js';

/** Who may use the account in the dashboard, and who is invited to. */
export function People() {
  const mayInvite = useMay('createInvitation');
  const members = useQuery(membersQuery(useAccount()));
  const invitations = useQuery({ ...invitationsQuery(useAccount()), enabled: mayInvite });
  const { nameOf } = useActors();
  const { dialog, open, close, closeAnd } = useDialog();
  const [membersHeading, focusMembers] = useHeadingFocus();
  const [invitationsHeading, focusInvitations] = useHeadingFocus();
  const all = members.data?.members ?? [];
  const isOnlyOwner = (member: Member) => member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1;
  const showLink = (invited: Schemas['CreatedInvitation']) =>
    open(<InvitationLink invited={invited} onClose={closeAnd(focusInvitations)} />);
  const invite = (again?: Invitation) => open(<InviteDialog again={again} onInvited={showLink} onClose={close} />);
  return (
    <Page
      title="People"
      intro="People who can use this account in the dashboard. Programs use API keys."
      actions={mayInvite && <Button label="Invite a person" kind="primary" onClick={() => invite()} />}
    >
      <Section
        title="Members"
        headingRef={membersHeading}
        intro={!mayInvite && `Only ${whoMay('createInvitation')} invite and remove people; ${whoMay('changeMemberRole')} decide on roles.`}
      >
        <Listed
          query={members}
          what="the members"
          label="Members"
          items={all}
          row={(member) => (
            <MemberRow
              key={member.id}
              member={member}
              onRole={() => open(<RoleDialog member={member} onClose={close} />)}
              onRemove={() => open(<RemoveDialog member={member} onDone={closeAnd(focusMembers)} onClose={close} />)}
              onLeave={() => open(<LeaveDialog isOnlyOwner={isOnlyOwner(member)} onClose={close} />)}
            />
          )}
        />
      </Section>
      {mayInvite && (
        <Section title="Invitations" headingRef={invitationsHeading}>
          <Listed
            query={invitations}
            what="the invitations"
            label="Invitations"
            items={invitations.data?.invitations ?? []}
            empty={
              <p className="muted">
                There are no open invitations. People you invite are listed here until they join or the invitation expires.
              </p>
            }
            row={(invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                invitedBy={nameOf(invitation.invitedBy)}
                onAgain={() => invite(invitation)}
                onRevoke={() =>
                  open(<RevokeInvitationDialog invitation={invitation} onDone={closeAnd(focusInvitations)} onClose={close} />)
                }
              />
            )}
          />
        </Section>
      )}
      {mayInvite && <AccountName />}
      <RoleGuide />
      {dialog}
    </Page>
  );
}
