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
import { isFailure } from './client/failure.js';
import { personQuery } from './client/queries.js';
import { Loading } from './components/list.js';
import { MarkedOutlet } from './components/simulated.js';
import { NotFound, PageError } from './components/page.js';
import { auditFilterOf } from './pages/audit/audit-filter.js';
import { platformFilterOf } from './pages/platforms/platform-filter.js';
import { usageFilterOf } from './pages/usage/period.js';
import { deliveryFilterOf } from './pages/webhooks/delivery-filter.js';

interface RouterContext {
  readonly queries: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: MarkedOutlet, notFoundComponent: NotFound });
const fromParameter = (search: Record<string, unknown>): { from?: string } =>
  typeof search['from'] === 'string' && /^\/dashboard(\/[\w-]+)*$/.test(search['from']) ? { from: search['from'] } : {};

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
      const from = location.pathname === '/dashboard' ? {} : { from: location.pathname };
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
const accountPage = <Path extends string, Name extends string>(path: Path, load: () => Promise<Record<Name, RouteComponent>>, name: Name) =>
  createRoute({ getParentRoute: () => account, path, component: lazyRouteComponent(load, name) });
const newLookup = accountPage('/', () => import('./pages/new-lookup/page.js'), 'NewLookup');
const batches = accountPage('/batches', () => import('./pages/batches/page.js'), 'Batches');
const newBatch = accountPage('/batches/new', () => import('./pages/new-batch.js'), 'NewBatch');
const batch = accountPage('/batches/$batch', () => import('./pages/batch.js'), 'BatchPage');
const history = accountPage('/lookups', () => import('./pages/history/page.js'), 'History');
const lookup = accountPage('/lookups/$lookup', () => import('./pages/lookup/page.js'), 'LookupPage');
const platforms = createRoute({
  getParentRoute: () => account,
  path: '/platforms',
  validateSearch: platformFilterOf,
  component: lazyRouteComponent(() => import('./pages/platforms/page.js'), 'Platforms'),
});
const platform = accountPage('/platforms/$platform', () => import('./pages/platform.js'), 'PlatformPage');
const webhooks = accountPage('/webhooks', () => import('./pages/webhooks/page.js'), 'Webhooks');
const endpoint = createRoute({
  getParentRoute: () => account,
  path: '/webhooks/$endpoint',
  validateSearch: deliveryFilterOf,
  component: lazyRouteComponent(() => import('./pages/endpoint.js'), 'Endpoint'),
});
const delivery = accountPage('/webhooks/$endpoint/$event', () => import('./pages/delivery.js'), 'Delivery');
const keys = accountPage('/keys', () => import('./pages/keys/page.js'), 'Keys');
const usage = createRoute({
  getParentRoute: () => account,
  path: '/usage',
  validateSearch: usageFilterOf,
  component: lazyRouteComponent(() => import('./pages/usage/page.js'), 'Usage'),
});
const emails = accountPage('/emails', () => import('./pages/emails.js'), 'Emails');

const people = accountPage('/people', () => import('./pages/people/page.js'), 'People');
const audit = createRoute({
  getParentRoute: () => account,
  path: '/audit',
  validateSearch: auditFilterOf,
  component: lazyRouteComponent(() => import('./pages/audit/page.js'), 'Audit'),
});

const privacy = accountPage('/privacy', () => import('./pages/privacy/page.js'), 'Privacy');

const pagesOfAccount = [
  newLookup,
  batches,
  newBatch,
  batch,
  history,
  lookup,
  platforms,
  platform,
  webhooks,
  endpoint,
  delivery,
  keys,
  emails,
  usage,
  people,
  privacy,
  audit,
];
const routeTree = rootRoute.addChildren([
  signIn,
  invitation,
  signedIn.addChildren([home, profile, operator, account.addChildren(pagesOfAccount)]),
]);

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
