/**
 * Control accounts: accounts that the operator owns, probed as positive controls before those that a rule names itself. With one, a rule
 * that has evidence of absence may deny (docs/adr/0037-control-accounts.md).
 */
import { type Band, type BandContext, BANDS, inDefaultBand, instantBand } from '../catalogue/rules/bands.js';
import { type Platform, type Strength, strengthOf } from '../catalogue/rules/platform.js';
import { denialOf } from '../catalogue/rules/rule-counts.js';
import { type CountryOf, fitsPattern, inScope } from '../catalogue/rules/rule-scope.js';
import { type Identity, QUERY_TYPES, type QueryType } from '../../kernel/identity/identity.js';
import { withHistory } from './control-history.js';
import type { Control } from './control.js';

/** Most known accounts of one kind that a platform has, and is asked about before it counts as denying all of them: accounts vanish. */
export const MAX_CONTROL_ACCOUNTS = 3;

/**
 * What a stored identity is for: an account by which a query type's rules may deny, or a phone number of the operator's that was never
 * registered anywhere, the negative control of rules for numbers that have no other.
 */
export type StoredControlKind = QueryType | 'negative_phone';
/** In place of a slug: a negative control number for every platform. */
export const EVERY_PLATFORM = '*';

/** Reads negative control numbers as the process last knew them. */
export type NegativeNumbersOf = (platform: string) => readonly string[];

/** The control accounts of one platform and query type. */
export interface ControlAccountSet {
  readonly identities: readonly string[];
  /** Changes with the set; undefined when it is empty. */
  readonly digest: string | undefined;
}

export const NO_CONTROL_ACCOUNTS: ControlAccountSet = { identities: [], digest: undefined };

/** Reads control accounts. */
export interface ControlAccounts {
  /** Those of one platform and query type, at most a minute old. */
  of(platform: string, type: QueryType): Promise<ControlAccountSet>;
  /** The same as they are now. */
  fresh(platform: string, type: QueryType): Promise<ControlAccountSet>;
}

/** A stored control account. */
export interface StoredControlAccount {
  readonly platform: string;
  readonly kind: StoredControlKind;
  /** Null when no configured key opens it. */
  readonly identity: string | null;
  readonly since: Date;
}

/** Whether the account is there now, or why it was not stored: the set is full, or holds accounts that no configured key opens. */
export type AddedControlAccount = 'added' | 'known' | 'full' | 'unreadable';

/** Whether a control rested on the present control accounts: on one that was removed since, no verdict may. */
export function restsOn(control: Control, { digest }: ControlAccountSet): boolean {
  return control.outcome.accounts === digest;
}

/**
 * A control after its control accounts have changed: it expires with the minute of a blocked one and ends a quarantine, and its history
 * stays, so that facts which may stem from a fault are still not served.
 */
export function invalidated(control: Control): Control {
  const outcome = withHistory({ state: 'blocked', explanation: 'the control accounts have changed' }, control.checkedAt, control);
  return { ...control, outcome };
}

export const typeOf = (kind: StoredControlKind): QueryType => (kind === 'negative_phone' ? 'phone' : kind);

/** Why an identity cannot be a control account of the platform, in one sentence that does not hold it; null: it can. */
export function controlAccountFault(platform: Platform, identity: Identity, countryOf: CountryOf): string | null {
  const { type, value } = identity;
  const rule = platform.probes[type];
  if (rule === undefined) return `${platform.slug} has no rule for this query type (${type}).`;
  if (rule.registered === undefined) return `The rule of ${platform.slug} has no evidence of presence: no account could be seen there.`;
  if (!fitsPattern(rule, value)) return `${platform.slug} cannot hold such an identity: the rule's pattern refuses it.`;
  if (inScope(rule.scope, identity, countryOf)) return null;
  const { countries = [], domains = [] } = rule.scope ?? {};
  const admitted = type === 'phone' ? `phone numbers of ${countries.join(', ')}` : `addresses at ${domains.join(', ')}`;
  return `The rule of ${platform.slug} is about ${admitted} only.`;
}

export const mailDomainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** An identity as it may be shown to its owner: enough to tell which it is, too little to be one. */
export function maskIdentity({ type, value }: Identity): string {
  const first = (text: string): string => `${[...text][0] ?? ''}…`;
  return type === 'email' ? `${first(value)}@${first(mailDomainOf(value))}` : first(value);
}

/** A platform that would deny with a control account. */
export interface PlannedControl {
  readonly platform: string;
  readonly name: string;
  readonly homepage: string;
  readonly queryType: QueryType;
  /** The smallest band that it is in: lookups ask it the more often the smaller that is. */
  readonly band: Band;
  readonly strength: Strength;
  /** Whether traffic of several accounts lets it deny at present. */
  readonly isSeen: boolean;
  /** Checks of the platform that were answered, as its statistics have them; 0 without any. */
  readonly answered: number;
}

/**
 * Platforms that only confirm until they have a control account, those first where one gains the most answers: those that traffic does not
 * reach, then by band, strength, and recorded answers. Among equal ones, query types with the fewest platforms that deny come
 * first (e-mail, then phone).
 *
 * @param done `<platform>:<query type>` that have one already
 * @param seen those that traffic calibrates
 */
export function planControlAccounts(
  platforms: readonly Platform[],
  done: ReadonlySet<string>,
  context: BandContext,
  seen: ReadonlySet<string> = new Set(),
): PlannedControl[] {
  const instant = instantBand(platforms, context);
  const bandOf = (platform: Platform, type: QueryType): Band => {
    if (instant.has(`${platform.slug}:${type}`)) return 'instant';
    return inDefaultBand(platform, type, context) ? 'default' : 'deep';
  };
  const planned = platforms.flatMap((platform) =>
    QUERY_TYPES.flatMap((queryType): PlannedControl[] => {
      const rule = platform.probes[queryType];
      const key = `${platform.slug}:${queryType}`;
      if (rule === undefined || denialOf(rule) !== 'with_control_account' || done.has(key)) return [];
      const { slug, name, homepage } = platform;
      const answered = context.statuses.get(key)?.stats?.answered ?? 0;
      return [
        {
          platform: slug,
          name,
          homepage,
          queryType,
          band: bandOf(platform, queryType),
          strength: strengthOf(platform, queryType),
          isSeen: seen.has(key),
          answered,
        },
      ];
    }),
  );
  return planned.sort(
    (a, b) =>
      Number(a.isSeen) - Number(b.isSeen) ||
      BANDS.indexOf(a.band) - BANDS.indexOf(b.band) ||
      Number(b.strength === 'strong') - Number(a.strength === 'strong') ||
      b.answered - a.answered ||
      QUERY_TYPES.indexOf(a.queryType) - QUERY_TYPES.indexOf(b.queryType) ||
      (a.platform < b.platform ? -1 : 1),
  );
}
