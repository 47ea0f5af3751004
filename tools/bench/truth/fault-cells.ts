/** Which faults strike which of a day's sites, and how often. */
import { FAULTS, type FaultName } from '../../simulator/faults/index.js';
import type { FaultSetting } from '../../simulator/faults/occurrence.js';

/** Whole responses that a rule may take for the platform's own: with these an answer can be wrong. The others can only be omitted. */
export const FOOLING = [
  'soft_404',
  'soft_404_echo',
  'own_page_echo',
  'same_page',
  'same_page_echo',
  'not_found_for_all',
  'edge_404',
  'redirect_to_root',
  'rule_gone_stale',
  'known_account_deleted',
] as const satisfies readonly FaultName[];
/** What a rule with evidence of its own believes: a platform's own words about somebody, said of everybody. */
export const IN_OWN_WORDS: ReadonlySet<FaultName> = new Set(['same_page_echo', 'not_found_for_all']);

export const SHARES = [0.02, 0.1, 0.25, 0.5] as const;
/** What a bad node does. */
const NODE_FAULTS = ['not_found_for_all', 'own_page_echo', 'redirect_to_root'] as const satisfies readonly FaultName[];
/** Faults of preludes strike other kinds of rules. */
const OTHERS = FAULTS.map(({ name }) => name).filter(
  (name) => !name.startsWith('prelude_') && !FOOLING.some((fooling) => fooling === name),
);

/**
 * `share`: drawn for each request. `node`: one bad node of two. `kept`: a share that is not drawn for each request: behind a cache, on a
 * connection, for ten minutes; no repetition shows it, so it is measured and promised nothing. `always`: every request. `limit`: every one
 * after a number of requests, in the site's own words.
 */
export type CellGroup = 'share' | 'node' | 'kept' | 'always' | 'limit';

export interface Cell {
  readonly group: CellGroup;
  readonly setting: FaultSetting;
}

const shared = (faults: readonly FaultName[]): Cell[] =>
  faults.flatMap((fault) => SHARES.map((share): Cell => ({ group: 'share', setting: { fault, share } })));

/** Faults that may fool, in every way in which they occur. */
export const FOOLING_CELLS: readonly Cell[] = [
  ...shared(FOOLING),
  ...NODE_FAULTS.flatMap((fault) =>
    (['drawn', 'alternating'] as const).map((nodes): Cell => ({ group: 'node', setting: { fault, nodes } })),
  ),
  ...NODE_FAULTS.flatMap((fault) =>
    (['address', 'connection', 'spell'] as const).map((per): Cell => ({ group: 'kept', setting: { fault, share: 0.25, per } })),
  ),
];
export const OTHER_CELLS: readonly Cell[] = shared(OTHERS);
export const ALWAYS_CELLS: readonly Cell[] = [...FOOLING, ...OTHERS].map((fault) => ({ group: 'always', setting: { fault } }));
export const LIMIT_CELLS: readonly Cell[] = [5, 15, 40, 100, 200].map((after) => ({
  group: 'limit',
  setting: { fault: 'not_found_for_all', after },
}));
/** For rules with evidence of their own. */
export const TYPED_CELLS: readonly Cell[] = shared(FOOLING);

/** The share of requests that a cell's fault strikes. */
export const shareOf = ({ share = 1, nodes }: FaultSetting): number => (nodes === undefined ? share : 0.5);
