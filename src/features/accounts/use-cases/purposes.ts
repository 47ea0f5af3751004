import { MAX_PURPOSE, MAX_PURPOSES, type Purposes } from '../purposes.js';
import type { PurposeStore } from '../store/account-store.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

/**
 * Replaces the purposes of an account.
 *
 * @returns what is in force, each purpose once
 * @throws ServiceError invalid_parameter
 */
export async function replacePurposes(
  ctx: { readonly purposes: Pick<PurposeStore, 'replace'> },
  accountId: string,
  { purposes, required }: Purposes,
): Promise<Purposes> {
  const replaced = { purposes: [...new Set(purposes.map((each) => each.trim()))], required };
  if (replaced.purposes.some((each) => each === '' || each.length > MAX_PURPOSE || hasControlCharacters(each)))
    throw new ServiceError('invalid_parameter', `purposes: each must have 1 to ${MAX_PURPOSE} characters, without control characters.`);
  if (replaced.purposes.length > MAX_PURPOSES) throw new ServiceError('invalid_parameter', `purposes: at most ${MAX_PURPOSES}.`);
  if (required && replaced.purposes.length === 0)
    throw new ServiceError('invalid_parameter', 'purposes: send at least one while a purpose is required.');
  await ctx.purposes.replace(accountId, replaced);
  return replaced;
}
