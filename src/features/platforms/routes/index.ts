/** Operations of platforms: a file each, named by its `operationId`. */
import { getPlatformRoute } from './get-platform.js';
import { listPlatformStatusRoute } from './list-platform-status.js';
import { listPlatformsRoute } from './list-platforms.js';

export const platformRoutes = [listPlatformsRoute, listPlatformStatusRoute, getPlatformRoute];
