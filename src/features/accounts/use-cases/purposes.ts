import { checkLimits, MAX_PURPOSE, MAX_PURPOSES, namesNobody, NOBODYS_PURPOSE, type Purposes } from '../purposes.js';
import type { PurposeStore } from '../store/account-store.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

/**
 * Replaces the purposes of an account. Limits and the purpose of v1 that are absent stay, as far as the list has their purposes.
 *
 * @returns what is in force, each purpose once
 * @throws ServiceError invalid_parameter
 */
export async function replacePurposes(
  ctx: { readonly purposes: Pick<PurposeStore, 'replace'> },
  accountId: string,
  { purposes, ...rest }: Purposes,
): Promise<Purposes> {
  const { required, limits = {} } = rest;
  const replaced = { ...rest, purposes: [...new Set(purposes.map((each) => each.trim()))] };
  if (replaced.purposes.some((each) => each === '' || each.length > MAX_PURPOSE || hasControlCharacters(each)))
    throw new ServiceError('invalid_parameter', `purposes: each must have 1 to ${MAX_PURPOSE} characters, without control characters.`);
  if (!replaced.purposes.every(namesNobody)) throw new ServiceError('invalid_parameter', `purposes: each must be ${NOBODYS_PURPOSE}.`);
  if (replaced.purposes.length > MAX_PURPOSES) throw new ServiceError('invalid_parameter', `purposes: at most ${MAX_PURPOSES}.`);
  if (required && replaced.purposes.length === 0)
    throw new ServiceError('invalid_parameter', 'purposes: send at least one while a purpose is required.');
  for (const [purpose, each] of Object.entries(limits)) {
    if (!replaced.purposes.includes(purpose)) throw new ServiceError('invalid_parameter', `limits: "${purpose}" is not in the list.`);
    checkLimits(purpose, each);
  }
  const inForce = await ctx.purposes.replace(accountId, replaced);
  if (!inForce) throw new ServiceError('invalid_parameter', 'v1Purpose: it has to be in the list.');
  return inForce;
}
