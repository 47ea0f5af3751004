import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import {
  INVITATION_DAYS,
  INVITATION_EMAILS_PER_ADDRESS,
  INVITATIONS,
  MAX_MEMBERS,
  type Member,
  type Membership,
  type SignedIn,
} from '../people.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { isAtLeast, type Role } from '../../accounts/roles.js';
import type { SealedEmail } from '../../emails/email.js';
import type { DeliveryTicket } from '../../webhooks/delivery.js';
import type { OutboxLauncher } from '../../webhooks/ports.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { isInUse } from '../../accounts/store/account-store.js';
import { lockAccount } from '../../accounts/store/locked-account.js';
import { insertAuditRows } from '../../audit/store/audit-log.js';
import { writeEmailTo } from '../../emails/store/email-outbox.js';
import { writeMemberJoined } from '../../webhooks/store/event-writer.js';
import { invitations } from './schema.js';

const SHOWN = ['id', 'email', 'role', 'invitedBy', 'createdAt', 'expiresAt', 'emailedAt'] as const;
export type Invitation = Pick<typeof invitations.$inferSelect, (typeof SHOWN)[number]>;

/** An open invitation, as the person whom it invites sees it. */
type ReceivedInvitation = Pick<Invitation, 'role' | 'expiresAt'> & {
  readonly invitationId: string;
  readonly accountEmail: string;
  /** The name of the account; null: it has none. */
  readonly accountName: string | null;
};

interface InvitationTerms {
  readonly accountId: string;
  readonly digest: Uint8Array;
  /** Nobody is shown the link: without a mail there is no invitation. */
  readonly needsEmail: boolean;
}

