import { z } from 'zod';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { route } from '../../route.js';
import { type BandsContext, listPlatforms } from '../use-cases/list-platforms.js';

const platformSummary = z
  .object({
    platform: z.string().describe('Platform slug, accepted in the `platforms` parameter.'),
    supports: z
      .array(z.enum(QUERY_TYPES))
      .describe('Query types for which the platform can be probed; empty while its controls fail for all of them.'),
    instant: z.array(z.enum(QUERY_TYPES)).describe('Query types for which the platform answers instant lookups.'),
  })
  .meta({ id: 'PlatformSummary' });
const platformList = z.object({ total: z.int(), platforms: z.array(platformSummary) }).meta({ id: 'PlatformList' });

export const listPlatformsRoute = route({
  operationId: 'listPlatforms',
  scopes: [],
  isUnaudited: true,
  method: 'get',
  path: '/v1/platforms',
  summary: 'List the platforms that can be probed',
  description:
    'Lists every slug that `platforms` accepts, with the query types for which the platform can be probed. `instant` names the types ' +
    'for which it answers instant lookups.',
  responseExamples: {
    platforms: {
      value: { total: 1, platforms: [{ platform: 'example-forum', supports: ['email', 'username'], instant: ['username'] }] },
    },
  },
  response: platformList,
  async handle(ctx: BandsContext) {
    const platforms = (await listPlatforms(ctx)).map((platform) => ({
      platform: platform.platform,
      supports: [...platform.supports],
      instant: [...platform.instant],
    }));
    return { total: platforms.length, platforms };
  },
});
