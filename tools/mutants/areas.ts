import { basename } from 'node:path';

/** What of the product is changed, and which tests have to notice. */
export interface Area {
  readonly changed: RegExp;
  /** Tests that need neither Postgres nor Temporal, and take seconds. */
  readonly tests: RegExp;
}

/** Where a mistake costs most. Stores and routes of accounts are not changed: their tests need Postgres, or a whole service. */
export const AREAS: Readonly<Record<string, Area>> = {
  billing: { changed: /^src\/features\/accounts\/(use-cases\/)?[^/]+\.ts$/, tests: /^test\/unit\/features\/accounts\// },
  calibration: {
    changed: /^src\/engine\/controls\//,
    // Those that are left out take half a minute of one core each.
    tests: /^test\/(unit\/engine\/controls|activities\/controls\/(?!site-pages\.|intermittent\.|silent-limit\.))/,
  },
  evaluation: { changed: /^src\/engine\/evaluation\//, tests: /^test\/unit\/engine\/evaluation\/(?!.*-catalogue\.)/ },
  flow: { changed: /^src\/(engine\/flow\/|kernel\/values\/fair-shares\.ts)/, tests: /^test\/unit\/(engine\/flow|kernel\/values)\// },
  risk: { changed: /^src\/facts\/risk\//, tests: /^test\/unit\/facts\/risk\// },
};

/** Not changed: what block pages of public products look like is observed, and each is met in a test as its product shows it. */
export const OBSERVED = 'src/engine/evaluation/block-page-markers.ts';

/** Least share of an area's changes that its tests notice. */
export const LEAST_NOTICED = 0.9;

/** One change of the product. Lines and columns begin at 0. */
export interface Mutant {
  readonly id: string;
  /** Relative to the project's root. */
  readonly fileName: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
  readonly replacement: string;
}

/** A change by its file and the changed line, so that it keeps its name when it moves to another line or folder. */
export function inWords({ fileName, location: { start, end }, replacement }: Mutant, source: string): string {
  const lines = source.split('\n');
  const before = lines[start.line]?.slice(0, start.column) ?? '';
  const after = lines[end.line]?.slice(end.column) ?? '';
  return `${basename(fileName)}: ${`${before}${replacement}${after}`.replaceAll(/\s+/g, ' ').trim()}`;
}
