/** One seed's days of sites under faults. */
import { ALWAYS_CELLS, type Cell, FOOLING_CELLS, LIMIT_CELLS, OTHER_CELLS, TYPED_CELLS } from './fault-cells.js';
import { runDay, type SiteDay } from './site-day.js';

/** A day of a site under a fault, as it travels between processes. */
export interface FaultDay
  extends Pick<SiteDay, 'kind' | 'siteRedirects' | 'isWeak' | 'ofNobody' | 'ofPeople' | 'right' | 'wrong' | 'omitted'> {
  readonly cell: Cell;
  /** Whether the site's rule has evidence of its own on both sides. */
  readonly isTyped: boolean;
  /** Whether it was a whole day's lookups. */
  readonly isWhole: boolean;
}

/** Lookups of a seed: with ten seeds, two thousand of each cell. */
export const LOOKUPS_PER_SEED = 200;

interface Batch {
  readonly cells: readonly Cell[];
  /** Sites of each cell. */
  readonly each: number;
  readonly isTyped: boolean;
  readonly lookups: number;
}

const BATCHES: readonly Batch[] = [
  { cells: FOOLING_CELLS, each: 1, isTyped: false, lookups: LOOKUPS_PER_SEED },
  // Most sites contradict themselves early: what is counted until then needs many of them.
  { cells: FOOLING_CELLS, each: 4, isTyped: false, lookups: 24 },
  { cells: OTHER_CELLS, each: 1, isTyped: false, lookups: LOOKUPS_PER_SEED },
  { cells: ALWAYS_CELLS, each: 1, isTyped: false, lookups: LOOKUPS_PER_SEED },
  { cells: TYPED_CELLS, each: 1, isTyped: true, lookups: LOOKUPS_PER_SEED },
  { cells: LIMIT_CELLS, each: 2, isTyped: false, lookups: LOOKUPS_PER_SEED },
  { cells: LIMIT_CELLS, each: 5, isTyped: true, lookups: LOOKUPS_PER_SEED },
];

/** @param index of the seed: with each, a cell has sites of other kinds */
export async function faultDays(seed: string, index: number): Promise<FaultDay[]> {
  const all: FaultDay[] = [];
  for (const { cells, each, isTyped, lookups } of BATCHES) {
    const count = cells.length * each;
    const cellOf = (site: number): Cell => cells[Math.floor(((site + index) % count) / each)] as Cell;
    const days = await runDay({
      seed,
      sites: { count, ...(isTyped ? {} : { kinds: ['pages'], withoutUsual: true }) },
      settingOf: (site) => cellOf(site).setting,
      lookups,
    });
    all.push(...days.map((day, site): FaultDay => travelling(day, { cell: cellOf(site), isTyped, isWhole: lookups === LOOKUPS_PER_SEED })));
  }
  return all;
}

function travelling(day: SiteDay, of: Pick<FaultDay, 'cell' | 'isTyped' | 'isWhole'>): FaultDay {
  const { kind, siteRedirects, isWeak, ofNobody, ofPeople, right, wrong, omitted } = day;
  return { ...of, kind, siteRedirects, isWeak, ofNobody, ofPeople, right, wrong, omitted };
}
