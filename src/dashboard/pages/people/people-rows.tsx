import { isAtLeast } from '../../../features/accounts/roles.js';
import { useAccount, useMay } from '../../client/account.js';
import { Address, Badge, dated, Time } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
import { Row } from '../../components/list.js';
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
            {mayChangeRoles && <Button label="Change role" kind="quiet" onClick={onRole} aria-label={`Change role of ${member.email}`} />}
            {isSelf ? (
              <Button label="Leave" kind="quiet" onClick={onLeave} aria-label="Leave the account" />
            ) : (
              mayRemove && <Button label="Remove" kind="quiet" onClick={onRemove} aria-label={`Remove ${member.email}`} />
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
          <Button label="New link" kind="quiet" onClick={onAgain} aria-label={`New link for ${email}`} />
          <Button label="Revoke" kind="quiet" onClick={onRevoke} aria-label={`Revoke the invitation of ${email}`} />
        </>
      }
    />
  );
}
