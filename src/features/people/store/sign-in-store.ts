import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import {
  CODE_ATTEMPTS,
  CODE_EMAIL_SECONDS,
  type CodeRequest,
  CODES_PER_HOUR,
  MAX_DEVICES,
  type NewSession,
  OTHERS_CODES,
  SESSION_DAYS,
  SIGN_IN_MINUTES,
  type SignedIn,
  type SignInMeans,
  type TypedCode,
} from '../people.js';
import type { ProviderAnswer } from '../credentials/openid-provider.js';
import type { OutboxLauncher } from '../../webhooks/ports.js';
import type { Sql } from '../../../kernel/db/client.js';
import { type AfterCommit, transaction } from '../../../kernel/db/transaction.js';
import { meansOf } from '../../audit/audit-log.js';
import { insertAuditRows } from '../../audit/store/audit-log.js';
import { writeEmailTo } from '../../emails/store/email-outbox.js';
import { addMember, isOpenInvitation } from './member-store.js';

/** Who a provider says it is. */
type ProviderIdentity = Omit<ProviderAnswer, 'verifiedEmail'> & { readonly email: string | null; readonly mayAnybody: boolean };

/** Codes and links to sign in, and the sessions that they open, in Postgres. Times are the database's. */
export class SignInStore {
  constructor(private readonly options: { sql: Sql; newId: NewId; launcher?: Pick<OutboxLauncher, 'launch' | 'startEmail'> | undefined }) {}

  /**
   * Gives a browser the code of an address that is valid, or a new one, and sends it, when the address may sign in and has got no code in
   * the last `CODE_EMAIL_SECONDS`. Whoever asked meanwhile has the mail of that minute. Beyond the limits of codes nothing happens.
   */
  async requestCode({ email, browserDigest, network, deviceDigest, sealer, mail, ...request }: CodeRequest): Promise<void> {
    await transaction(this.options.sql, async (tx, afterCommit) => {
      await lockCodes(tx, email);
      const device = deviceDigest && (await isHolders(tx, email, deviceDigest)) ? bytes(deviceDigest) : null;
      const counts = await countCodes(tx, { email, network, device });
      if (counts.isTooMany) return;
      const [open] = await tx<{ id: string; sealed: Uint8Array; madeAt: Date }[]>`
        SELECT id, sealed, code_made_at AS "madeAt" FROM sign_in_codes
        WHERE email = ${email} AND sealed IS NOT NULL
          AND (code_made_at > now() - make_interval(mins => ${SIGN_IN_MINUTES}) OR ${counts.isEmailed})
        ORDER BY created_at DESC, id DESC LIMIT 1`;
      const code = open ? sealer.open(open.sealed, open.id) : request.createCode();
      const id = this.options.newId('signIn');
      const sends = !counts.isEmailed && (request.mayAnybody || (await maySignIn(tx, email)));
      await tx`
        INSERT INTO sign_in_codes
          (id, email, browser_digest, code_digest, sealed, code_made_at, emailed_at, network, device_digest, expires_at)
        VALUES (${id}, ${email}, ${bytes(browserDigest)}, ${bytes(request.digestOf(code))}, ${bytes(sealer.seal(code, id))},
          coalesce(${open?.madeAt.toISOString() ?? null}::timestamptz, now()), CASE WHEN ${sends} THEN now() END, ${network}, ${device},
          now() + make_interval(mins => ${SIGN_IN_MINUTES}))`;
      if (!sends) return;
      const sealed = { ...mail, to: email, sealFor: (emailId: string) => sealer.seal(code, emailId) };
      const emailId = await writeEmailTo(tx, this.options.newId, { ...sealed, accountId: null, dedupKey: `sign-in/${id}` });
      afterCommit(() => this.options.launcher?.startEmail(emailId));
    });
  }

