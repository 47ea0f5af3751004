/** docs/privacy.md says who can read a column: what is planted in one is looked for in every answer to every kind of caller. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callersOf, least, type Reader, readersOf } from '../../../tools/docs/readers.js';
import { annotatedColumns } from '../../../tools/checks/privacy.js';
import { ROLES, type Role } from '../../../src/features/accounts/roles.js';
import { addressOf, type Route } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { type Browser, memberOf, signedIn } from '../../support/http/browser.js';
import { idsOf, pathWith } from '../../support/http/filled-paths.js';
import { plant, type Planted } from '../../support/http/planted.js';

/** What shows something that is stored; a stream that starts a lookup shows that lookup. */
const READS = everyRoute.filter(
  ({ method, operationId, startsWork, isAnonymous }) =>
    (method === 'get' || operationId === 'searchLookups') && !startsWork && !isAnonymous,
);

/** With which a read shows most. */
const PARAMETERS: Readonly<Record<string, string>> = { getBatchResults: '?format=csv' };

/** Columns in which nothing can be planted that is found again, and those of the same rows, shown by the same operations. */
const BESIDE: Readonly<Record<string, string>> = {
  'api_keys.last_used_at': 'api_keys.name',
  'audit_log.at': 'audit_log.actor_id',
  'compressed_results.body': 'lookup_results.platform',
  'compressed_results.head': 'lookup_results.platform',
  'lookup_derived.state': 'lookup_derived.platform',
  'lookup_results.state': 'lookup_results.platform',
  'lookups.suppressed': 'lookups.raw_identities',
  'lookups.matches': 'lookups.raw_identities',
  'lookups.social_matches': 'lookups.raw_identities',
  'lookups.hits': 'lookups.raw_identities',
  'lookups.risk_level': 'lookups.raw_identities',
  'lookups.risk_score': 'lookups.raw_identities',
  'passkeys.last_used_at': 'passkeys.name',
  'sessions.last_seen_at': 'sessions.network',
  'lookup_outcomes.outcome': 'result_disputes.note',
  'result_disputes.state': 'result_disputes.platform',
  'webhook_events.summary': 'webhook_events.body',
};

const PERSONAL = annotatedColumns().flatMap(({ table, column, privacy }) =>
  privacy === null || privacy === 'none' ? [] : [[`${table}.${column}`, privacy] as const],
);
const annotated = (column: string): Reader[] => readersOf(PERSONAL.find(([name]) => name === column)?.[1] ?? expect.fail(column));

describe('who can read a column', () => {
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com' } });
  /** By column: whose answers had what was planted there. */
  const seen = new Map<string, Reader[]>();
  let planted: Planted;

  beforeAll(async () => {
    planted = await plant(service());
    const { accountId, owner, columns } = planted;
    const ids = await idsOf(service(), planted);
    const browsers = new Map<Role, Browser>();
    for (const role of ROLES)
      browsers.set(role, (await memberOf(service(), accountId, role, role === 'owner' ? owner : `${role}-of-it@example.com`)).browser);
    const operator = await signedIn(service(), 'operator@example.com');
    const note = (reader: Reader, text: string): void => {
      for (const [value, column] of columns) if (text.includes(value)) seen.set(column, [...(seen.get(column) ?? []), reader]);
    };
    const body = ({ body: schema }: Route) => (schema ? {} : undefined);
    for (const route of READS) {
      for (const [index, audience] of route.audiences.entries()) {
        const path = pathWith(addressOf(route, audience), { ...ids, account: accountId }) + (PARAMETERS[route.operationId] ?? '');
        const method = route.method.toUpperCase();
        for (const isContent of audience === 'key' && route.contentScope ? [false, true] : [false]) {
          const reader = callersOf(route, isContent)[index] ?? expect.fail();
          if (audience === 'key') {
            const scopes = [...(route.scopes ?? []), ...(isContent && route.contentScope ? [route.contentScope] : [])];
            const { key } = await service().keyOf(accountId, scopes.length === 0 ? ['lookups:delete'] : scopes);
            const answer = await service().call(method, path, { key, body: body(route) });
            expect([route.operationId, answer.status]).toEqual([route.operationId, 200]);
            note(reader, answer.text);
            continue;
          }
          const role = audience === 'user' ? 'owner' : (route.role ?? 'member');
          const browser = audience === 'operator' ? operator : (browsers.get(role) ?? expect.fail());
          const answer = await browser.read(method, path, body(route));
          expect([route.operationId, answer.status]).toEqual([route.operationId, 200]);
          note(reader, answer.text);
        }
      }
    }
  });

  it('is planted in every one of which docs/privacy.md says that an operation shows it', () => {
    const columns = [...planted.columns.values()];
    const unplanted = PERSONAL.filter(([name, { shownBy }]) => shownBy !== '' && !columns.includes(BESIDE[name] ?? name));
    expect(unplanted.map(([name]) => name)).toEqual([]);
  });

  it.each(PERSONAL.map(([name]) => name))('%s: exactly those of whom docs/privacy.md says so', (column) => {
    const beside = BESIDE[column];
    if (beside !== undefined) expect(annotated(column)).toEqual(annotated(beside));
    else expect(least(seen.get(column) ?? [])).toEqual(annotated(column));
  });
});
