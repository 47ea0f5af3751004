/** Purposes of lookups: the account's own words for why it looks somebody up. docs/contract.md, 14.6. */
import { ServiceError } from '../../kernel/values/errors.js';

export const MAX_PURPOSES = 50;
/** Longest purpose, in characters. */
export const MAX_PURPOSE = 100;

/** Whether a purpose is about no single person, as far as can be told: it has no address and no number that could be called. */
export const namesNobody = (purpose: string): boolean => !purpose.includes('@') && purpose.replaceAll(/\D/g, '').length < 7;

export interface Purposes {
  /** A v2 lookup may name one of them. */
  readonly purposes: readonly string[];
  /** Whether it has to. */
  readonly required: boolean;
}

/**
 * The purpose of a lookup, checked against the account's list; undefined: an empty one.
 *
 * @throws ServiceError purpose_required, unknown_purpose
 */
export function checkedPurpose(list: Purposes | undefined, purpose: string | undefined): string | null {
  if (purpose === undefined && list?.required) throw new ServiceError('purpose_required');
  if (purpose !== undefined && !list?.purposes.includes(purpose)) throw new ServiceError('unknown_purpose');
  return purpose ?? null;
}
