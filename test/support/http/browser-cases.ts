/** The table of routes as requests of browsers: members, users and operators. A new route is covered at once. */
import { addressOf, type Audience, type Route } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';

const BROWSERS = ['member', 'user', 'operator'] as const satisfies readonly Audience[];

export interface BrowserCase {
  readonly audience: (typeof BROWSERS)[number];
  readonly route: Route;
  readonly method: string;
  /** With ids of nothing, but `:account`. */
  readonly path: string;
  /** Methods that its address takes. */
  readonly allow: readonly string[];
}

const ROUTES = everyRoute;
const CASES: readonly BrowserCase[] = BROWSERS.flatMap((audience) => {
  const served = ROUTES.filter(({ audiences }) => audiences.includes(audience));
  return served.map((route): BrowserCase => {
    const address = addressOf(route, audience);
    const methods = served.filter((each) => addressOf(each, audience) === address).map(({ method }) => method.toUpperCase());
    return {
      audience,
      route,
      method: route.method.toUpperCase(),
      path: address.replaceAll(/:(?!account\b)\w+/g, 'lkp_00000000000000000000000000'),
      allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods,
    };
  });
});

/** Named for a table of tests. */
export const BROWSER_CASES = CASES.map((each) => [`${each.audience}: ${each.route.operationId}`, each] as const);
