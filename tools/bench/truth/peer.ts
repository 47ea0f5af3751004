import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { Answers } from './tally.js';

/** Seconds that every tool may wait for one site: the service's own probe deadline. */
export const TIMEOUT_SECONDS = 10;

/** Another tool that looks names up: how it is given the same sites, how it is run, and where it writes its results. */
export interface Peer {
  readonly name: string;
  /** Name and version on PyPI. */
  readonly package: string;
  /** Program of its package. */
  readonly program: string;
  /** The sites in the tool's own format, each with a rule as its own data would have it. */
  siteFile(platforms: readonly Platform[]): unknown;
  arguments(run: PeerRun): readonly string[];
  /** Whether it checks for a newer version first, ignoring its own proxy option: that request then uses the environment's proxy. */
  readonly looksForUpdates: boolean;
  /** Where its answers are, and how they are read: slug to found or not found. */
  answers(run: PeerRun): Promise<Answers>;
}

export interface PeerRun {
  readonly handle: string;
  readonly siteFile: string;
  /** An empty folder for what it writes; it runs there. */
  readonly folder: string;
  readonly proxyUrl: string;
}

/** An invented site's rule, from a table by kind. @throws Error when the tool has no rule of this kind */
export function ruleFor<T>(rules: Readonly<Record<string, (host: string) => T>>, platform: Platform): T {
  const [, kind = 'unknown'] = platform.tags;
  const rule = rules[kind];
  if (rule === undefined) throw new Error(`no rule for sites of the kind ${kind}`);
  return rule(new URL(platform.homepage).host);
}

/** Columns of a CSV report, by header name. Enough for reports whose first columns hold no commas. */
export function readColumns(csv: string, nameColumn: string, stateColumn: string): [name: string, state: string][] {
  const [head = '', ...lines] = csv.split(/\r?\n/);
  const columns = head.split(',');
  const [name, state] = [columns.indexOf(nameColumn), columns.indexOf(stateColumn)];
  if (name < 0 || state < 0) throw new Error(`the report has no columns ${nameColumn} and ${stateColumn}`);
  return lines.filter((line) => line !== '').map((line) => [line.split(',')[name] ?? '', line.split(',')[state] ?? '']);
}

/** Answers of a report; whatever is neither found nor not found is no answer. */
export function answersOf(rows: readonly (readonly [name: string, state: string])[], words: { found: string; notFound: string }): Answers {
  const answers = rows.filter(([, state]) => state === words.found || state === words.notFound);
  return new Map(answers.map(([name, state]) => [name, state === words.found]));
}
