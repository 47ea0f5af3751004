/** The operations that only pages use, as routes of an OpenAPI document: the dashboard's client takes its types from it. */
import { z } from 'zod';
import type { Route } from '../route.js';
import { route } from '../route.js';
import type { PersonRoute } from './person-route.js';

export function describablePersonRoutes(routes: readonly PersonRoute[]): Route[] {
  return routes.flatMap(({ operationId, summary, method, path, body, response }) =>
    response
      ? route({
          operationId,
          summary,
          description: summary,
          method,
          path,
          rateClass: 'requests',
          params: z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [String(name), z.string()]))),
          query: z.object({}),
          ...(body ? { body } : {}),
          response,
          errors: [],
          handle: () => Promise.reject(new Error(`${operationId} is described here, not served`)),
        })
      : [],
  );
}
