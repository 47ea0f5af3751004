import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { omissionRate } from '../../../engine/catalogue/rules/platform-status.js';
import { isStrong, STRENGTHS } from '../../../engine/catalogue/rules/platform.js';
import { DENIALS } from '../../../engine/catalogue/rules/rule-counts.js';
import { PROOFS } from '../../../engine/catalogue/rules/rule-proof.js';
import { HEALTH } from '../../../engine/controls/health.js';
import { CALIBRATIONS } from '../../../engine/evaluation/verdict.js';
import { slugCursor } from '../../../kernel/http/cursor.js';
import { cursorText, onlyTrue, tagText, text } from '../../../kernel/http/request-fields.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { TaggedJson } from '../../../kernel/http/tagged-json.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { platformList } from '../../lookups/routes/v1/schemas.js';
import {
  type BandsContext,
  countByQueryType,
  listPlatforms,
  listPlatformStatus,
  pagePlatforms,
  type PlatformFilter,
  type PlatformOverview,
  type PlatformsContext,
} from '../use-cases/list-platforms.js';

const timestamp = z.iso.datetime();
const queryType = z.enum(QUERY_TYPES);
const strength = z.enum(STRENGTHS);
const proof = z
  .enum(PROOFS)
  .nullable()
  .describe(
    'live_checked: its control passed on the platform itself; recorded, source, tested, documented: a public answer of the platform, its ' +
      'source code, a public test that asks it, or a document has its shape; sources_agree, one_source: read from that many tools or documents; suspect: another source contradicts it; ' +
      'null: the rule has no such side',
  );
const proofCounts = z.record(z.enum(PROOFS), z.int());
const ruleCounts = z
  .object({
    platforms: z.int(),
    mayDeny: z.int().describe('rules whose "not registered" can count'),
    mayDenyWithControlAccount: z.int().describe('rules whose "not registered" could count with an account of the operator at the platform'),
    uncalibrated: z.int().describe('rules without a possible negative control: none of their answers count'),
    liveChecked: z
      .int()
      .describe('rules that were checked against the platform itself; the others are shipped as they were found in their source'),
    proofs: z
      .object({ registered: proofCounts, absent: proofCounts })
      .describe('rules by the side that answers "registered" or "not registered", and by how it is known to be right'),
  })
  .meta({ id: 'RuleCounts' });

const platformFields = z.object({
  platform: z.string(),
  name: z.string(),
  homepage: z.string(),
  sameAccountAs: z.string().nullable().describe('the platform that is probed instead, because both names stand for one account'),
  tags: z.array(z.string()),
  strength: strength.describe('strong: for one of its query types at least'),
  instant: z.array(queryType),
  health: z
    .array(
      z
        .object({
          queryType,
          strength,
          mayDeny: z.enum(DENIALS).describe('whether "not registered" can count in principle; at present it depends on `status`'),
          calibratedBy: z
            .enum([...CALIBRATIONS, 'none'])
            .describe(
              'what shows at present that the platform does not deny every account: accounts that its rule names, accounts of the ' +
                'operator, or what lookups by at least three accounts found within 15 minutes; none: "not registered" does not count',
            ),
          calibratable: z.boolean().describe('false: there is no possible negative control for the rule, so none of its answers count'),
          liveChecked: z.iso.date().nullable().describe('day of the last check against the platform itself'),
          proof: z
            .object({ registered: proof, absent: proof })
            .meta({ id: 'RuleProofs' })
            .describe('how each side was verified to interpret the platform correctly'),
          sources: z.int().describe('how many public sources interpret the same request in the same way'),
          status: z.enum(HEALTH),
          reason: z.string().nullable(),
          lastControlAt: timestamp.nullable(),
          medianLatencyMs: z.number().nullable().describe('median time of an answer in recent lookups, in milliseconds'),
          omissionRate: z.number().nullable().describe('share of recent checks that the platform did not answer, 0 to 1'),
        })
        .meta({ id: 'RuleStatus' }),
    )
    .describe(
      'one entry for each kind of identity that the platform is probed for; empty: it is never probed (it is retired, on hold, ' +
        'probed under another name, or inferred only from breaches or addresses)',
    ),
  keys: z
    .array(
      z
        .object({
          queryType,
          names: z.array(z.string()).describe('names in the setting PLATFORM_KEYS'),
          required: z.boolean().describe('true: without them the platform is not probed for this kind of identity'),
          configured: z.boolean(),
        })
        .meta({ id: 'PlatformKey' }),
    )
    .describe('keys for official APIs that the service can use for the platform'),
});
export const platformStatus = platformFields.meta({ id: 'PlatformOverview' });
export const platformStatusList = z
  .object({
    total: z.int().describe('platforms that meet all filters'),
    counts: z.object({ email: ruleCounts, phone: ruleCounts, username: ruleCounts }).describe('rules of these platforms, by query type'),
    platforms: z.array(platformStatus),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'PlatformStatusList' });

