import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { addressOf } from '../features/people/use-cases/sign-in.js';

/**
 * Addresses of the operators, as addresses of people are stored.
 *
 * @throws ConfigError when one is not an e-mail address
 */
export function operatorsOf({ OPERATORS = [] }: Pick<Config, 'OPERATORS'>): ReadonlySet<string> {
  const identities = new LibraryIdentityParser();
  try {
    return new Set(OPERATORS.map((address) => addressOf({ identities }, address)));
  } catch {
    throw new ConfigError('OPERATORS must be e-mail addresses, comma-separated.');
  }
}
