/** The operations that only pages use, as routes of an OpenAPI document: the dashboard's client takes its types from it. */
import { z } from 'zod';
import type { Route } from '../route.js';
import { route } from '../route.js';
import type { PersonRoute } from './person-route.js';

export function describablePersonRoutes(routes: readonly PersonRoute[]): Route[] {
  return routes.flatMap((each) => {
    const { method, path, query, body, response } = each;
    const operationId = each.access === 'operator' ? each.action : each.operationId;
    if (!response) return [];
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
    return route({
      operationId,
      summary: operationId,
      description: operationId,
      method,
      path,
      rateClass: 'requests',
      params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      query: query ?? z.object({}),
      ...(body ? { body } : {}),
      response,
      errors: [],
      handle: () => Promise.reject(new Error(`${operationId} is described here, not served`)),
    });
  });
}
