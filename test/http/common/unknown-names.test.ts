import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../src/kernel/http/route.js';
import { apiRoutes, type ApiContext } from '../../../src/main/http/routes.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { OPERATION_IDS, operationNamed } from '../../support/http/operations.js';
import type { Service } from '../../support/service.js';

/** A body that the operation accepts but for what is added to it. */
const BODIES: Readonly<Record<string, object>> = {
  createLookupV2: { identities: { usernames: ['ada-example'] } },
  priceLookupV2: { identities: { usernames: ['ada-example'] } },
  createBatch: { items: [{ identities: { usernames: ['ada-example'] } }] },
  searchLookups: { kind: 'lookup' },
  exportLookups: { kind: 'lookup' },
  disputeResult: { platform: 'site-0001' },
  createApiKey: { name: 'batch' },
  createInvitation: { email: 'ada@example.com' },
  rollApiKey: {},
  createErasure: { identity: { username: 'ada-example' } },
  replacePurposes: { purposes: ['fraud'], required: false },
  setRetention: { days: 90 },
  createSuppression: { type: 'username', value: 'ada-example', proof: 'a letter' },
  createWebhookEndpoint: { url: 'https://example.com/events' },
  updateWebhookEndpoint: {},
  updateAccount: { name: 'Bank of Examples' },
  rotateWebhookSecret: {},
  recoverWebhookEndpoint: { since: '2030-01-01T00:00:00Z' },
};
const ROUTES = apiRoutes({} as ApiContext).filter(({ path }) => path.startsWith('/v2/'));
const named = (routes: readonly Route[]) => routes.map((route) => [route.operationId, route] as const);
const pathOf = ({ path }: Route): string => path.replace(':id', 'lkp_x').replace(':eventId', 'evt_x').replace(':slug', 'site-0001');

describe('what a request names and the service does not know', () => {
  let service: Service;
  let accountId: string;
  let key: string;
  beforeAll(async () => {
    service = await startBareApi();
    ({ accountId } = await service.account());
  });
  afterAll(() => service.close());
  const freshKey = async () => ({ key } = await service.keyOf(accountId, SCOPES));

  it.each(named(ROUTES))('%s refuses an unknown query parameter by name, and bills nothing', async (id, route) => {
    await freshKey();
    const body = BODIES[id];
    const response = await service.call(route.method.toUpperCase(), `${pathOf(route)}?colour=blue&username=ada-example`, {
      key,
      ...(body ? { body } : {}),
    });
    expectRefusal(response, 'invalid_parameter');
    expect(response.text).toContain('colour');
    expect(response.text).not.toContain('blue');
    await expectUnbilled(service, accountId);
  });

  it.each(named(ROUTES.filter(({ body }) => body)))(
    '%s refuses an unknown field of its body by name, and bills nothing',
    async (id, route) => {
      await freshKey();
      const response = await service.call(route.method.toUpperCase(), pathOf(route), { key, body: { ...BODIES[id], colour: 'blue' } });
      expectRefusal(response, 'invalid_parameter');
      expect(response.text).toContain('colour');
      expect(response.text).not.toContain('blue');
      await expectUnbilled(service, accountId);
    },
  );

  it.each([
    ['/v2/lookup', { identities: { usernames: ['ada-example'], handles: ['ada'] } }, 'invalid_parameter', 'identities.handles'],
    ['/v2/batches', { items: [{ identities: { usernames: ['ada-example'] }, mode: 'wait' }] }, 'invalid_batch', 'mode'],
    ['/v2/batches', { items: [{ identities: { usernames: ['ada'], handles: [] } }] }, 'invalid_batch', 'identities.handles'],
  ] as const)('%s refuses a field deep in its body by its path', async (path, body, code, name) => {
    await freshKey();
    const response = await service.call('POST', path, { key, body });
    expectRefusal(response, code);
    expect(response.text).toContain(name);
    await expectUnbilled(service, accountId);
  });

  it.each(OPERATION_IDS.map(operationNamed).filter(({ path }) => path.startsWith('/v1/')))(
    '$method $path of v1 passes over what it does not know',
    async ({ method, path, body }) => {
      const odd = `${path}${path.includes('?') ? '&' : '?'}colour=blue`;
      // Without allowance: a stream that is accepted would not end without a worker.
      const call = async (target: string, sent: unknown) =>
        service.call(method, target, { key: (await service.account('growth', { quota: 0 })).key, body: sent });
      const [plain, added] = [await call(path, body), await call(odd, body && { ...body, colour: 'blue' })];
      expect(added.status).toBe(plain.status);
      expect(added.status).not.toBe(422);
    },
  );
});
