import type { QueryType } from '../../domain/identity/identity.js';
import type { Health } from '../../domain/catalogue/platform-status.js';
import type { Platform } from '../../domain/catalogue/platform.js';
import type { PlatformOverview } from './list-platforms.js';

/** Which platforms a caller wants to see: those that meet every given condition. */
export interface PlatformFilter {
  readonly tag?: string | undefined;
  readonly strength?: Platform['strength'] | undefined;
  /** Those that can be probed with identities of this type. */
  readonly queryType?: QueryType | undefined;
  /** Those with this health, for `queryType` if that is given. */
  readonly status?: Health | undefined;
  /** Those that answer on the instant path, for `queryType` if that is given. */
  readonly instant?: true | undefined;
}

/**
 * One page of a list of platforms that is ordered by slug.
 *
 * @param input.limit platforms on the page; undefined: all that are left
 * @param input.after slug after which the page begins; null: the first page
 * @returns how many platforms meet the filter in all, the page, and the slug after which the next one begins; null on the last
 */
export function pagePlatforms(
  platforms: readonly PlatformOverview[],
  input: { filter: PlatformFilter; limit: number | undefined; after: string | null },
): { total: number; platforms: readonly PlatformOverview[]; next: string | null } {
  const { filter, limit, after } = input;
  const matching = platforms.filter((each) => matches(each, filter));
  const left = after === null ? matching : matching.filter(({ platform }) => platform.slug > after);
  const page = left.slice(0, limit);
  return { total: matching.length, platforms: page, next: left.length > page.length ? (page.at(-1)?.platform.slug ?? null) : null };
}

function matches({ platform, instant, health }: PlatformOverview, filter: PlatformFilter): boolean {
  const { tag, strength, queryType, status } = filter;
  const isWanted = (type: QueryType): boolean => queryType === undefined || queryType === type;
  if (tag !== undefined && !platform.tags.includes(tag)) return false;
  if (strength !== undefined && platform.strength !== strength) return false;
  if (filter.instant && !instant.some(isWanted)) return false;
  if (queryType === undefined && status === undefined) return true;
  return health.some((each) => isWanted(each.subject) && (status === undefined || each.status === status));
}
