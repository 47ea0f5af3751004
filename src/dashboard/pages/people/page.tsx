import { useQuery } from '@tanstack/react-query';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { membersQuery, useActors } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { Button } from '../../components/controls.js';
import { ConfirmButton, useDialog } from '../../components/dialog.js';
import { Page, Section, useHeadingFocus } from '../../components/page.js';
import { Address, Badge, dated, Time } from '../../components/facts.js';
import { Listed, Row } from '../../components/list.js';
import { AccountName } from './account-name.js';
import { InvitationLink, InviteDialog } from './invite-dialog.js';
import { MemberRow } from './member-row.js';
import { type Invitation, invitationsQuery, stalePeople } from './queries.js';
import { ROLE_WORDS, RoleGuide } from './roles.js';

/** Who may use the account in the dashboard, and who is invited to. */
export function People() {
  const mayInvite = useMay('createInvitation');
  const account = useAccount();
  const members = useQuery(membersQuery(account));
  const invitations = useQuery({ ...invitationsQuery(account), enabled: mayInvite });
  const { nameOf } = useActors();
  const { dialog, open, close, closeAnd } = useDialog();
  const [membersHeading, focusMembers] = useHeadingFocus();
  const [invitationsHeading, focusInvitations] = useHeadingFocus();
  const all = members.data?.members ?? [];
  const owners = all.filter(({ role }) => role === 'owner');
  const showLink = (invited: Schemas['CreatedInvitation']) =>
    open(<InvitationLink invited={invited} onClose={closeAnd(focusInvitations)} />);
  const invite = (again?: Pick<Invitation, 'email' | 'role'>) => open(<InviteDialog again={again} onInvited={showLink} onClose={close} />);
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
              isOnlyOwner={member.role === 'owner' && owners.length === 1}
              onRemoved={focusMembers}
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
            row={({ id, email, role, createdAt, expiresAt, invitedBy }) => (
              <Row
                key={id}
                title={<Address email={email} />}
                badge={<Badge tone="neutral">{ROLE_WORDS[role].name}</Badge>}
                facts={[
                  <>
                    Invited <Time at={createdAt} dateOnly /> by {nameOf(invitedBy)}
                  </>,
                  dated('Expires', expiresAt),
                ]}
                actions={
                  <>
                    <Button label="New link" kind="quiet" onClick={() => invite({ email, role })} aria-label={`New link for ${email}`} />
                    <ConfirmButton
                      label="Revoke"
                      kind="quiet"
                      aria-label={`Revoke the invitation of ${email}`}
                      title="Revoke an invitation"
                      action="Revoke"
                      send={() => account.api.DELETE('/account/invitations/{id}', { params: { path: { id } } })}
                      stale={stalePeople(account)}
                      announcement="The invitation is revoked."
                      onDone={focusInvitations}
                    >
                      <p>
                        The link that was sent to <strong className="breakable">{email}</strong> will stop working.
                      </p>
                    </ConfirmButton>
                  </>
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