  /**
   * Checks a code and opens a session. Each call is one of the browser's `CODE_ATTEMPTS`.
   *
   * @returns whose session it is; null: wrong, expired, used, tried too often, or of an address that may not sign in
   */
  async redeemCode({ browserDigest, codeDigest, mayAnybody }: TypedCode, session: NewSession): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const [sent] = await tx<{ email: string }[]>`SELECT email FROM sign_in_codes WHERE browser_digest = ${bytes(browserDigest)}`;
      if (!sent) return null;
      await lockCodes(tx, sent.email);
      // Counted whether right or wrong: attempts at once take turns, and the sixth finds no row.
      const [code] = await tx<{ email: string; isRight: boolean }[]>`
        UPDATE sign_in_codes SET attempts = attempts + 1
        WHERE browser_digest = ${bytes(browserDigest)} AND used_at IS NULL AND expires_at > now() AND attempts < ${CODE_ATTEMPTS}
        RETURNING email, code_digest = ${bytes(codeDigest)} AS "isRight"`;
      if (!code?.isRight) return null;
      // In every browser that shares it.
      await tx`UPDATE sign_in_codes SET used_at = now(), sealed = NULL WHERE email = ${code.email} AND used_at IS NULL`;
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
  async redeemIdentity(
    { issuer, subject, email, authenticatedAt, mayAnybody }: ProviderIdentity,
    session: NewSession,
  ): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      const [known] = await tx<SignedIn[]>`
        SELECT u.id AS "userId", u.email FROM user_identities i JOIN users u ON u.id = i.user_id
        WHERE i.issuer = ${issuer} AND i.subject = ${subject}`;
      if (known) {
        await openSession(tx, this.options.newId, { userId: known.userId, means: 'openid', issuer, authenticatedAt }, session);
        return known;
      }
      if (email === null || (!mayAnybody && !(await maySignIn(tx, email)))) return null;
      const userId = await this.#user(tx, email);
      await tx`
        INSERT INTO user_identities (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${userId}) ON CONFLICT DO NOTHING`;
      await this.#claimAccounts(tx, afterCommit, { userId, email, network: session.network });
      await openSession(tx, this.options.newId, { userId, means: 'openid', issuer, authenticatedAt }, session);
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
  async addLink(email: string, digest: Uint8Array, operator: string): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
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
      return found.length > 0;
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

/** Tables of what signs a person in. */
export const SIGN_IN_TABLES = ['sessions', 'known_devices', 'passkeys', 'passkey_challenges', 'sign_in_links', 'user_identities'] as const;

interface Proof {
  readonly userId: string;
  readonly means: SignInMeans;
  /** The provider, where there is one. */
  readonly issuer?: string;
  /** When who it is was checked; absent: now; null: nobody says. */
  readonly authenticatedAt?: Date | null;
}

/** Opens a session, ends the one that the browser had, and writes to the audit log of each account of the person. */
export async function openSession(
  tx: TransactionSql,
  newId: NewId,
  { userId, means, issuer, authenticatedAt }: Proof,
  session: NewSession,
): Promise<void> {
  const { digest, userAgent, network, previous } = session;
  if (previous) await tx`UPDATE sessions SET revoked_at = now() WHERE digest = ${bytes(previous)} AND revoked_at IS NULL`;
  const at = authenticatedAt === undefined ? tx`now()` : authenticatedAt && tx`least(now(), ${authenticatedAt.toISOString()}::timestamptz)`;
  await tx`
    INSERT INTO sessions (id, user_id, digest, user_agent, network, means, authenticated_at, expires_at)
    VALUES (${newId('session')}, ${userId}, ${bytes(digest)}, ${userAgent}, ${network}, ${means}, ${at},
      now() + make_interval(days => ${SESSION_DAYS}))`;
  await rememberDevice(tx, userId, session);
  const memberships = await tx<{ id: string; accountId: string }[]>`
    SELECT id, account_id AS "accountId" FROM members WHERE user_id = ${userId}`;
  const actors = memberships.length > 0 ? memberships : [{ id: userId, accountId: null }];
  const entry = { action: 'signIn', targets: [], network, outcome: 'ok', purpose: null, means: meansOf({ means, issuer }) };
  await insertAuditRows(
    tx,
    actors.map(({ id, accountId }) => ({ ...entry, id: newId('audit'), accountId, actor: { type: 'member', id } })),
  );
}

/** The newest `MAX_DEVICES` are remembered. */
async function rememberDevice(tx: TransactionSql, userId: string, { device, previousDevice }: NewSession): Promise<void> {
  if (previousDevice) await tx`DELETE FROM known_devices WHERE digest = ${bytes(previousDevice)} AND user_id = ${userId}`;
  await tx`INSERT INTO known_devices (digest, user_id) VALUES (${bytes(device)}, ${userId})`;
  await tx`
    DELETE FROM known_devices WHERE digest IN
      (SELECT digest FROM known_devices WHERE user_id = ${userId} ORDER BY created_at DESC, digest OFFSET ${MAX_DEVICES})`;
}

export const bytes = (digest: Uint8Array): Buffer => Buffer.from(digest);

/** Codes of an address are asked for and tried one at a time, so that what happens at once is counted as well. */
const lockCodes = (tx: TransactionSql, email: string) => tx`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in/${email}`}, 0))`;

/** Whether a browser is one in which the holder of an address was signed in. */
const isHolders = async (tx: TransactionSql, email: string, device: Uint8Array): Promise<boolean> =>
  (await tx`SELECT 1 FROM known_devices d JOIN users u ON u.id = d.user_id WHERE d.digest = ${bytes(device)} AND u.email = ${email}`)
    .count > 0;

/** Whether a browser has used up its share of the codes of an address, and whether one was mailed there just now. */
async function countCodes(tx: TransactionSql, { email, network, device }: { email: string; network: string; device: Buffer | null }) {
  const [counts] = await tx<{ own: number; ofNetwork: number; perHour: number; perDay: number; isEmailed: boolean }[]>`
    SELECT count(*) FILTER (WHERE device_digest = ${device} AND is_recent)::int AS own,
      count(*) FILTER (WHERE device_digest IS NULL AND is_recent AND network = ${network})::int AS "ofNetwork",
      count(*) FILTER (WHERE device_digest IS NULL AND is_recent)::int AS "perHour",
      count(*) FILTER (WHERE device_digest IS NULL)::int AS "perDay",
      coalesce(max(emailed_at) > now() - make_interval(secs => ${CODE_EMAIL_SECONDS}), false) AS "isEmailed"
    FROM (SELECT *, created_at > now() - interval '1 hour' AS is_recent FROM sign_in_codes
      WHERE email = ${email} AND created_at > now() - interval '1 day') AS codes`;
  if (!counts) throw new Error('the count returned no row');
  const { own, ofNetwork, perHour, perDay, isEmailed } = counts;
  const others = ofNetwork >= CODES_PER_HOUR || perHour >= OTHERS_CODES.perHour || perDay >= OTHERS_CODES.perDay;
  return { isTooMany: device ? own >= CODES_PER_HOUR : others, isEmailed };
}

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

const isOpenTo = (sql: Sql | TransactionSql, email: string) => sql`email = ${email} AND ${isOpenInvitation(sql)}`;
