import { type AuditEntry, meansOf, type SignInAttempt } from '../audit-log.js';
import type { ErrorCode } from '../../../kernel/values/errors.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import type { RateStore } from '../../accounts/store/rate-store.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { AuditLog } from './audit-log.js';

/** Refusals of one kind that are recorded of a network in a minute. */
export const REFUSALS_PER_MINUTE = 10;
/** The same of all networks: whoever has many cannot fill the table either. */
export const ALL_REFUSALS_PER_MINUTE = 1_000;
/** Hexadecimal digits by which addresses that nobody is known by are told apart. */
const EMAIL_DIGITS = 32;

/** A request that was refused, when it is a sign-in, an operator's action, or too many sign-ins. */
export interface Refusal extends Pick<AuditEntry, 'at' | 'action' | 'actor' | 'targets'> {
  readonly network: string;
  readonly outcome: ErrorCode;
  /** What is known of who tried to sign in. */
  readonly attempt?: SignInAttempt | undefined;
}

interface Whom {
  readonly email: string;
  readonly userId: string | null;
  readonly memberId: string | null;
  readonly accountId: string | null;
}

/** Records refusals that concern no caller of an account, so many of a network in a minute. */
export class RefusalLog {
  readonly #onFailure: (error: unknown) => void;
  readonly #pending = new Set<Promise<void>>();

  /** @param options.digest digests addresses that nobody is known by */
  constructor(
    private readonly options: {
      sql: Sql;
      audit: Pick<AuditLog, 'add'>;
      rates: RateStore;
      digest: KeyedDigest;
      onFailure?: ((error: unknown) => void) | undefined;
    },
  ) {
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  /** Leaves a refusal to be written. The answer does not wait for it: its time would show whether somebody is known. */
  add(refusal: Refusal): void {
    const recorded = this.#record(refusal).catch(this.#onFailure);
    this.#pending.add(recorded);
    void recorded.finally(() => this.#pending.delete(recorded));
  }

  /** Waits for what was left, before the audit log is closed. */
  async close(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #record({ attempt, ...refusal }: Refusal): Promise<void> {
    const { audit, rates, digest } = this.options;
    const kind = `refused ${refusal.outcome}`;
    if (!(await rates.hitNetwork(refusal.network, kind, REFUSALS_PER_MINUTE)).allowed) return;
    if (!(await rates.hit('every network', kind, ALL_REFUSALS_PER_MINUTE)).allowed) return;
    const means = attempt ? meansOf(attempt) : null;
    const entry: AuditEntry = { ...refusal, accountId: null, purpose: null, means };
    const concerned = attempt ? await this.#whom(attempt) : [];
    if (concerned.length === 0) audit.add(entry);
    for (const whom of concerned)
      audit.add({
        ...entry,
        accountId: whom.accountId,
        actor: { type: 'member', id: whom.memberId ?? whom.userId },
        targets: whom.userId === null ? [`email:${digest.of(whom.email).slice(0, EMAIL_DIGITS)}`] : [],
      });
  }

  /** Whose code, link, passkey or address it was, in each of their accounts. */
  #whom({ browserDigest, linkDigest, credentialId, email }: SignInAttempt): Promise<readonly Whom[]> {
    const bytes = (digest: Uint8Array | null | undefined) => (digest ? Buffer.from(digest) : null);
    return this.options.sql<Whom[]>`
      SELECT tried.email, u.id AS "userId", m.id AS "memberId", m.account_id AS "accountId"
      FROM (
        SELECT email FROM sign_in_codes WHERE browser_digest = ${bytes(browserDigest)}
        UNION SELECT p.email FROM sign_in_links l JOIN users p ON p.id = l.user_id WHERE l.digest = ${bytes(linkDigest)}
        UNION SELECT p.email FROM passkeys k JOIN users p ON p.id = k.user_id WHERE k.credential_id = ${credentialId ?? null}
        UNION SELECT ${email ?? null}::text
      ) AS tried
      LEFT JOIN users u ON u.email = tried.email LEFT JOIN members m ON m.user_id = u.id
      WHERE tried.email IS NOT NULL`;
  }
}
