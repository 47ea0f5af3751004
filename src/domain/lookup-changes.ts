/** A lookup's rows as streams read them: in pages, in the order of the feed. Implemented in `repositories`. */
import type { LookupRequest, RecordedOutcome } from './lookup.js';
import type { LookupNews, ModuleFact } from './lookup-ports.js';

/** A position in a lookup's feed: the number, then what shares it. Modules come after platforms. */
export interface ChangeCursor {
  readonly seq: number;
  /** Slug of a platform, or `~module`; '' comes before all of them. */
  readonly group: string;
}

/** The group of a module's facts: no slug has a tilde, and none is greater. */
export function moduleGroup({ module }: Pick<ModuleFact, 'module'>): string {
  return `~${module}`;
}

/** A part of what is known of a lookup, read in one snapshot. Outcomes are without their evidence, which no stream shows. */
export interface ChangePage extends LookupNews {
  /** Outcomes before the page, of the platforms on it: with them it can be said what the page changes. */
  readonly earlier: readonly RecordedOutcome[];
  /** The last group on the page. What shares a number and a platform is on one page. */
  readonly end: ChangeCursor;
  /** Whether there was more to read when the page was read. */
  readonly hasMore: boolean;
}

export interface PageRequest {
  readonly from: ChangeCursor;
  /** Whether the group at `from` is on the page as well. */
  readonly inclusive: boolean;
  /** Outcomes on a page; a group that the limit would cut is on it as a whole. Must exceed the largest group. */
  readonly limit: number;
}

/** What was asked for in a lookup, without its plan, which has thousands of targets in a deep sweep. */
export interface LookupHead {
  readonly request: LookupRequest;
  /** Platforms in the plan; null before the lookup is planned. */
  readonly planned: number | null;
}

export interface LookupChanges {
  /** Null as well for a lookup of another account. */
  head(accountId: string, lookupId: string): Promise<LookupHead | null>;
  /** Null when there is no such lookup. */
  page(lookupId: string, request: PageRequest): Promise<ChangePage | null>;
  /** How many platforms have an outcome before that position. */
  platformsBefore(lookupId: string, position: ChangeCursor): Promise<number>;
}
