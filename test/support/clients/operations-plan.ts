/** Every operation of the document, once, as the conformance runs of all clients call it. */
import { MODEL_VERSION } from '../../../src/facts/risk/signals.js';
import type { Route } from '../../../src/features/route.js';

export interface PlannedCall {
  readonly operationId: string;
  readonly method: string;
  /** In the document's notation. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** Last, since they take away what others read or use, in this order. */
const LAST = [
  'deleteLookupV2',
  'cancelBatch',
  'deleteSuppression',
  'revokeInvitation',
  'removeMember',
  'deleteWebhookEndpoint',
  'rollApiKey',
  'revokeApiKey',
  'createErasure',
];

const QUERIES: Readonly<Record<string, PlannedCall['query']>> = {
  createLookup: { instant: 'true' },
  streamLookup: { query: 'ada-example', deep: 'false', platforms: '' },
  streamLookupV2: { username: ['ada-example'], module: ['footprint'] },
  previewRetention: { days: '60' },
  createBatch: { dryRun: 'true' },
  listLookupsV2: { total: 'true', limit: '5' },
  getAccountUsage: { from: '2026-01-01', to: '2026-03-01' },
};

const ADA = { usernames: ['ada-example'] };

/** Bodies, given ids of what the account has. */
const BODIES: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => unknown>> = {
  checkEmail: () => ({ email: 'ada@example.com' }),
  checkPhone: () => ({ phone: '+12025550123' }),
  checkIp: () => ({ ip: '192.0.2.17' }),
  createLookup: () => ({ query: 'ada-example' }),
  createLookupBatch: () => ({ items: [{ query: 'ada-example' }] }),
  updateAccount: () => ({ name: 'Bank of Examples' }),
  createErasure: () => ({ identity: { username: 'nobody-at-all' }, dryRun: true }),
  createInvitation: () => ({ email: 'invited@example.com', role: 'member' }),
  createApiKey: () => ({ name: 'Made by a client', scopes: ['lookups:read'] }),
  rollApiKey: () => ({ overlapSeconds: 60 }),
  replacePurposes: () => ({ purposes: ['Fraud prevention'], required: false }),
  setRetention: () => ({ days: 60 }),
  createSuppression: () => ({ type: 'username', value: 'somebody-else', proof: 'mail of 2026-01-01' }),
  createBatch: () => ({ items: [{ identities: ADA, ref: 'customer-1' }] }),
  createLookupV2: () => ({ identities: ADA, mode: 'instant' }),
  disputeResult: ({ platform }) => ({ platform, identity: { type: 'username', value: 'ada-example' } }),
  setLookupOutcome: () => ({ outcome: 'legitimate' }),
  recordOutcomes: ({ lookup = '' }) => ({ outcomes: [{ lookupId: lookup, outcome: 'legitimate' }] }),
  chooseRiskModel: () => ({ modelVersion: MODEL_VERSION }),
  priceLookupV2: () => ({ identities: ADA }),
  exportLookups: () => ({ kind: 'lookup' }),
  searchLookups: () => ({ identities: ADA, limit: 5 }),
  createWebhookEndpoint: ({ hooks }) => ({ url: hooks, eventTypes: ['lookup.completed'] }),
  updateWebhookEndpoint: () => ({ description: 'Changed by a client' }),
  recoverWebhookEndpoint: () => ({ since: '2026-01-01T00:00:00.000Z' }),
  rotateWebhookSecret: () => ({ overlapSeconds: 60 }),
};

/** @param fill fills parameters of an address in, as `pathWith` does, in the router's notation */
export function operationsPlan(
  routes: readonly Pick<Route, 'operationId' | 'method' | 'path' | 'body'>[],
  ids: Readonly<Record<string, string>>,
  fill: (path: string, ids: Readonly<Record<string, string>>) => string,
): PlannedCall[] {
  const rank = ({ operationId }: { readonly operationId: string }) => LAST.indexOf(operationId);
  return routes
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ operationId, method, path, body }) => {
      const made = BODIES[operationId]?.(ids);
      if (body && made === undefined) throw new Error(`${operationId}: say what its body is`);
      const filled = fill(path, ids).split('/');
      const params = path.split('/').flatMap((step, index) => (step.startsWith(':') ? [[step.slice(1), filled[index] ?? '']] : []));
      return {
        operationId,
        method: method.toUpperCase(),
        path: path.replace(/:(\w+)/g, '{$1}'),
        params: Object.fromEntries(params) as Record<string, string>,
        query: QUERIES[operationId] ?? {},
        ...(made === undefined ? {} : { body: made }),
      };
    });
}
