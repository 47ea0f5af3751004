import { LRUCache } from 'lru-cache';
import type { Caller } from '../../accounts/accounts.js';
import { grantableBy } from '../../accounts/api-keys.js';
import { COMMAND_SESSION_MINUTES, type Membership, type Person, RECENT_MINUTES, SESSION_IDLE_HOURS } from '../people.js';
import type { Role } from '../../accounts/roles.js';
import { type AccountTerms, termColumns, termsOf } from '../../accounts/store/account-store.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { sessions } from './schema.js';
import { bytes } from './sign-in-store.js';

const SHOWN = ['id', 'userAgent', 'network', 'createdAt', 'lastSeenAt'] as const;
export type Session = Pick<typeof sessions.$inferSelect, (typeof SHOWN)[number]>;

/** A member as a caller of operations, with the session. */
interface MemberCaller {
  /** With `member`. */
  readonly caller: Caller;
  readonly person: Person;
}

interface MemberRow extends Person, AccountTerms {
  memberId: string;
  role: Role;
}

/** Sessions in Postgres. Each request queries it, so that a revoked session ends at once in every process. */
export class SessionStore {
  /** Sessions whose use this process recorded in the last minute. */
  readonly #seen = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  constructor(private readonly options: { sql: Sql }) {}

  /** The person of a session that is neither revoked nor over. Always queries the database. */
  async findPerson(digest: Uint8Array): Promise<Person | null> {
    const [row] = await this.options.sql<Person[]>`
      SELECT ${this.#person} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.digest = ${bytes(digest)} AND ${this.#isOpen}`;
    if (!row) return null;
    this.#recordUse(row.sessionId);
    return row;
  }

  /** The same as member of an account; null unless there is such a session and such a member. */
  async findMember(digest: Uint8Array, accountId: string): Promise<MemberCaller | null> {
    const [row] = await this.options.sql<MemberRow[]>`
      SELECT ${this.#person}, m.id AS "memberId", m.role, ${termColumns(this.options.sql)}
      FROM sessions s JOIN users u ON u.id = s.user_id JOIN members m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id
      WHERE s.digest = ${bytes(digest)} AND m.account_id = ${accountId} AND ${this.#isOpen}`;
    if (!row) return null;
    this.#recordUse(row.sessionId);
    const { userId, email, sessionId, means, authenticatedAt, isRecent } = row;
    const { memberId: apiKeyId, role } = row;
    const caller: Caller = { ...termsOf(row), accountId, apiKeyId, onlyKey: null, scopes: grantableBy(role), member: { role } };
    return { caller, person: { userId, email, sessionId, means, authenticatedAt, isRecent } };
  }

  async memberships(userId: string): Promise<readonly Membership[]> {
    return this.options.sql<Membership[]>`
      SELECT a.id AS "accountId", a.email, a.name, m.id AS "memberId", m.role
      FROM members m JOIN accounts a ON a.id = m.account_id WHERE m.user_id = ${userId} ORDER BY m.joined_at, m.id`;
  }

  /** Sessions that are not over, newest first. */
  async list(userId: string): Promise<readonly Session[]> {
    return this.options.sql<Session[]>`
      SELECT ${columnsOf(this.options.sql, sessions, SHOWN)} FROM sessions s
      WHERE user_id = ${userId} AND ${this.#isOpen} ORDER BY created_at DESC, id DESC`;
  }

  /** @returns whether that person had such a session */
  async revoke(userId: string, sessionId: string): Promise<boolean> {
    const { count } = await this.options.sql`
      UPDATE sessions SET revoked_at = now() WHERE id = ${sessionId} AND user_id = ${userId} AND revoked_at IS NULL`;
    return count > 0;
  }

  /** Ends every session of a person, and forgets the browsers in which they were. */
  async revokeAll(userId: string): Promise<void> {
    await transaction(this.options.sql, async (tx) => {
      await tx`UPDATE sessions SET revoked_at = now() WHERE user_id = ${userId} AND revoked_at IS NULL`;
      await tx`DELETE FROM known_devices WHERE user_id = ${userId}`;
    });
  }

  /** Opens a session for a command, which its operator runs beside the database. */
  async openForCommand(operator: string, digest: Uint8Array): Promise<void> {
    await this.options.sql`
      INSERT INTO operator_sessions (digest, operator, expires_at)
      VALUES (${bytes(digest)}, ${operator}, now() + make_interval(mins => ${COMMAND_SESSION_MINUTES}))`;
  }

  /** The operator of a command whose session is not over. */
  async findCommand(digest: Uint8Array): Promise<Person | null> {
    const [row] = await this.options.sql<{ operator: string; authenticatedAt: Date }[]>`
      SELECT operator, expires_at - make_interval(mins => ${COMMAND_SESSION_MINUTES}) AS "authenticatedAt"
      FROM operator_sessions WHERE digest = ${bytes(digest)} AND expires_at > now()`;
    if (!row) return null;
    const { operator, authenticatedAt } = row;
    return { userId: operator, email: '', sessionId: '', means: 'command', authenticatedAt, isRecent: true };
  }

  async endForCommand(digest: Uint8Array): Promise<void> {
    await this.options.sql`DELETE FROM operator_sessions WHERE digest = ${bytes(digest)}`;
  }

  get #isOpen() {
    return this.options
      .sql`s.revoked_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(hours => ${SESSION_IDLE_HOURS})`;
  }

  get #person() {
    return this.options.sql`
      u.id AS "userId", u.email, s.id AS "sessionId", s.means, s.authenticated_at AS "authenticatedAt",
      coalesce(s.authenticated_at > now() - make_interval(mins => ${RECENT_MINUTES}), false) AS "isRecent"`;
  }

  /** Nobody waits for it; when it fails, the next request tries again. */
  #recordUse(sessionId: string): void {
    if (this.#seen.has(sessionId)) return;
    this.#seen.set(sessionId, true);
    this.options.sql`
      UPDATE sessions SET last_seen_at = now() WHERE id = ${sessionId} AND last_seen_at < now() - interval '1 minute'`.catch(() =>
      this.#seen.delete(sessionId),
    );
  }
}