/** Members and invitations of accounts in Postgres. Whatever changes the members of an account locks its row first. */
export class MemberStore {
  /** @param options.launcher starts what was written after its commit; without it the reconciler does */
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'launch' | 'startEmail'> | undefined }) {}

  async members(accountId: string): Promise<readonly Member[]> {
    return this.options.sql<Member[]>`
      SELECT m.id AS "memberId", u.email, m.role, m.joined_at AS "joinedAt" FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.account_id = ${accountId} ORDER BY m.joined_at, m.id`;
  }

  async invitations(accountId: string): Promise<readonly Invitation[]> {
    return this.options.sql<Invitation[]>`
      SELECT ${this.#invitation} FROM invitations WHERE account_id = ${accountId} AND ${this.#isOpen} ORDER BY created_at, id`;
  }

  /** Open invitations to an address, of every account that may be joined: the newest first. */
  async invitationsTo(email: string): Promise<readonly ReceivedInvitation[]> {
    return this.options.sql<ReceivedInvitation[]>`
      SELECT i.id AS "invitationId", i.role, i.expires_at AS "expiresAt", a.email AS "accountEmail", a.name AS "accountName"
      FROM invitations i JOIN accounts a ON a.id = i.account_id
      WHERE i.email = ${email} AND a.closed_at IS NULL AND ${this.#isOpen}
      ORDER BY i.created_at DESC, i.id DESC`;
  }

  /**
   * Stores an invitation, and sends its mail unless too many were sent in 24 hours; an open one to the same address is replaced.
   *
   * @returns `member` when the address is a member's already; `full`; `unemailed` when it needs a mail that cannot be sent; null when there
   *   is no such account
   */
  async invite(
    { accountId, email, role, digest, invitedBy, needsEmail }: Pick<Invitation, 'email' | 'role' | 'invitedBy'> & InvitationTerms,
    mail: SealedEmail,
  ): Promise<Invitation | 'member' | 'full' | 'unemailed' | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const account = await lockAccount(tx, accountId);
      if (!account) return null;
      const limits = account.plan === 'free_trial' ? INVITATIONS.trial : INVITATIONS.other;
      const isMember = await tx`
        SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.account_id = ${accountId} AND u.email = ${email}`;
      if (isMember.count > 0) return 'member';
      const isEmailed = await mayEmail(tx, { accountId, email }, limits.emailsPerDay);
      if (!isEmailed && needsEmail) return 'unemailed';
      const [taken] = await tx<{ members: number; open: number }[]>`
        SELECT (SELECT count(*) FROM members WHERE account_id = ${accountId})::int AS members,
          (SELECT count(*) FROM invitations WHERE account_id = ${accountId} AND email <> ${email} AND ${this.#isOpen})::int AS open`;
      if (!taken || taken.open >= limits.open || taken.members + taken.open >= MAX_MEMBERS) return 'full';
      await tx`
        UPDATE invitations SET revoked_at = now()
        WHERE account_id = ${accountId} AND email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL`;
      const [row] = await tx<Invitation[]>`
        INSERT INTO invitations (id, account_id, email, role, digest, invited_by, emailed_at, expires_at)
        VALUES (${this.options.newId('invitation')}, ${accountId}, ${email}, ${role}, ${Buffer.from(digest)}, ${invitedBy},
                CASE WHEN ${isEmailed} THEN now() END, now() + make_interval(days => ${INVITATION_DAYS}))
        RETURNING ${this.#invitation}`;
      if (!row) throw new Error('the invitation was not returned');
      if (!isEmailed) return row;
      const emailId = await writeEmailTo(tx, this.options.newId, { ...mail, accountId, dedupKey: `invitation/${row.id}` });
      afterCommit(() => this.options.launcher?.startEmail(emailId));
      return row;
    });
  }

  async revokeInvitation(accountId: string, invitationId: string): Promise<boolean> {
    const { count } = await this.options.sql`
      UPDATE invitations SET revoked_at = now() WHERE id = ${invitationId} AND account_id = ${accountId} AND ${this.#isOpen}`;
    return count > 0;
  }

  /**
   * Makes a person a member, once: member, use of the invitation and event are one transaction. Accepting again is no error for the one
   * who accepted.
   *
   * @param by digest of the token in the invitation's link, or its id
   * @returns null when the invitation is unknown, over, used by another, or of another address
   */
  async accept({ userId, email, network }: SignedIn & { readonly network: string }, by: Uint8Array | string): Promise<Membership | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const isNamed = typeof by === 'string' ? tx`id = ${by}` : tx`digest = ${Buffer.from(by)}`;
      // The account first, as whoever invites: the other order would be a deadlock where the two meet.
      const [named] = await tx<{ accountId: string }[]>`SELECT account_id AS "accountId" FROM invitations WHERE ${isNamed}`;
      if (!named) return null;
      await lockAccount(tx, named.accountId);
      const [found] = await tx<{ id: string; accountId: string; role: Role; acceptedBy: string | null }[]>`
        SELECT id, account_id AS "accountId", role, accepted_by AS "acceptedBy" FROM invitations
        WHERE ${isNamed} AND email = ${email} AND revoked_at IS NULL
          AND (accepted_at IS NOT NULL OR ${this.#isOpen})
          AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND a.closed_at IS NULL) FOR UPDATE`;
      if (!found || (found.acceptedBy !== null && found.acceptedBy !== userId)) return null;
      const { id, accountId, role } = found;
      if (found.acceptedBy === null) {
        await tx`UPDATE invitations SET accepted_at = now(), accepted_by = ${userId} WHERE id = ${id}`;
        const tickets = await addMember(tx, this.options.newId, { accountId, userId, email, role, network });
        afterCommit(() => this.options.launcher?.launch(tickets));
      }
      // Accepted before by the same person, who may have been removed since: an invitation is used once.
      return findMembership(tx, accountId, userId);
    });
  }

  /** @returns `last_owner` when the account would be without one; null when there is no such member */
  async changeRole(accountId: string, memberId: string, role: Role): Promise<Member | 'last_owner' | null> {
    return transaction(this.options.sql, async (tx) => {
      await lockAccount(tx, accountId);
      if (role !== 'owner' && (await isLastOwner(tx, accountId, memberId))) return 'last_owner';
      const [row] = await tx<Member[]>`
        UPDATE members m SET role = ${role} FROM users u WHERE m.id = ${memberId} AND m.account_id = ${accountId} AND u.id = m.user_id
        RETURNING m.id AS "memberId", u.email, m.role, m.joined_at AS "joinedAt"`;
      return row ?? null;
    });
  }

  /** Ends a membership. @param atMost highest role that the actor may remove */
  async remove(accountId: string, memberId: string, atMost: Role): Promise<'removed' | 'last_owner' | 'forbidden' | null> {
    return transaction(this.options.sql, async (tx) => {
      await lockAccount(tx, accountId);
      const [member] = await tx<{ role: Role }[]>`SELECT role FROM members WHERE id = ${memberId} AND account_id = ${accountId}`;
      if (!member) return null;
      if (!isAtLeast(atMost, member.role)) return 'forbidden';
      if (await isLastOwner(tx, accountId, memberId)) return 'last_owner';
      await tx`DELETE FROM members WHERE id = ${memberId}`;
      return 'removed';
    });
  }

  get #isOpen() {
    return isOpenInvitation(this.options.sql);
  }

  get #invitation() {
    return columnsOf(this.options.sql, invitations, SHOWN);
  }
}