const statusQuery = z.object({
  tag: tagText.optional().describe('Only platforms with this tag.'),
  strength: strength.optional().describe('Only platforms of this strength, for `queryType` if that is given.'),
  queryType: queryType.optional().describe('Only platforms that can be probed for identities of this type.'),
  status: z.enum(HEALTH).optional().describe('Only platforms with this health, for `queryType` if that is given.'),
  instant: onlyTrue.describe('Only platforms that answer instant lookups, for `queryType` if that is given.'),
  limit: text(9, 'a whole number from 1 to 1000')
    .regex(/^(?:[1-9][0-9]{0,2}|1000)$/, 'a whole number from 1 to 1000')
    .transform(Number)
    .optional()
    .describe('How many platforms, 1 to 1000; absent: all of them.'),
  cursor: cursorText,
});

/** How old the list may be, in milliseconds: controls and pauses of four thousand platforms are not read for every caller. */
const MAX_AGE_MS = 2_000;

/** `GET /v2/platforms`: the health of platforms. */
export function platformStatusRoutes(ctx: PlatformsContext): Route[] {
  // The catalogue does not change while the process runs, so the whole list depends only on the platforms' state that was read.
  const recent = new LRUCache<'all', { platforms: readonly PlatformOverview[]; whole: TaggedJson }>({
    max: 1,
    ttl: MAX_AGE_MS,
    fetchMethod: async () => {
      const platforms = await listPlatformStatus(ctx);
      return { platforms, whole: pageOf(ctx, platforms, {}, {}) };
    },
  });
  return [
    route({
      operationId: 'listPlatformStatus',
      scopes: [],
      isUnaudited: true,
      method: 'get',
      path: '/v2/platforms',
      summary: 'List the platforms with their health',
      description:
        'The platforms with their health, in the order of their slugs; the data is at most a few seconds old. Without `limit` the ' +
        'response is the whole list, about a megabyte; use filters, pages or the `ETag` to reduce it. Paging is stable: platforms ' +
        'are neither skipped nor repeated.',
      query: statusQuery,
      response: platformStatusList,
      tagged: true,
      isStorable: true,
      async handle({ query: { limit, cursor, instant, ...named } }) {
        const filter = { ...named, instant: instant && (true as const) };
        const page = { limit, after: slugCursor.decode(cursor) };
        const { platforms, whole } = await recent.forceFetch('all');
        const isWhole = [limit, cursor, ...Object.values(filter)].every((value) => value === undefined);
        return isWhole ? whole : pageOf(ctx, platforms, filter, page);
      },
    }),
  ];
}

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

export function showPlatform({ platform, instant, health }: PlatformOverview): z.input<typeof platformStatus> {
  return {
    platform: platform.slug,
    name: platform.name,
    homepage: platform.homepage,
    sameAccountAs: platform.sameAccountAs ?? null,
    tags: [...platform.tags],
    strength: isStrong(platform) ? 'strong' : 'standard',
    instant: [...instant],
    health: health.map(({ subject, status, reason, lastControlAt, stats, ...rule }) => ({
      queryType: subject,
      strength: rule.strength,
      mayDeny: rule.mayDeny,
      calibratedBy: rule.calibratedBy,
      calibratable: rule.calibratable,
      liveChecked: rule.liveChecked,
      proof: rule.proof,
      sources: rule.sources,
      status,
      reason,
      lastControlAt: lastControlAt?.toISOString() ?? null,
      medianLatencyMs: stats?.medianLatencyMs ?? null,
      omissionRate: omissionRate(stats),
    })),
    keys: (platform.keys ?? []).map(({ keys, ...use }) => ({ ...use, names: [...keys] })),
  };
}

export function platformRoutes(ctx: BandsContext): Route[] {
  return [
    route({
      operationId: 'listPlatforms',
      scopes: [],
      isUnaudited: true,
      method: 'get',
      path: '/v1/platforms',
      summary: 'List the platforms that can be probed',
      description:
        'Every slug that `platforms` accepts, the query types for which the platform can be probed, and those for which it answers ' +
        'instant lookups.',
      responseExamples: {
        platforms: {
          value: { total: 1, platforms: [{ platform: 'example-forum', supports: ['email', 'username'], instant: ['username'] }] },
        },
      },
      response: platformList,
      async handle() {
        const platforms = (await listPlatforms(ctx)).map((platform) => ({
          platform: platform.platform,
          supports: [...platform.supports],
          instant: [...platform.instant],
        }));
        return { total: platforms.length, platforms };
      },
    }),
  ];
}
