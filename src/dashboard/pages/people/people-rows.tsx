import { isAtLeast } from '../../../features/accounts/roles.js';
import { useAccount, useMay } from '../../client/account.js';
import { Address } from '../../components/address.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Row } from '../../components/rows.js';
import { dated, Time } from '../../components/time.js';
import type { Invitation, Member } from './queries.js';
import { ROLE_WORDS } from './roles.js';

interface MemberRowProps {
  readonly member: Member;
  readonly onRole: () => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

/** A member, with what the reader's role may do about them. */
export function MemberRow({ member, onRole, onRemove, onLeave }: MemberRowProps) {
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
              <Button kind="quiet" onClick={onRole} aria-label={`Change role of ${member.email}`}>
                Change role
              </Button>
            )}
            {isSelf ? (
              <Button kind="quiet" onClick={onLeave} aria-label="Leave the account">
                Leave
              </Button>
            ) : (
              mayRemove && (
                <Button kind="quiet" onClick={onRemove} aria-label={`Remove ${member.email}`}>
                  Remove
                </Button>
              )
            )}
          </>
        )
      }
    />
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly invitedBy: string;
  readonly onAgain: () => void;
  readonly onRevoke: () => void;
}

/** An invitation that can still be accepted. */
export function InvitationRow({ invitation, invitedBy, onAgain, onRevoke }: InvitationRowProps) {
  const { email, role, createdAt, expiresAt } = invitation;
  return (
    <Row
      title={<Address email={email} />}
      badge={<Badge tone="neutral">{ROLE_WORDS[role].name}</Badge>}
      facts={[
        <>
          Invited <Time at={createdAt} dateOnly /> by {invitedBy}
        </>,
        dated('Expires', expiresAt),
      ]}
      actions={
        <>
          <Button kind="quiet" onClick={onAgain} aria-label={`New link for ${email}`}>
            New link
          </Button>
          <Button kind="quiet" onClick={onRevoke} aria-label={`Revoke the invitation of ${email}`}>
            Revoke
          </Button>
        </>
      }
    />
  );
}
