import { basename } from 'node:path';
import type { Stryker } from '@stryker-mutator/core';

/** What of the product is changed, and which tests have to notice. */
export interface Area {
  readonly changed: string;
  /** Folders of tests that need neither Postgres nor Temporal. */
  readonly tests: readonly string[];
}

/** Where a mistake costs most. Stores and routes of accounts are not changed: their tests need Postgres, or a whole service. */
export const AREAS: Readonly<Record<string, Area>> = {
  billing: { changed: 'src/features/accounts/{*,use-cases/*}.ts', tests: ['test/unit/features/accounts'] },
  calibration: { changed: 'src/engine/controls/**/*.ts', tests: ['test/unit/engine/controls', 'test/activities/controls'] },
  evaluation: { changed: 'src/engine/evaluation/**/*.ts', tests: ['test/unit/engine/evaluation'] },
  flow: { changed: 'src/{engine/flow/**/*,kernel/values/fair-shares}.ts', tests: ['test/unit/engine/flow', 'test/unit/kernel/values'] },
  risk: { changed: 'src/facts/risk/**/*.ts', tests: ['test/unit/facts/risk'] },
};

/** Not changed: what block pages of public products look like is observed, and each is met in a test as its product shows it. */
export const OBSERVED = 'src/engine/evaluation/block-page-markers.ts';

/** Least share of an area's changes that its tests notice. */
export const LEAST_NOTICED = 0.9;

/** One change of the product, with what became of the tests. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

export const isNoticed = ({ status }: Pick<Mutant, 'status'>): boolean => status !== 'Survived' && status !== 'NoCoverage';

/** How many changes were tried, those that no test noticed, and the share of the others. */
export function tally(mutants: readonly Mutant[]): { tried: number; survivors: readonly Mutant[]; share: number } {
  const tried = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const survivors = tried.filter((mutant) => !isNoticed(mutant));
  return { tried: tried.length, survivors, share: tried.length === 0 ? 1 : 1 - survivors.length / tried.length };
}

/** A change by its file and the changed line, so that it keeps its name when it moves to another line or folder. */
export function inWords({ fileName, location: { start, end }, replacement = '' }: Mutant, source: string): string {
  const lines = source.split('\n');
  const before = lines[start.line - 1]?.slice(0, start.column - 1) ?? '';
  const after = lines[end.line - 1]?.slice(end.column - 1) ?? '';
  return `${basename(fileName)}: ${`${before}${replacement}${after}`.replaceAll(/\s+/g, ' ').trim()}`;
}
