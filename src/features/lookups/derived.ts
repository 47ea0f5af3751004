import type { DerivedTarget, LookupRequest, CheckOutcome } from './lookup.js';
import { isQuoted, splitAddress, withoutTag } from '../../kernel/identity/mail-address.js';
import { isAliasService } from '../../kernel/identity/mail-providers.js';
import { isRoleMailbox } from '../../kernel/identity/role-mailboxes.js';
import { isStrong, type Platform } from '../../engine/catalogue/rules/platform.js';
import { asKnown, fitsPattern } from '../../engine/catalogue/rules/rule-scope.js';
import { refsOf, type SubjectRef, type RefOf } from '../../kernel/identity/subjects.js';

/** Shorter names are nearly always somebody else's; no platform of note takes longer ones. */
const PLAUSIBLE = /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9._-]{3,29}$/;

/**
 * The username that an e-mail address suggests: its local part without the tag. Null where it suggests none: role mailboxes, aliases,
 * quoted and exotic local parts.
 *
 * @param email in normal form (`IdentityParser.email`)
 */
export function derivedUsername(email: string): string | null {
  const { local, domain } = splitAddress(email);
  if (isQuoted(local) || isAliasService(domain)) return null;
  const handle = withoutTag(local);
  return !PLAUSIBLE.test(handle) || isRoleMailbox(email) ? null : handle;
}

/**
 * The derived usernames that a lookup tries, and where: on the platforms with typed public interfaces, when the lookup is deep and names
 * no platforms itself (docs/adr, "derived handles").
 */
export function derivedTargets(
  platforms: readonly Platform[],
  lookup: Pick<LookupRequest, 'band' | 'platforms' | 'subjects'>,
): DerivedTarget[] {
  const { band, subjects } = lookup;
  if (band !== 'deep' || lookup.platforms !== null) return [];
  const tried = new Set(refsOf(subjects, ['username']).map((ref) => subjects[ref as SubjectRef]?.toLowerCase()));
  return refsOf(subjects, ['email']).flatMap((subject) => {
    const handle = derivedUsername(subjects[subject] as string);
    if (handle === null || tried.has(handle.toLowerCase())) return [];
    tried.add(handle.toLowerCase());
    const taking = platforms.filter(
      (platform) => isStrong(platform, 'username') && platform.instant.includes('username') && canHold(platform, handle),
    );
    return taking.length > 0 ? [{ handle, subject, platforms: taking.map(({ slug }) => slug) }] : [];
  });
}

/** Whether a platform's naming rule allows a username. */
function canHold({ probes: { username: rule } }: Platform, handle: string): boolean {
  return rule !== undefined && fitsPattern(rule, asKnown(rule, { type: 'username', value: handle }).value);
}

/** Outcome of a platform for a username that was derived from an e-mail address. Never a result of v1. */
export interface DerivedOutcome
  extends Pick<
    CheckOutcome,
    'platform' | 'state' | 'reason' | 'method' | 'checkedAt' | 'fromCache' | 'egress' | 'evidence' | 'rule' | 'isFolded'
  > {
  readonly handle: string;
  /** The e-mail address that the handle comes from. */
  readonly subject: RefOf<'email'>;
}
