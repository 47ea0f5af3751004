import type { NewId } from '../../../kernel/values/ids.js';
import { MAX_PASSKEYS, type NewSession, SIGN_IN_MINUTES, type SignedIn } from '../people.js';
import type { Credential } from '../credentials/passkey-checks.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { passkeys } from './schema.js';
import { openSession } from './sign-in-store.js';

const SHOWN = ['id', 'name', 'createdAt', 'lastUsedAt'] as const;
export type Passkey = Pick<typeof passkeys.$inferSelect, (typeof SHOWN)[number]>;

/** Passkeys and the challenges that they answer, in Postgres. */
export class PasskeyStore {
  constructor(private readonly options: { sql: Sql; newId: NewId }) {}

  /** Stores a challenge, which can be answered once within `SIGN_IN_MINUTES`. @param userId null: for signing in */
  async addChallenge(challenge: string, userId: string | null): Promise<void> {
    await this.options.sql`
      INSERT INTO passkey_challenges (challenge, user_id, expires_at)
      VALUES (${challenge}, ${userId}, now() + make_interval(mins => ${SIGN_IN_MINUTES}))`;
  }

  /** Uses a challenge up. @returns whether it was there, for that purpose */
  async takeChallenge(challenge: string, userId: string | null): Promise<boolean> {
    const { count } = await this.options.sql`
      DELETE FROM passkey_challenges
      WHERE challenge = ${challenge} AND user_id IS NOT DISTINCT FROM ${userId}::text AND expires_at > now()`;
    return count > 0;
  }

  async list(userId: string): Promise<readonly Passkey[]> {
    return this.options.sql<Passkey[]>`
      SELECT ${this.#columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`;
  }

  async credentialIds(userId: string): Promise<readonly string[]> {
    const rows = await this.options.sql<{ credentialId: string }[]>`
      SELECT credential_id AS "credentialId" FROM passkeys WHERE user_id = ${userId}`;
    return rows.map(({ credentialId }) => credentialId);
  }

  /** @returns null when the credential is stored already; `full` when the person has as many as they may have */
  async add(userId: string, name: string, { credentialId, publicKey, counter }: Credential): Promise<Passkey | 'full' | null> {
    return transaction(this.options.sql, async (tx): ReturnType<PasskeyStore['add']> => {
      await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
      const [has] = await tx<{ passkeys: number }[]>`SELECT count(*)::int AS passkeys FROM passkeys WHERE user_id = ${userId}`;
      if ((has?.passkeys ?? 0) >= MAX_PASSKEYS) return 'full';
      const [row] = await tx<Passkey[]>`
        INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
        VALUES (${this.options.newId('passkey')}, ${userId}, ${name}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter})
        ON CONFLICT (credential_id) DO NOTHING RETURNING ${this.#columns}`;
      return row ?? null;
    });
  }

  async remove(userId: string, passkeyId: string): Promise<boolean> {
    return (await this.options.sql`DELETE FROM passkeys WHERE id = ${passkeyId} AND user_id = ${userId}`).count > 0;
  }

  async find(credentialId: string): Promise<Credential | null> {
    const [row] = await this.options.sql<{ publicKey: Uint8Array; counter: string }[]>`
      SELECT public_key AS "publicKey", counter FROM passkeys WHERE credential_id = ${credentialId}`;
    return row ? { credentialId, publicKey: row.publicKey, counter: Number(row.counter) } : null;
  }

  /** Opens a session. @returns null when the credential is gone, or was used with that counter before */
  async redeem({ credentialId, counter }: Credential, session: NewSession): Promise<SignedIn | null> {
    return transaction(this.options.sql, async (tx): Promise<SignedIn | null> => {
      // An authenticator that counts counts upwards: the same number again is a copy of it. Many always say 0.
      const [used] = await tx<SignedIn[]>`
        UPDATE passkeys p SET counter = ${counter}, last_used_at = now() FROM users u
        WHERE p.credential_id = ${credentialId} AND u.id = p.user_id AND (p.counter < ${counter} OR (p.counter = 0 AND ${counter} = 0))
        RETURNING u.id AS "userId", u.email`;
      if (!used) return null;
      await openSession(tx, this.options.newId, { userId: used.userId, means: 'passkey' }, session);
      return used;
    });
  }

  get #columns() {
    return columnsOf(this.options.sql, passkeys, SHOWN);
  }
}
