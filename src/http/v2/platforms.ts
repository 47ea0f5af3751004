import { z } from 'zod';
import { QUERY_TYPES } from '../../domain/identity.js';
import { HEALTH } from '../../domain/platform-health.js';
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
    }),
  ),
  medianLatencyMs: z.number().nullable(),
  omissionRate: z.number().nullable(),
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
        const platforms = (await listPlatformStatus(ctx)).map(({ platform, health, record }) => {
          const asked = record ? record.answered + record.omitted : 0;
          return {
            platform: platform.slug,
            name: platform.name,
            homepage: platform.homepage,
            tags: [...platform.tags],
            strength: platform.strength,
            instant: [...platform.instant],
            health: health.map(({ subject, lastControlAt, ...rest }) => ({
              queryType: subject, ...rest, lastControlAt: lastControlAt?.toISOString() ?? null,
            })),
            medianLatencyMs: record?.medianLatencyMs ?? null,
            omissionRate: record && asked > 0 ? record.omitted / asked : null,
          };
        });
        return { total: platforms.length, platforms };
      },
    }),
  ];
}
