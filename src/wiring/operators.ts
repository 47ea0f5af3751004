import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { addressOf } from '../features/people/use-cases/sign-in.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';
import type { Queues } from '../../workflows/contracts.js';
import { TemporalHealth } from '../temporal/health.js';

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
    throw new ConfigError('OPERATORS: e-mail addresses, comma-separated.');
  }
}

/** The engine as operators see it. */
export const openTemporalHealth = (
  { TEMPORAL_UI_URL: uiUrl }: Pick<Config, 'TEMPORAL_UI_URL'>,
  options: { temporal: TemporalClient; queues?: Queues | undefined },
): TemporalHealth => new TemporalHealth({ ...options, ...(uiUrl === undefined ? {} : { uiUrl }) });
