/** A lookup's rows as streams read them: in pages, in the order of the feed. */
import { compareText } from '../../kernel/values/compare-text.js';
import type { LookupRequest, RecordedOutcome } from './lookup.js';
import type { ModuleFact } from './module-facts.js';
import type { LookupSnapshot } from './lookup-snapshot.js';

/** Cursor in a lookup's feed: the sequence number, then the group among those that share it. Modules come after platforms. */
export interface ChangeCursor {
  readonly seq: number;
  /** Slug of a platform, or `~module`; '' comes before all of them. */
  readonly group: string;
}

/** The group of a module's facts: no slug has a tilde, so it sorts after all slugs. */
export function moduleGroup({ module }: Pick<ModuleFact, 'module'>): string {
  return `~${module}`;
}

/**
 * A page of what is known of a lookup, read in one snapshot. Outcomes are without their evidence, which no stream shows. Only an
 * instant lookup, which is small, has its plan and its derived outcomes and linked accounts (all so far) on each page.
 */
export interface ChangePage extends LookupSnapshot {
  /** Platforms in the plan; null before the lookup is planned. */
  readonly planned: number | null;
  /** Outcomes before the page, of the platforms on it: needed to see what the page changes. */
  readonly earlier: readonly RecordedOutcome[];
  /** The last group on the page. What shares a number and a platform is on one page. */
  readonly end: ChangeCursor;
  /** Whether there was more to read when the page was read. */
  readonly hasMore: boolean;
}

/** The contents of a page, without the state of its lookup. */
export type StoredPage = Pick<ChangePage, 'outcomes' | 'earlier' | 'modules' | 'end' | 'hasMore'>;

export interface PageRequest {
  readonly from: ChangeCursor;
  /** Whether the group at `from` is on the page as well. */
  readonly inclusive: boolean;
  /** Maximum number of outcomes on a page; a group that the limit would cut is on it as a whole. Must exceed the largest group. */
  readonly limit: number;
}

/** The request of a lookup, without its plan, which has thousands of targets in a deep sweep. */
export interface LookupHead {
  readonly request: LookupRequest;
  /** Platforms in the plan; null before the lookup is planned. */
  readonly planned: number | null;
}

/**
 * A page of all that is stored of a finished lookup: equal to the page that a database gives of its rows.
 *
 * @param stored all outcomes, by number and then by slug (its bytes), and all facts of modules in the order of the feed
 */
export function pageOf(stored: Pick<LookupSnapshot, 'outcomes' | 'modules'>, { from, inclusive, limit }: PageRequest): StoredPage {
  const isOnPage = (cursor: ChangeCursor): boolean => (inclusive ? compareCursors(cursor, from) >= 0 : compareCursors(cursor, from) > 0);
  const first = stored.outcomes.findIndex((outcome) => isOnPage(cursorOf(outcome)));
  const start = first === -1 ? stored.outcomes.length : first;
  let end = Math.min(start + limit, stored.outcomes.length);
  const last = stored.outcomes[end - 1];
  const hasMore = end - start >= limit && last !== undefined;
  // What shares a number and a platform is on one page.
  while (hasMore && end < stored.outcomes.length && compareCursors(cursorOf(stored.outcomes[end] ?? last), cursorOf(last)) === 0) end += 1;
  const outcomes = stored.outcomes.slice(start, end);
  const platforms = new Set(outcomes.map(({ platform }) => platform));
  const earlier = stored.outcomes.slice(0, start).filter(({ platform }) => platforms.has(platform));
  const modules = stored.modules.filter((fact) => {
    const cursor = { seq: fact.seq, group: moduleGroup(fact) };
    return isOnPage(cursor) && !(hasMore && compareCursors(cursor, cursorOf(last)) > 0);
  });
  return { outcomes, earlier, modules, hasMore, end: endOf({ outcomes, modules }) ?? from };
}

/** The greater of the last outcome's group and the last module's; null for an empty page. */
export function endOf({ outcomes, modules }: Pick<ChangePage, 'outcomes' | 'modules'>): ChangeCursor | null {
  const outcome = outcomes.at(-1);
  const fact = modules.at(-1);
  if (!fact || (outcome && outcome.seq > fact.seq)) return outcome ? cursorOf(outcome) : null;
  return { seq: fact.seq, group: moduleGroup(fact) };
}

/** Groups are compared byte by byte, as slugs are ASCII. */
export function compareCursors(a: ChangeCursor, b: ChangeCursor): number {
  return a.seq - b.seq || compareText(a.group, b.group);
}

/** Cursor of an outcome in the feed. */
export function cursorOf({ seq, platform }: Pick<RecordedOutcome, 'seq' | 'platform'>): ChangeCursor {
  return { seq, group: platform };
}
