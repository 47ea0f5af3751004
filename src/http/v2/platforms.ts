import { z } from 'zod';
import { QUERY_TYPES } from '../../domain/identity.js';
import { HEALTH } from '../../domain/platform-health.js';
import { omissionRate } from '../../domain/platform-record.js';
import { listPlatformStatus, type PlatformsContext } from '../../services/list-platforms.js';
import { route, type Route } from '../route.js';

const moment = z.iso.datetime();
const queryType = z.enum(QUERY_TYPES);

export const platformStatus = z.object({
  platform: z.string(),
  name: z.string(),
  homepage: z.string(),
  tags: z.array(z.string()),
  strength: z.enum(['strong', 'standard']),
  instant: z.array(queryType),
  health: z.array(
    z.object({
      queryType,
      status: z.enum(HEALTH),
      reason: z.string().nullable(),
      lastControlAt: moment.nullable(),
      medianLatencyMs: z.number().nullable().describe('median time of an answer in recent lookups, in milliseconds'),
      omissionRate: z.number().nullable().describe('share of recent checks that the platform left without an answer, 0 to 1'),
    }),
  ),
});
export const platformStatusList = z.object({ total: z.int(), platforms: z.array(platformStatus) });

/** `GET /v2/platforms`: the health of every platform. */
export function platformStatusRoutes(ctx: PlatformsContext): Route[] {
  return [
    route({
      operationId: 'listPlatformStatus',
      method: 'get',
      path: '/v2/platforms',
      summary: 'List the platforms with their health',
      rateClass: 'requests',
      params: z.object({}),
      query: z.object({}),
      response: platformStatusList,
      errors: [],
      async handle() {
        const platforms = (await listPlatformStatus(ctx)).map(({ platform, instant, health }) => ({
          platform: platform.slug,
          name: platform.name,
          homepage: platform.homepage,
          tags: [...platform.tags],
          strength: platform.strength,
          instant: [...instant],
          health: health.map(({ subject, status, reason, lastControlAt, record }) => ({
            queryType: subject,
            status,
            reason,
            lastControlAt: lastControlAt?.toISOString() ?? null,
            medianLatencyMs: record?.medianLatencyMs ?? null,
            omissionRate: omissionRate(record),
          })),
        }));
        return { total: platforms.length, platforms };
      },
    }),
  ];
}
