import type { TransactionSql } from 'postgres';
import type { NewId } from '../../domain/ids.js';
import { CODE_ATTEMPTS, CODES_PER_HOUR, meansOf, SESSION_DAYS, SIGN_IN_MINUTES, type SignInMeans } from '../../domain/people/people.js';
import type { NewCode, NewSession, ProviderIdentity, SignedIn, TypedCode } from '../../domain/people/ports.js';
import type { OutboxLauncher } from '../../domain/webhooks/ports.js';
import type { Sql } from '../client.js';
import { type AfterCommit, transaction } from '../transaction.js';
import { insertAuditRows } from '../audit/audit-log.js';
import { writeMailTo } from '../emails/email-outbox.js';
import { addMember } from './member-store.js';

/** Codes and links to sign in, and the sessions that they open, in Postgres. Times are the database's. */
export class SignInStore {
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'launch' | 'startMail'> | undefined }) {}

  /** Stores a code for a browser, and sends the mail with it when the address may sign in. Beyond `CODES_PER_HOUR` neither. */
  async requestCode({ email, browserDigest, codeDigest, mail, mayAnybody }: NewCode): Promise<void> {
    await transaction(this.options.sql, async (tx, afterCommit) => {
      // One at a time for an address, so that requests at once are counted as well.
      await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in/${email}`}, 0))`;
      const [recent] = await tx<{ codes: number }[]>`
        SELECT count(*)::int AS codes FROM sign_in_codes WHERE email = ${email} AND created_at > now() - interval '1 hour'`;
      if ((recent?.codes ?? 0) >= CODES_PER_HOUR) return;
      const id = this.options.newId('signIn');
      await tx`
        INSERT INTO sign_in_codes (id, email, browser_digest, code_digest, expires_at)
        VALUES (${id}, ${email}, ${bytes(browserDigest)}, ${bytes(codeDigest)}, now() + make_interval(mins => ${SIGN_IN_MINUTES}))`;
      if (!mayAnybody && !(await maySignIn(tx, email))) return;
      const mailId = await writeMailTo(tx, this.options.newId, { ...mail, accountId: null, dedupKey: `sign-in/${id}` });
      afterCommit(() => this.options.launcher?.startMail(mailId));
    });
  }

  /**
   * Checks a code and opens a session. Each call is one of the browser's `CODE_ATTEMPTS`.
   *
   * @returns whose session it is; null: wrong, expired, used, tried too often, or of an address that may not sign in
   */
  async redeemCode({ browserDigest, codeDigest, mayAnybody }: TypedCode, session: NewSession): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      // Counted whether right or wrong: attempts at once wait for the row, and the sixth finds none.
      const [code] = await tx<{ id: string; email: string; isRight: boolean }[]>`
        UPDATE sign_in_codes SET attempts = attempts + 1
        WHERE browser_digest = ${bytes(browserDigest)} AND used_at IS NULL AND expires_at > now() AND attempts < ${CODE_ATTEMPTS}
        RETURNING id, email, code_digest = ${bytes(codeDigest)} AS "isRight"`;
      if (!code?.isRight) return null;
      await tx`UPDATE sign_in_codes SET used_at = now() WHERE id = ${code.id}`;
      if (!mayAnybody && !(await maySignIn(tx, code.email))) return null;
      const userId = await this.#user(tx, code.email);
      await this.#claimAccounts(tx, afterCommit, { userId, email: code.email, network: session.network });
      await openSession(tx, this.options.newId, { userId, means: 'code' }, session);
      return { userId, email: code.email };
    });
  }

  /**
   * Opens a session for who a provider says it is.
   *
   * @param identity.email that the provider verified; it says who it is at the first time only
   * @returns null when neither is known, or the address may not sign in
   */
  async redeemIdentity({ issuer, subject, email, mayAnybody }: ProviderIdentity, session: NewSession): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const [known] = await tx<SignedIn[]>`
        SELECT u.id AS "userId", u.email FROM user_identities i JOIN users u ON u.id = i.user_id
        WHERE i.issuer = ${issuer} AND i.subject = ${subject}`;
      if (known) {
        await openSession(tx, this.options.newId, { userId: known.userId, means: 'openid', issuer }, session);
        return known;
      }
      if (email === null || (!mayAnybody && !(await maySignIn(tx, email)))) return null;
      const userId = await this.#user(tx, email);
      await tx`
        INSERT INTO user_identities (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${userId}) ON CONFLICT DO NOTHING`;
      await this.#claimAccounts(tx, afterCommit, { userId, email, network: session.network });
      await openSession(tx, this.options.newId, { userId, means: 'openid', issuer }, session);
      return { userId, email };
    });
  }

  /** Makes a person the owner of the account with their address, if nobody owns it. */
  async claimAccounts(userId: string, network: string): Promise<void> {
    await transaction(this.options.sql, async (tx, afterCommit) => {
      const [user] = await tx<{ email: string }[]>`SELECT email FROM users WHERE id = ${userId}`;
      if (user) await this.#claimAccounts(tx, afterCommit, { userId, email: user.email, network });
    });
  }

  /** Whether there is an open invitation to an address. */
  async isInvited(email: string): Promise<boolean> {
    const sql = this.options.sql;
    return (await sql`SELECT 1 FROM invitations WHERE ${isOpenTo(sql, email)} LIMIT 1`).length > 0;
  }

  /**
   * Stores a link that signs one person in, once, with an entry in the audit log of each account that the session will be in.
   *
   * @param operator who makes it
   */
  async addLink(email: string, digest: Uint8Array, operator: string): Promise<void> {
    await transaction(this.options.sql, async (tx) => {
      const userId = await this.#user(tx, email);
      const found = await tx<{ accountId: string; memberId: string | null }[]>`
        SELECT account_id AS "accountId", id AS "memberId" FROM members WHERE user_id = ${userId}
        UNION ALL SELECT id, NULL FROM accounts a WHERE ${isUnowned(tx, email)}`;
      const entry = {
        action: 'createSignInLink',
        network: null,
        outcome: 'ok',
        purpose: null,
        actor: { type: 'operator', id: operator },
      } as const;
      const accounts = found.length > 0 ? found : [{ accountId: null, memberId: null }];
      await insertAuditRows(
        tx,
        accounts.map(({ accountId, memberId }) => ({
          ...entry,
          id: this.options.newId('audit'),
          accountId,
          targets: memberId === null ? [userId] : [userId, memberId],
        })),
      );
      await tx`
        INSERT INTO sign_in_links (id, user_id, digest, expires_at)
        VALUES (${this.options.newId('signIn')}, ${userId}, ${bytes(digest)}, now() + make_interval(mins => ${SIGN_IN_MINUTES}))`;
    });
  }

  /** Uses a link up and opens a session. @returns null when it is unknown, used or expired */
  async redeemLink(digest: Uint8Array, session: NewSession): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const [link] = await tx<{ userId: string; email: string }[]>`
        UPDATE sign_in_links l SET used_at = now() FROM users u
        WHERE l.digest = ${bytes(digest)} AND l.used_at IS NULL AND l.expires_at > now() AND u.id = l.user_id
        RETURNING u.id AS "userId", u.email`;
      if (!link) return null;
      await this.#claimAccounts(tx, afterCommit, { ...link, network: session.network });
      await openSession(tx, this.options.newId, { userId: link.userId, means: 'link' }, session);
      return link;
    });
  }

  async #user(tx: TransactionSql, email: string): Promise<string> {
    const [user] = await tx<{ id: string }[]>`
      INSERT INTO users (id, email) VALUES (${this.options.newId('user')}, ${email})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`;
    if (!user) throw new Error('the user vanished between insert and return');
    return user.id;
  }

  /** Whoever proves that the address of an account is theirs owns it while nobody else does. */
  async #claimAccounts(tx: TransactionSql, afterCommit: AfterCommit, person: SignedIn & { readonly network: string }): Promise<void> {
    const owned = await tx<{ id: string }[]>`
      SELECT id FROM accounts a WHERE ${isUnowned(tx, person.email)} FOR NO KEY UPDATE`;
    for (const { id: accountId } of owned) {
      const tickets = await addMember(tx, this.options.newId, { ...person, accountId, role: 'owner' });
      afterCommit(() => this.options.launcher?.launch(tickets));
    }
  }
}

