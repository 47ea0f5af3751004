import type { NegativeNumbersOf } from './control-accounts.js';
import type { RuleApplicability } from '../catalogue/rules/ports.js';
import type { NegativeControlIdentities } from './ports.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { canHold } from '../catalogue/rules/rule-scope.js';
import type { Identity, QueryType } from '../../kernel/identity/identity.js';
import { FICTIONAL_RANGES, NUMBER_KINDS, numbersOf, rangeSize } from '../catalogue/rules/fictional-numbers.js';
import { countryOf } from '../catalogue/rules/phone-country.js';
import { NOBODY_OF, namesLike, similarName } from './similar-name.js';

/**
 * Forms of names from the most improbable down, as the shortest of each: made longer by characters of its last kind, up to `LONGEST`, it is
 * one of more names than anybody has. The first that fits the platform's naming rule is taken, the longest first.
 */
const FORMS = ['x1x', 'x', 'x1', 'X', 'x.x', 'x-x', 'x_x', '1'] as const;
/** Most sites take names of so many characters, and mail providers local parts. */
const LONGEST = 16;

/**
 * Domain of addresses: that of a provider that takes sign-ups, since platforms refuse reserved domains before they look anything up. Where
 * a rule is scoped to domains, one of those.
 */
const PROVIDER = 'outlook.com';
/** Country of the fictional numbers for rules without a scope. */
const DEFAULT_COUNTRY = 'US';

/** How often a form is drawn before it counts as refused: a pattern may refuse single names of a form that it allows. */
const DRAWS = 16;

/** Random identities in the platform's own alphabet and length and inside the rule's scope, new for every negative control. */
export const negativeControlIdentities = {
  make: madeFor,

  makeLike(rule: ProbeRule, { type, value }: Identity, extra: number): Identity | null {
    // A number has no form but its country's, and numbers without subscribers are few.
    if (type === 'phone') return extra === 0 ? madeFor(rule, type) : null;
    const local = type === 'email' ? value.slice(0, value.lastIndexOf('@')) : value;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const similar = similarName(local, extra);
      if (similar === null) return null;
      const identity: Identity = { type, value: similar + value.slice(local.length) };
      if (similar !== local && canHold(rule, identity, countryOf)) return identity;
    }
    return null;
  },
} satisfies NegativeControlIdentities;

/** Rules for which no identity fits: that does not change. */
const impossible = new WeakSet<ProbeRule>();

function madeFor(rule: ProbeRule, type: QueryType): Identity | null {
  if (impossible.has(rule)) return null;
  for (const value of candidates(rule, type)) {
    const identity: Identity = { type, value };
    if (canHold(rule, identity, countryOf)) return identity;
  }
  impossible.add(rule);
  return null;
}

/** Why no negative control can be made for a rule, in one sentence; null when one can. */
export function negativeControlFault(rule: ProbeRule, type: QueryType): string | null {
  if (madeFor(rule, type) !== null) return null;
  if (type !== 'phone') return 'no identity that cannot exist fits its pattern and scope';
  const countries = rule.scope?.countries;
  if (countries === undefined) return 'no number reserved for fiction in the United States fits its pattern: name its countries in `scope`';
  const known = countries.filter((country) => FICTIONAL_RANGES[country] !== undefined);
  return known.length === 0
    ? `no range of numbers without subscribers is documented for ${countries.join(', ')}`
    : `no number reserved for fiction in ${known.join(', ')} fits its pattern`;
}

/** Identities from the most suitable down. */
function candidates(rule: ProbeRule, type: QueryType): Iterable<string> {
  if (type === 'username') return names();
  return type === 'email' ? addresses(rule.scope?.domains) : phoneNumbers(rule.scope?.countries ?? [DEFAULT_COUNTRY]);
}

function* names(): Generator<string> {
  for (let draw = 0; draw < DRAWS; draw += 1)
    for (const form of FORMS)
      for (let extra = LONGEST - form.length; extra >= 0; extra -= 1) {
        const name = similarName(form, extra) ?? '';
        if (namesLike(name) < NOBODY_OF) break;
        yield name;
      }
}

function* addresses(domains: readonly string[] = [PROVIDER]): Generator<string> {
  for (const local of names()) for (const domain of shuffled(domains)) yield `${local}@${domain}`;
}

/** Numbers that nobody has, mobile ones first: one of each range, then all of all ranges, because a pattern may admit few of them. */
function* phoneNumbers(countries: readonly string[]): Generator<string> {
  for (const kind of NUMBER_KINDS) {
    const ranges = shuffled(
      countries.flatMap((country) => FICTIONAL_RANGES[country]?.[kind] ?? []),
      rangeSize,
    );
    for (const range of ranges) yield* first(numbersOf(range));
    for (const range of ranges) yield* numbersOf(range);
  }
}

function* first<T>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    return;
  }
}

/** @param weight how much more often an item comes first than one of weight 1 */
function shuffled<T>(items: readonly T[], weight: (item: T) => number = () => 1): readonly T[] {
  return items
    .map((item) => ({ item, order: Math.random() ** (1 / weight(item)) }))
    .sort((a, b) => b.order - a.order)
    .map(({ item }) => item);
}

const reached = new WeakMap<ProbeRule, boolean>();

/** Whether `negativeControlIdentities` can make an identity for a rule: without one the rule is never calibrated. */
export const hasNegativeControl = (rule: ProbeRule, type: QueryType): boolean => {
  const known = reached.get(rule) ?? madeFor(rule, type) !== null;
  reached.set(rule, known);
  return known;
};

/** What planning and probing have to know of identities and rules. */
export const ruleApplicability = { countryOf, hasNegativeControl } satisfies RuleApplicability;

/** A number of the operator's in a rule's scope; null when there is none. */
function ownNumber(rule: ProbeRule, numbers: readonly string[]): Identity | null {
  const value = numbers.find((number) => canHold(rule, { type: 'phone', value: number }, countryOf));
  return value === undefined ? null : { type: 'phone', value };
}

/**
 * Negative controls of a process whose operator has numbers that were never registered anywhere: rules for numbers get one of these where
 * no other can be made.
 */
export function negativeControls(numbersOf: NegativeNumbersOf): {
  identities: NegativeControlIdentities;
  applicability: RuleApplicability;
} {
  const own = (rule: ProbeRule, type: QueryType, platform: string) => (type === 'phone' ? ownNumber(rule, numbersOf(platform)) : null);
  return {
    identities: { ...negativeControlIdentities, make: (rule, type, platform) => madeFor(rule, type) ?? own(rule, type, platform) },
    applicability: {
      countryOf,
      hasNegativeControl: (rule, type, platform) => hasNegativeControl(rule, type) || own(rule, type, platform) !== null,
    },
  };
}

/**
 * An address at a domain that cannot exist there, new each time and within the naming rule; null when none can be made.
 *
 * @param isTagged with a tag in its local part, as in `ada+news@example.com`
 */
export function negativeControlAddress(rule: ProbeRule, domain: string, isTagged = false): string | null {
  const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u');
  for (const made of addresses([domain])) {
    const address = isTagged ? made.replace('@', '+news@') : made;
    if (!pattern || pattern.test(address)) return address;
  }
  return null;
}