/** That an invitation can be accepted: it is not over, and who made it may still invite. */
export const isOpenInvitation = (sql: Sql | TransactionSql) => sql`
  accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now() AND (
    invited_by = 'operator' OR EXISTS (SELECT FROM members m WHERE m.id = invited_by AND m.role <> 'member')
    OR EXISTS (SELECT FROM api_keys WHERE id = invited_by AND ${isInUse(sql)}))`;

/** Whether an account may mail an address an invitation: it has not in 24 hours, and neither of them is at its limit. */
async function mayEmail(
  tx: TransactionSql,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  emailsPerDay: number,
): Promise<boolean> {
  // Accounts that invite the same address take turns.
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`invitation/${email}`}, 0))`;
  const [sent] = await tx<{ may: boolean }[]>`
    SELECT count(*) FILTER (WHERE account_id = ${accountId} AND email = ${email}) = 0
      AND count(*) FILTER (WHERE account_id = ${accountId}) < ${emailsPerDay}
      AND count(*) FILTER (WHERE email = ${email}) < ${INVITATION_EMAILS_PER_ADDRESS} AS may
    FROM invitations WHERE emailed_at > now() - interval '1 day' AND (account_id = ${accountId} OR email = ${email})`;
  return sent?.may ?? false;
}

/**
 * Adds a member, its event and its entry in the audit log in one transaction; one who is a member already stays what they are.
 *
 * @returns deliveries to start after the commit
 */
export async function addMember(
  tx: TransactionSql,
  newId: NewId,
  { accountId, userId, email, role, network }: { accountId: string; userId: string; email: string; role: Role; network: string },
): Promise<DeliveryTicket[]> {
  const [added] = await tx<{ id: string; joinedAt: Date }[]>`
    INSERT INTO members (id, account_id, user_id, role) VALUES (${newId('member')}, ${accountId}, ${userId}, ${role})
    ON CONFLICT (account_id, user_id) DO NOTHING RETURNING id, joined_at AS "joinedAt"`;
  if (!added) return [];
  const actor = { type: 'member', id: added.id } as const;
  const entry = { accountId, actor, action: 'joinAccount', targets: [added.id], network, outcome: 'ok', purpose: null };
  await insertAuditRows(tx, [{ ...entry, id: newId('audit') }]);
  return writeMemberJoined(tx, { accountId, memberId: added.id, email, role, joinedAt: added.joinedAt });
}

/** Certain only under the lock of the account. */
export async function isLastOwner(tx: TransactionSql, accountId: string, memberId: string): Promise<boolean> {
  const owners = await tx<{ id: string }[]>`SELECT id FROM members WHERE account_id = ${accountId} AND role = 'owner' LIMIT 2`;
  return owners.length === 1 && owners[0]?.id === memberId;
}

async function findMembership(tx: TransactionSql, accountId: string, userId: string): Promise<Membership | null> {
  const [row] = await tx<Membership[]>`
    SELECT a.id AS "accountId", a.email, a.name, m.id AS "memberId", m.role FROM members m JOIN accounts a ON a.id = m.account_id
    WHERE m.account_id = ${accountId} AND m.user_id = ${userId}`;
  return row ?? null;
}
