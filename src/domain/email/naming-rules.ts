import { isQuoted, withoutTag } from './address.js';

/**
 * Published rules of providers about names that cannot exist with them. Only rules that hold for accounts of every age: a minimum length
 * does not, since early accounts and staff have shorter names.
 */
interface NamingRule {
  /** Matches a name (without tag) that cannot exist. */
  readonly impossible: RegExp;
  /** Longest name without its dots, where dots do not count. */
  readonly maxLength: number;
}

const RULES: Readonly<Record<string, NamingRule>> = {
  // Google's help, "Create a username": no & = _ ' - , < >; 6 to 30 characters; dots do not matter.
  gmail: { impossible: /[&=_'\-,<>]/, maxLength: 30 },
};

/**
 * Whether a provider's own published rules show that this mailbox cannot exist. False proves nothing: most providers publish no rule, and
 * an allowed name need not be taken.
 *
 * @param provider slug of the consumer provider; rules of hosted company domains are set by their owners
 */
export function isImpossibleName(provider: string, local: string): boolean {
  const rule = Object.hasOwn(RULES, provider) ? RULES[provider] : undefined;
  if (rule === undefined || isQuoted(local)) return false;
  const name = withoutTag(local);
  return rule.impossible.test(name) || name.replaceAll('.', '').length > rule.maxLength;
}
