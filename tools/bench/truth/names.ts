/** Whom the measurements ask about: names of all forms, of people and of nobody, drawn from a seed. */
import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { Person } from '../../simulator/account-registry.js';
import { randomStream } from '../../simulator/deterministic.js';
import { NAME_FORMS, pick } from '../../simulator/sites/word-lists.js';

/** Seeds of a run: drawn anew, or of `BENCH_SEED` to repeat one. @returns what was drawn, to be printed, and the seeds */
export function drawSeeds(count: number): { readonly from: string; readonly seeds: readonly string[] } {
  const from = process.env['BENCH_SEED'] ?? randomBytes(4).toString('hex');
  return { from, seeds: Array.from({ length: count }, (_, n) => `${from}-${n}`) };
}

/** Forms in about the shares in which people choose them. */
const FORMS = [
  ...Array.from({ length: 8 }, () => 'letters'),
  ...Array.from({ length: 6 }, () => 'digits'),
  ...['underscore', 'underscore', 'hyphen', 'dot', 'capital', 'long', 'short', 'leadingDigit', 'number'],
];

/** Names of all forms, each once. */
export function drawNames(seed: string, count: number, forms: readonly string[] = FORMS): string[] {
  const random = randomStream(`${seed}|names`);
  const names = new Map<string, string>();
  while (names.size < count) {
    const name = (NAME_FORMS[pick(random, forms)] as (typeof NAME_FORMS)[string])(random);
    names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** People, each with one name, on a share of the sites. */
export const peopleOf = (names: readonly string[], share: number): Person[] =>
  names.map((name) => ({ identities: { username: [name] }, share }));

/** Whether the platform may be asked about the name at all. */
export function mayHold(platform: Platform, name: string): boolean {
  const pattern = platform.probes.username?.pattern;
  return pattern === undefined || new RegExp(pattern, 'u').test(name);
}
