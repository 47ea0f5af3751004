import type { Config } from '../kernel/config/env.js';
import type { SourceDescription } from './fact-modules.js';

/** A source of a module as a row of its table: what operators see of it, and how the settings create it. */
export interface ConfiguredSource<Means, Created> {
  readonly name: string;
  readonly settings: readonly (keyof Config)[];
  /** Licence of its data, or terms of the service. */
  readonly licence: string;
  /** Attribution that the licence requires. */
  readonly credit?: string;
  /** How it is created under these settings; null: they do not configure it. */
  readonly configure: (config: Config) => ((means: Means) => Created) | null;
}

/** The sources of a table that the settings configure. @param means what their factories need besides the settings */
export function createConfigured<Means, Created>(
  table: readonly ConfiguredSource<Means, Created>[],
  config: Config,
  means: Means,
): Created[] {
  return table.flatMap(({ configure }) => configure(config)?.(means) ?? []);
}

/** The sources of a table, configured or not. They are queried live, or are code: none has a date. */
export function describeConfigured(
  module: SourceDescription['module'],
  table: readonly ConfiguredSource<never, unknown>[],
  config: Config,
): SourceDescription[] {
  return table.map(({ name, settings, licence, credit = null, configure }) => {
    return { name, module, configured: configure(config) !== null, settings, dataDate: null, licence, credit };
  });
}

/** URL of a setting without a trailing slash, so that a path can be appended. */
export const withoutTrailingSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
