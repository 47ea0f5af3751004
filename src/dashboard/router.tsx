/** The pages by address. Addresses hold ids, never identities. Each page is loaded when it is opened, or pointed at. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { DASHBOARD_ADDRESS } from '../features/people/people.js';
import { isFailure } from './client/failure.js';
import { personQuery } from './client/queries.js';
import { MarkedOutlet } from './components/simulated.js';
import { Loading, NotFound, PageError } from './components/page.js';
import { auditFilterOf } from './pages/audit/audit-filter.js';
import { platformFilterOf } from './pages/platforms/platform-filter.js';
import { usageFilterOf } from './pages/usage/period.js';
import { deliveryFilterOf } from './pages/webhooks/delivery-filter.js';

interface RouterContext {
  readonly queries: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: MarkedOutlet, notFoundComponent: NotFound });
const fromParameter = (search: Record<string, unknown>): { from?: string } =>
  typeof search['from'] === 'string' && DASHBOARD_ADDRESS.test(search['from']) ? { from: search['from'] } : {};

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard/sign-in',
  validateSearch: fromParameter,
  component: lazyRouteComponent(() => import('./pages/sign-in.js'), 'SignIn'),
});
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard/invitation',
  component: lazyRouteComponent(() => import('./pages/invitation.js'), 'InvitationPage'),
});

/** Pages of somebody who is signed in; everybody else signs in first. */
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      return { person: await context.queries.ensureQueryData(personQuery) };
    } catch (error) {
      if (!isFailure(error, 'not_signed_in')) throw error;
      const from = location.pathname === '/dashboard' ? {} : { from: location.pathname + location.searchStr };
      throw redirect({ to: '/dashboard/sign-in', search: from });
    }
  },
  component: Outlet,
});
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  beforeLoad: ({ context }) => {
    const [first] = context.person.accounts;
    throw first ? redirect({ to: '/dashboard/$account', params: { account: first.accountId } }) : redirect({ to: '/dashboard/profile' });
  },
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/profile',
  component: lazyRouteComponent(() => import('./pages/profile/page.js'), 'Profile'),
});

const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/operator',
  component: lazyRouteComponent(() => import('./pages/operator/page.js'), 'Operator'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/$account',
  component: lazyRouteComponent(() => import('./components/account-shell.js'), 'AccountShell'),
});
/** A page of an account. @param options.validateSearch what stands in its address behind the question mark */
const accountPage = <const Path extends string, Name extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  options: { readonly validateSearch?: (search: Record<string, unknown>) => Search } = {},
) => createRoute({ getParentRoute: () => account, path, component: lazyRouteComponent(load, name), ...options });

const accountPages = account.addChildren([
  accountPage('/', () => import('./pages/new-lookup/page.js'), 'NewLookup'),
  accountPage('/batches', () => import('./pages/batches/page.js'), 'Batches'),
  accountPage('/batches/new', () => import('./pages/new-batch.js'), 'NewBatch'),
  accountPage('/batches/$batch', () => import('./pages/batch.js'), 'BatchPage'),
  accountPage('/lookups', () => import('./pages/history/page.js'), 'History'),
  accountPage('/lookups/$lookup', () => import('./pages/lookup/page.js'), 'LookupPage'),
  accountPage('/calibration', () => import('./pages/calibration.js'), 'Calibration'),
  accountPage('/platforms', () => import('./pages/platforms/page.js'), 'Platforms', { validateSearch: platformFilterOf }),
  accountPage('/platforms/$platform', () => import('./pages/platform.js'), 'PlatformPage'),
  accountPage('/webhooks', () => import('./pages/webhooks/page.js'), 'Webhooks'),
  accountPage('/webhooks/$endpoint', () => import('./pages/endpoint.js'), 'Endpoint', { validateSearch: deliveryFilterOf }),
  accountPage('/webhooks/$endpoint/$event', () => import('./pages/delivery.js'), 'Delivery'),
  accountPage('/keys', () => import('./pages/keys/page.js'), 'Keys'),
  accountPage('/emails', () => import('./pages/emails.js'), 'Emails'),
  accountPage('/usage', () => import('./pages/usage/page.js'), 'Usage', { validateSearch: usageFilterOf }),
  accountPage('/people', () => import('./pages/people/page.js'), 'People'),
  accountPage('/privacy', () => import('./pages/privacy/page.js'), 'Privacy'),
  accountPage('/audit', () => import('./pages/audit/page.js'), 'Audit', { validateSearch: auditFilterOf }),
]);
const routeTree = rootRoute.addChildren([signIn, invitation, signedIn.addChildren([home, profile, operator, accountPages])]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
