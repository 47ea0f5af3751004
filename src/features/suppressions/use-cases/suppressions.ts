import { ERRORS, ServiceError } from '../../../kernel/values/errors.js';
import { invalidPhoneText, type IdentityParser } from '../../../kernel/identity/identity.js';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import { type KeysetPage, type Page, pageOf } from '../../../kernel/values/pages.js';
import { MAX_PROOF, type Suppression, type SuppressionCursor } from '../suppressions.js';
import type { SuppressionStore } from '../store/suppression-store.js';
import { toJsonb } from '../../../kernel/values/json.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

export interface SuppressionsContext {
  readonly suppressions: SuppressionStore;
  readonly identities: IdentityParser;
}

/** An identity as it was sent. */
export interface SuppressionInput {
  /** Null for all accounts. */
  readonly accountId: string | null;
  readonly type: SubjectKind;
  readonly value: string;
  readonly proof: string;
  readonly addedBy: string;
}

/**
 * Puts an identity on the suppression list. One that is on it already stays, with its first proof.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter
 */
export async function addSuppression(ctx: SuppressionsContext, input: SuppressionInput): Promise<Suppression> {
  const { accountId, type, addedBy } = input;
  const value = ctx.identities[type](input.value);
  if (value === null) throw invalid(type, input.value);
  const proof = toJsonb(input.proof.trim()) as string;
  if (proof === '' || proof.length > MAX_PROOF || hasControlCharacters(proof)) {
    throw new ServiceError('invalid_parameter', `proof: 1 to ${MAX_PROOF} visible characters that say how the request reached you.`);
  }
  return ctx.suppressions.add({ accountId, identity: { kind: type, value }, proof, addedBy });
}

function invalid(type: SubjectKind, value: string): ServiceError {
  if (type === 'username')
    return new ServiceError('invalid_parameter', 'value: send a username of 1 to 64 visible characters without spaces.');
  const code = `invalid_${type}` as const;
  return new ServiceError(code, `value: ${type === 'phone' ? invalidPhoneText(value) : ERRORS[code].message}`);
}

/** A page of an account's entries, latest first, and the cursor of the next one. @param accountId as for `SuppressionStore.page` */
export async function pageSuppressions(
  ctx: Pick<SuppressionsContext, 'suppressions'>,
  accountId: string | null | undefined,
  { limit, after }: KeysetPage<SuppressionCursor>,
): Promise<Page<Suppression, SuppressionCursor>> {
  return pageOf(limit, (rows) => ctx.suppressions.page(accountId, { limit: rows, after }));
}

/**
 * Takes an entry off the list: lookups accepted from now on ask about the identity again.
 *
 * @param accountId as for `SuppressionStore.remove`
 * @throws ServiceError not_found, the same whether there is no such entry or it belongs to another account
 */
export async function removeSuppression(
  ctx: Pick<SuppressionsContext, 'suppressions'>,
  accountId: string | null | undefined,
  id: string,
): Promise<void> {
  if (!(await ctx.suppressions.remove(accountId, id))) throw new ServiceError('not_found');
}
