/** The filter of the list of platforms, as it stands in the page's address. */
import { HEALTH, type Health } from '../../../engine/controls/health.js';
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';

export interface PlatformFilter {
  readonly status?: Health;
  readonly queryType?: QueryType;
  readonly tag?: string;
}

/** What is no filter is left out. */
export function platformFilterOf({ status, queryType, tag }: Readonly<Record<string, unknown>>): PlatformFilter {
  const [health, type] = [HEALTH.find((each) => each === status), QUERY_TYPES.find((each) => each === queryType)];
  return {
    ...(health ? { status: health } : {}),
    ...(type ? { queryType: type } : {}),
    ...(typeof tag === 'string' && /^[\w-]{1,64}$/.test(tag) ? { tag } : {}),
  };
}
