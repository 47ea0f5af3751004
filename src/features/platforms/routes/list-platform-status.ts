import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { PROOFS } from '../../../engine/catalogue/rules/rule-proof.js';
import { HEALTH } from '../../../engine/controls/health.js';
import { slugCursor } from '../../../kernel/http/cursor.js';
import { cursorText, onlyTrue, tagText, text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { TaggedJson } from '../../../kernel/http/tagged-json.js';
import {
  countByQueryType,
  listPlatformStatus,
  pagePlatforms,
  type PlatformFilter,
  type PlatformOverview,
  type PlatformsContext,
} from '../use-cases/list-platforms.js';
import { platformStatus, queryType, showPlatform, strength } from './shared/platforms.js';

const proofCounts = z.record(z.enum(PROOFS), z.int());

const ruleCounts = z
  .object({
    platforms: z.int(),
    mayDeny: z.int().describe('Rules whose "not registered" can count.'),
    mayDenyWithControlAccount: z.int().describe('Rules whose "not registered" could count if the operator had an account on the platform.'),
    uncalibrated: z
      .int()
      .describe('Rules without a possible negative control (an identity that cannot exist). No answer of theirs counts.'),
    liveChecked: z.int().describe('Rules that were checked against the platform itself. The others were taken from a source, unchecked.'),
    proofs: z
      .object({ registered: proofCounts, absent: proofCounts })
      .describe('For each verdict, the number of rules with each kind of proof.'),
  })
  .meta({ id: 'RuleCounts' });

export const platformStatusList = z
  .object({
    total: z.int().describe('Platforms that match all filters.'),
    counts: z
      .object({ email: ruleCounts, phone: ruleCounts, username: ruleCounts })
      .describe('Numbers of rules by query type. A rule is how one platform is asked about one query type.'),
    platforms: z.array(platformStatus),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'PlatformStatusList' });

const statusQuery = z.object({
  tag: tagText.optional().describe('Only platforms with this tag.'),
  strength: strength.optional().describe('Only platforms of this strength, for `queryType` if you send one.'),
  queryType: queryType.optional().describe('Only platforms that can be probed for identities of this type.'),
  status: z.enum(HEALTH).optional().describe('Only platforms with this health, for `queryType` if you send one.'),
  instant: onlyTrue.describe('Only platforms that answer instant lookups, for `queryType` if you send one.'),
  limit: text(9, 'a whole number from 1 to 1000')
    .regex(/^(?:[1-9][0-9]{0,2}|1000)$/, 'a whole number from 1 to 1000')
    .transform(Number)
    .optional()
    .describe('How many platforms, 1 to 1000; the default is all of them.'),
  cursor: cursorText,
});

/** How old the list may be, in milliseconds: controls and pauses of four thousand platforms are not read for every caller. */
const MAX_AGE_MS = 2_000;

// The catalogue does not change while the process runs, so the whole list depends only on the platforms' state that was read.
const recent = new LRUCache<PlatformsContext, { platforms: readonly PlatformOverview[]; whole: TaggedJson }>({
  max: 1,
  ttl: MAX_AGE_MS,
  fetchMethod: async (ctx) => {
    const platforms = await listPlatformStatus(ctx);
    return { platforms, whole: pageOf(ctx, platforms, {}, {}) };
  },
});

/** `GET /v2/platforms`: the health of platforms. */
export const listPlatformStatusRoute = route({
  operationId: 'listPlatformStatus',
  scopes: [],
  isUnaudited: true,
  method: 'get',
  path: '/v2/platforms',
  summary: 'List the platforms with their health',
  description:
    'The platforms with their health, ordered by slug; the data is at most a few seconds old. Without `limit` the response is the ' +
    'whole list, about a megabyte; use filters, pages or the `ETag` to transfer less. Paging is stable: platforms are neither skipped ' +
    'nor repeated.',
  query: statusQuery,
  response: platformStatusList,
  tagged: true,
  isStorable: true,
  async handle(ctx: PlatformsContext, { query: { limit, cursor, instant, ...named } }) {
    const filter = { ...named, instant: instant && (true as const) };
    const page = { limit, after: slugCursor.decode(cursor) };
    const { platforms, whole } = await recent.forceFetch(ctx);
    const isWhole = [limit, cursor, ...Object.values(filter)].every((value) => value === undefined);
    return isWhole ? whole : pageOf(ctx, platforms, filter, page);
  },
});

function pageOf(
  { hasNegativeControl }: PlatformsContext,
  all: readonly PlatformOverview[],
  filter: PlatformFilter,
  { limit, after = null }: { limit?: number | undefined; after?: string | null },
): TaggedJson {
  const { matching, platforms, next } = pagePlatforms(all, { filter, limit, after });
  return TaggedJson.of({
    total: matching.length,
    counts: countByQueryType(matching, hasNegativeControl),
    platforms: platforms.map(showPlatform),
    nextCursor: next && slugCursor.encode(next),
  } satisfies z.input<typeof platformStatusList>);
}
