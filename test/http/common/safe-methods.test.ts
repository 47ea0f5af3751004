/** HEAD changes nothing (RFC 9110, 9.3.2): every GET of the table is asked so about an account that has something of everything. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { addressOf } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';
import { fillAccount, type FilledAccount } from '../../support/dashboard/filled-account.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { type Browser, signedIn } from '../../support/http/browser.js';
import { idsOf, pathWith } from '../../support/http/filled-paths.js';

const READS = everyRoute
  .filter(({ method }) => method === 'get')
  .flatMap((route) => route.audiences.map((audience) => [`${audience}: ${route.operationId}`, { route, audience }] as const));
/** What those need that start something. */
const QUERIES: Readonly<Record<string, string>> = {
  streamLookup: '?query=ada-example&deep=true',
  streamLookupV2: '?username=ada-example',
  endOpenIdSignIn: '?code=c&state=s',
};
/** That somebody asked, and when: the audit log and its chain, rates, the last use of keys and sessions. */
const OF_EVERY_REQUEST = ['api_keys', 'audit_log', 'audit_links', 'rate_windows', 'sessions'];

describe('HEAD', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com' } });
  let filled: FilledAccount;
  let ids: Readonly<Record<string, string>>;
  let key: string;
  let owner: Browser;
  let operator: Browser;
  beforeAll(async () => {
    filled = await fillAccount(service());
    ids = { ...(await idsOf(service(), filled)), account: filled.accountId };
    ({ key } = await service().keyOf(filled.accountId, SCOPES));
    owner = await signedIn(service(), filled.owner);
    operator = await signedIn(service(), 'operator@example.com');
    await service().sql`DELETE FROM event_feeds`;
  });

  /** A digest of each table's rows. */
  async function digests(): Promise<unknown> {
    return service().sql`
      SELECT relname, query_to_xml(format('SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) FROM %I t', relname), true, true, '')::text AS digest
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL (${OF_EVERY_REQUEST}) ORDER BY relname`;
  }

  it.each(READS)('of %s changes nothing', async (_, { route, audience }) => {
    const path = pathWith(addressOf(route, audience), ids) + (QUERIES[route.operationId] ?? '');
    const before = await digests();
    const by = audience === 'operator' ? operator : owner;
    const cookies = [...by.cookies];
    const { status } = audience === 'key' ? await service().call('HEAD', path, { key }) : await by.read('HEAD', path);
    expect(status).toBe((route.startsWork ?? route.isUnsafe) ? 405 : 200);
    expect([await digests(), [...by.cookies]]).toEqual([before, cookies]);
  });
});
