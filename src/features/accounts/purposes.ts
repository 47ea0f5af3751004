/** Purposes of lookups: the account's own words for why it looks somebody up. docs/contract.md, 14.6. */
import { PLATFORM_KINDS, type PlatformKind } from '../../engine/catalogue/rules/kinds.js';
import { MODULES, type Module } from '../../facts/checks.js';
import { ServiceError } from '../../kernel/values/errors.js';
import { narrow } from '../../kernel/values/normalise.js';

export const MAX_PURPOSES = 50;
/** Longest purpose, in characters. */
export const MAX_PURPOSE = 100;

/** What a purpose has to be, in words of refusals: it gets into the audit log, from which nothing can be erased. */
export const NOBODYS_PURPOSE = 'a purpose without an address or a number of seven digits';
/** Whether a purpose is about no single person, as far as can be told: it has no address and no number that could be called. */
export const namesNobody = (purpose: string): boolean => !narrow(purpose).includes('@') && (purpose.match(/\p{Nd}/gu)?.length ?? 0) < 7;

/** What a purpose allows: all else is neither asked nor served. */
export interface PurposeLimits {
  readonly kinds: readonly PlatformKind[];
  readonly modules: readonly Module[];
}

export interface Purposes {
  /** A v2 lookup may name one of them. */
  readonly purposes: readonly string[];
  /** Whether it has to. */
  readonly required: boolean;
  /** What those of them allow that the account limited itself. */
  readonly limits?: Readonly<Record<string, PurposeLimits>>;
  /** The purpose of all v1 lookups; null or absent: none. */
  readonly v1Purpose?: string | null | undefined;
}

const but = <T>(all: readonly T[], ...forbidden: readonly T[]): readonly T[] => all.filter((each) => !forbidden.includes(each));

/**
 * What purposes of these names allow, in every account. `credit`: nothing of social networks and no special category of data (Directive
 * (EU) 2023/2225, Article 18(3)), and so no kind that may tell of either; breaches and pages can be of any kind.
 */
export const BUILT_IN_LIMITS: Readonly<Record<string, PurposeLimits>> = {
  credit: {
    kinds: ['finance', 'shopping', 'travel', 'work', 'coding', 'learning', 'tools', 'mailbox'],
    modules: but(MODULES, 'breaches', 'webMentions'),
  },
  kyc: { kinds: but(PLATFORM_KINDS, 'health', 'intimate', 'gambling'), modules: but(MODULES, 'webMentions') },
  fraud: { kinds: but(PLATFORM_KINDS, 'health', 'intimate'), modules: but(MODULES, 'webMentions') },
  security: { kinds: PLATFORM_KINDS, modules: MODULES },
};

const isBuiltIn = (purpose: string): boolean => Object.hasOwn(BUILT_IN_LIMITS, purpose);

/** What a purpose of the account allows; null: everything. */
export function limitsOf(list: Purposes | undefined, purpose: string | null): PurposeLimits | null {
  if (purpose === null) return null;
  if (isBuiltIn(purpose)) return BUILT_IN_LIMITS[purpose] ?? null;
  return (list?.limits && Object.hasOwn(list.limits, purpose) && list.limits[purpose]) || null;
}

/** @throws ServiceError invalid_parameter where an account may not give a purpose such limits */
export function checkLimits(purpose: string, { kinds, modules }: PurposeLimits): void {
  if (isBuiltIn(purpose) && JSON.stringify({ kinds, modules }) !== JSON.stringify(BUILT_IN_LIMITS[purpose]))
    throw new ServiceError('invalid_parameter', `limits: "${purpose}" allows the same in every account, and cannot be changed.`);
  if (modules.includes('webMentions') && PLATFORM_KINDS.some((kind) => !kinds.includes(kind)))
    throw new ServiceError('invalid_parameter', 'limits: webMentions needs all kinds, because pages of any kind can mention a person.');
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
