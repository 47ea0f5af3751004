import type { NamedIdentity } from '../../../kernel/identity/forms.js';
import { type IdentityParser, invalidPhoneText, type QueryType } from '../../../kernel/identity/identity.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../../kernel/identity/subjects.js';
import { sleep } from '../../../kernel/net/deadline.js';
import { type ErrorCode, ERRORS, ServiceError } from '../../../kernel/values/errors.js';
import { type Erasure, type ErasureLedger, type LedgerEntry, linesOf, type SentEvent } from '../erasure.js';
import type { AccountEraser } from '../store/account-eraser.js';
import type { ErasureStore } from '../store/erasure-store.js';

export interface ErasuresContext {
  readonly erasures: ErasureStore;
  readonly identities: IdentityParser;
  /** Starts it at once; without it, or when that fails, the reconciler does. */
  readonly launchErasure?: (erasure: Pick<Erasure, 'id' | 'accountId'>) => void;
}

/** One identity, by its kind, as a caller wrote it. */
export type IdentityInput = { readonly [Kind in SubjectKind]?: string | undefined };

export interface ErasureRequest {
  readonly identity: IdentityInput;
  /** Null for every account. */
  readonly accountId: string | null;
  readonly apiKeyId: string | null;
  /** As for `NewErasure`. */
  readonly includePossible?: readonly QueryType[];
  readonly isDryRun: boolean;
}

const INVALID: Readonly<Record<SubjectKind, ErrorCode>> = {
  email: 'invalid_email',
  phone: 'invalid_phone',
  username: 'invalid_parameter',
  ip: 'invalid_ip',
};

/**
 * Accepts an erasure, or a dry run of one, which a workflow carries out.
 *
 * @throws ServiceError missing_subject unless there is exactly one identity, invalid_email, invalid_phone, invalid_ip, invalid_parameter
 */
export async function requestErasure(ctx: ErasuresContext, { identity, ...request }: ErasureRequest): Promise<Erasure> {
  const parsed = parseIdentity(ctx.identities, identity);
  const erasure = await ctx.erasures.create({ ...request, identity: parsed });
  ctx.launchErasure?.(erasure);
  return erasure;
}

function parseIdentity(parser: IdentityParser, input: IdentityInput): NamedIdentity {
  const [kind, another] = SUBJECT_KINDS.filter((each) => input[each] !== undefined);
  if (!kind || another) throw new ServiceError('missing_subject', `identity: send exactly one of ${SUBJECT_KINDS.join(', ')}.`);
  const raw = input[kind] ?? '';
  const value = parser[kind](raw);
  if (value === null) {
    const reason =
      kind === 'phone' ? invalidPhoneText(raw) : kind === 'username' ? 'send 1 to 64 visible characters.' : ERRORS[INVALID[kind]].message;
    throw new ServiceError(INVALID[kind], `identity.${kind}: ${reason}`);
  }
  return { kind, value };
}

/**
 * An erasure with its receipt.
 *
 * @param accountId null: of any account, for operators
 * @throws ServiceError not_found
 */
export async function readErasure(
  { erasures }: Pick<ErasuresContext, 'erasures'>,
  id: string,
  accountId: string | null,
): Promise<Erasure & { readonly sent: readonly SentEvent[] }> {
  const erasure = await erasures.find(id, accountId);
  if (!erasure) throw new ServiceError('not_found');
  return { ...erasure, sent: await erasures.sent(id) };
}

export interface ReapplyingContext {
  readonly eraser: AccountEraser;
  /** Adds and removes what the ledger says. Returns how many entries that were. */
  readonly suppressions: { restore(lines: readonly LedgerEntry[]): Promise<number> };
  readonly erasureLedger: ErasureLedger | null;
  /** Called with the number of entries that were added or removed. */
  readonly onSuppressions: (entries: number) => void;
  /** Called with the number of erasures, before they are carried out. */
  readonly onReapply: (erasures: number) => void;
}

/**
 * Carries out what the ledger says was erased, suppressed or no longer suppressed, and the database does not: it was restored from an
 * older backup. Returns when nothing of the erased identities is left in the database; their workflows delete the executions. Safe in
 * several processes at once.
 */
export async function reapplyErasures({
  eraser,
  suppressions,
  erasureLedger,
  onReapply,
  onSuppressions,
}: ReapplyingContext): Promise<void> {
  const lines = (await erasureLedger?.entries()) ?? [];
  const restored = erasureLedger ? await suppressions.restore(lines) : 0;
  if (restored > 0) onSuppressions(restored);
  const entries = linesOf(lines, 'identity', 'account');
  if (entries.length === 0) return;
  const missing = await eraser.restoreMissing(entries);
  if (missing.length === 0) return;
  onReapply(missing.length);
  for (const erasureId of missing) {
    for (;;) {
      const { next, waitMs, isAwaiting } = await eraser.eraseNext({ erasureId });
      if (next === 'searched') {
        await eraser.eraseRest({ erasureId });
        break;
      }
      // Lookups under way end only once the service works: their erasure is left to the workflow.
      if (isAwaiting) break;
      await sleep(waitMs);
    }
  }
}
