/** What a key may do: for every scope, old and new, and for keys that may do nothing. What each operation needs: test/unit/api. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expandScopes, type Scope, SCOPE_NAMES, SCOPES, type ScopeName } from '../../../src/features/accounts/api-keys.js';
import { createApiKey } from '../../../src/features/accounts/use-cases/api-keys.js';
import { apiKeyFormat } from '../../../src/kernel/secrets/api-key-format.js';
import { everyRoute } from '../../../src/api/routes.js';
import { fillAccount } from '../../support/dashboard/filled-account.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { idsOf, pathWith } from '../../support/http/filled-paths.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { END_TO_END, type RouteCase } from '../../support/http/route-cases.js';

const service = sharedBareApi();
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;
const CASES = END_TO_END.map((route) => [route.id, route] as const);

/** A request that gets as far as its parameters, where it is refused: nothing is done, and no stream begins. */
function malformed(key: string, { method, path, body }: RouteCase) {
  const query = `${path.includes('?') ? '&' : '?'}wait=yes&limit=many&instant=yes`;
  return service().call(method, path + query, { key, ...(body === undefined ? {} : { body: [] as never }) });
}

describe('an operation', () => {
  let accountId: string;
  const keys = new Map<ScopeName, string>();
  const most = new Map<Scope, string>();
  let useless: Record<'revoked' | 'expired' | 'elsewhere', { readonly key: string; readonly apiKeyId: string }>;
  beforeAll(async () => {
    ({ accountId } = await service().account('growth'));
    for (const name of SCOPE_NAMES) keys.set(name, (await service().keyOf(accountId, [name])).key);
    for (const missing of SCOPES)
      most.set(
        missing,
        (
          await service().keyOf(
            accountId,
            SCOPES.filter((scope) => scope !== missing),
          )
        ).key,
      );
    const { record, config, sql } = service();
    const ctx = { accounts: record.accounts, keys: apiKeyFormat(config.SERVICE_PREFIX) };
    const networks = ['192.0.2.0/24', '2001:db8::/32'];
    const [revoked, expired, elsewhere] = await Promise.all([
      service().keyOf(accountId, SCOPES),
      service().keyOf(accountId, SCOPES),
      createApiKey(ctx, { accountId, scopes: SCOPES, networks }),
    ]);
    await record.accounts.revokeKey(accountId, revoked.apiKeyId);
    await sql`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = ${expired.apiKeyId}`;
    useless = { revoked, expired, elsewhere };
  });

  it.each(CASES)('%s: a key with one scope, by its name or the name of a sum, does what needs no other', async (_, route) => {
    for (const [name, key] of keys) {
      const may = route.scopes.every((scope) => expandScopes([name]).includes(scope));
      const answer = await malformed(key, route);
      expect([name, codeOf(answer) === 'insufficient_scope', answer.status === 403]).toEqual([name, !may, !may]);
    }
    await expectUnbilled(service(), accountId);
  });

  it.each(CASES.filter(([, { scopes }]) => scopes.length > 0))(
    '%s: a key with every scope but one that it needs is refused',
    async (_, route) => {
      for (const missing of route.scopes) expectRefusal(await malformed(most.get(missing) ?? '', route), 'insufficient_scope');
    },
  );

  it.each(CASES)(
    '%s: a revoked and an expired key are unknown, and one from elsewhere is refused and leaves an entry',
    async (_, route) => {
      const { revoked, expired, elsewhere } = useless;
      for (const { key } of [revoked, expired]) expectRefusal(await malformed(key, route), 'unauthorized');
      const answer = await malformed(elsewhere.key, route);
      expectRefusal(answer, 'forbidden_network');
      expect(answer.headers.get('x-ratelimit-limit'), 'counts against the network, not against the key').toBe('60');
      await service().record.audit.flush();
      const entries = () => service().sql`
      SELECT 1 FROM audit_log WHERE actor_id = ${elsewhere.apiKeyId} AND action = ${route.id} AND outcome = 'forbidden_network'`;
      await expect.poll(async () => (await entries()).count).toBe(1);
    },
  );
});

describe('an operation about something', () => {
  const OF_SOMETHING = everyRoute.filter(({ audiences, path }) => audiences.includes('key') && /:(id|eventId)/.test(path));
  const BODIES: Readonly<Record<string, object>> = {
    recoverWebhookEndpoint: { since: '2030-01-01T00:00:00Z', dryRun: true },
    disputeResult: { platform: 'site-0001' },
    setLookupOutcome: { outcome: 'fraud' },
  };
  let own: string;
  let foreign: string;
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const filled = await fillAccount(service());
    ids = await idsOf(service(), filled);
    ({ key: own } = await service().keyOf(filled.accountId, SCOPES));
    ({ key: foreign } = await service().account('growth', { scopes: SCOPES }));
  });

  // What is deleted last is deleted: each is there until its own test.
  it.each(
    OF_SOMETHING.map((route) => [route.operationId, route] as const).sort(
      ([, a], [, b]) => Number(a.method === 'delete') - Number(b.method === 'delete'),
    ),
  )('%s: of another account is unknown, as what never was; to its own it is there', async (operationId, route) => {
    const call = (key: string, path: string) =>
      service().call(route.method === 'get' && route.events ? 'HEAD' : route.method.toUpperCase(), path, {
        key,
        ...(route.body ? { body: BODIES[operationId] ?? {} } : {}),
      });
    const path = pathWith(route.path, ids);
    const unknown = await call(foreign, route.path.replaceAll(/:\w+/g, 'lkp_00000000000000000000000000'));
    const theirs = await call(foreign, path);
    // Some name the id that was asked for.
    const sentence = (text: string) => text.replaceAll(/\b(?:key|lkp)_[0-9a-z]{26}/g, 'that');
    expect([theirs.status, sentence(theirs.text)]).toEqual([404, sentence(unknown.text)]);
    expect((await call(own, path)).status).not.toBe(404);
  });
});