interface Proof {
  readonly userId: string;
  readonly means: SignInMeans;
  /** The provider, where there is one. */
  readonly issuer?: string;
}

/** Opens a session, ends the one that the browser had, and writes to the audit log of each account of the person. */
export async function openSession(tx: TransactionSql, newId: NewId, { userId, means, issuer }: Proof, session: NewSession): Promise<void> {
  const { digest, userAgent, network, previous } = session;
  if (previous) await tx`UPDATE sessions SET revoked_at = now() WHERE digest = ${bytes(previous)} AND revoked_at IS NULL`;
  await tx`
    INSERT INTO sessions (id, user_id, digest, user_agent, network, expires_at)
    VALUES (${newId('session')}, ${userId}, ${bytes(digest)}, ${userAgent}, ${network}, now() + make_interval(days => ${SESSION_DAYS}))`;
  const memberships = await tx<{ id: string; accountId: string }[]>`
    SELECT id, account_id AS "accountId" FROM members WHERE user_id = ${userId}`;
  const actors = memberships.length > 0 ? memberships : [{ id: userId, accountId: null }];
  const entry = { action: 'signIn', targets: [], network, outcome: 'ok', purpose: null, means: meansOf({ means, issuer }) };
  await insertAuditRows(
    tx,
    actors.map(({ id, accountId }) => ({ ...entry, id: newId('audit'), accountId, actor: { type: 'member', id } })),
  );
}

export const bytes = (digest: Uint8Array): Buffer => Buffer.from(digest);

/** Whether an address is of somebody who signed in before, who was invited, or whose account it is. */
async function maySignIn(tx: TransactionSql, email: string): Promise<boolean> {
  const [row] = await tx<{ isKnown: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM users WHERE email = ${email})
        OR EXISTS (SELECT 1 FROM accounts WHERE email_key = ${email})
        OR EXISTS (SELECT 1 FROM invitations WHERE ${isOpenTo(tx, email)}) AS "isKnown"`;
  return row?.isKnown ?? false;
}

/** Whether an account is the one with an address, and nobody owns it. */
const isUnowned = (tx: TransactionSql, email: string) =>
  tx`email_key = ${email} AND NOT EXISTS (SELECT 1 FROM members m WHERE m.account_id = a.id AND m.role = 'owner')`;

const isOpenTo = (sql: Sql | TransactionSql, email: string) =>
  sql`email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;
