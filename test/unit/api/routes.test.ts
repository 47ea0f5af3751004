/** Who may do what: the flags of every route, read as data. A new route belongs in each list that is about it. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SCOPES, expandScopes, grantableBy, reachOf, SCOPES } from '../../../src/features/accounts/api-keys.js';
import { INVITABLE_ROLES, isAtLeast, ROLES } from '../../../src/features/accounts/roles.js';
import { AUDIENCES, addressOf, type Audience, isSentAsMade, type Route } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';

const ROUTES = everyRoute;
const named = (holds: (route: Route) => unknown): string[] =>
  ROUTES.filter(holds)
    .map(({ operationId }) => operationId)
    .sort();
const serves =
  (...audiences: Audience[]) =>
  (route: Route): boolean =>
    audiences.some((audience) => route.audiences.includes(audience));
/** Whether a schema has a list whose items hold JSON of any kind, or whole lookups. */
function listsAnything(schema: unknown, isInList = false, seen = new Set<unknown>(), root = schema): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || seen.has(schema)) return false;
  if (isInList && Object.keys(schema).every((name) => name === 'description')) return true;
  const { $ref, $defs, items, ...others } = schema as Record<string, unknown> & { $ref?: string; $defs?: Record<string, unknown> };
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    if (isInList && /^Lookup(V2|Response)$/.test(name)) return true;
    const target = (root as { $defs?: Record<string, unknown> }).$defs?.[name];
    return listsAnything(target, isInList, new Set([...seen, schema]), root);
  }
  const deeper = (each: unknown, inList: boolean): boolean => listsAnything(each, inList, new Set([...seen, schema]), root);
  const parts = Object.entries(others).flatMap(([name, part]) => {
    if (name === 'properties') return Object.values(part as object);
    if (name === 'additionalProperties') return [part];
    return ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(name) ? (part as unknown[]) : [];
  });
  return (items !== undefined && deeper(items, true)) || parts.some((part) => deeper(part, isInList));
}
const list = (text: string): string[] => text.trim().split(/\s+/).sort();

/** Changes that a session is enough for: they neither send data out nor destroy anything. */
const NOT_RECENT = list(`
  createLookup checkEmail checkPhone checkIp createLookupBatch createLookupV2 createBatch pauseBatch resumeBatch cancelBatch priceLookupV2
  searchLookups searchAccounts disputeResult setLookupOutcome recordOutcomes chooseRiskModel
  revokeInvitation createSuppression testWebhookEndpoint revokeSession revokeSessions signOut acceptInvitation updateAccount`);

/** What a session that somebody else got hold of must not be enough for. */
const RECENT = list(`
  createApiKey rollApiKey revokeApiKey changeMemberRole createInvitation exportAccount exportLookups getBatchResults deleteAccount cancelAccountDeletion
  createErasure setRetention createWebhookEndpoint rotateWebhookSecret
  removeMember leaveAccount deleteLookupV2 deleteSuppression replacePurposes
  updateWebhookEndpoint deleteWebhookEndpoint disableWebhookEndpoint enableWebhookEndpoint resendWebhookDelivery recoverWebhookEndpoint
  beginPasskey addPasskey removePasskey
  changePlan setQuota topUp suspendAccount resumeAccount switchPlatformOff switchPlatformOn calibratePlatform
  setControlAccount removeControlAccounts`);

const SENDS_DATA_OUT = list(`
  exportAccount exportLookups getBatchResults createInvitation createWebhookEndpoint updateWebhookEndpoint resendWebhookDelivery
  recoverWebhookEndpoint enableWebhookEndpoint`);
/** Of these, files of lookups, each of which any member may read. */
const OF_MEMBERS = list('exportLookups getBatchResults');

const OF_OWNERS = list('changeMemberRole exportAccount deleteAccount cancelAccountDeletion');
const OF_ADMINS = list(`
  listApiKeys createApiKey rollApiKey revokeApiKey removeMember listInvitations createInvitation revokeInvitation listEmails
  createErasure listErasures getErasure listSuppressions createSuppression deleteSuppression listAuditEntries replacePurposes updateAccount
  previewRetention setRetention deleteLookupV2 createWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint
  disableWebhookEndpoint enableWebhookEndpoint rotateWebhookSecret resendWebhookDelivery testWebhookEndpoint recoverWebhookEndpoint
  chooseRiskModel`);

/** What a key may do with exactly these scopes, and without any one of them may not. */
const OF_SCOPES: Readonly<Record<string, readonly string[]>> = {
  '': list('listPlatforms listPlatformStatus getPlatform listSources getOwnApiKey'),
  'lookups:create': list(`
    createLookup createLookupBatch createLookupV2 createBatch pauseBatch resumeBatch cancelBatch priceLookupV2 checkEmail checkPhone checkIp`),
  'lookups:create lookups:read': list('streamLookup streamLookupV2 disputeResult setLookupOutcome recordOutcomes'),
  'lookups:read': list(`
    getLookup listLookups getLookupV2 getLookupEvidence listLookupsV2 searchLookups listLookupOmissions followLookupV2
    listBatches getBatch listBatchItems getBatchResults listLookupDisputes exportLookups getLookupOutcome getRiskCalibration`),
  'lookups:delete': list('deleteLookupV2'),
  webhooks: list(`
    listWebhookEndpoints createWebhookEndpoint getWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint disableWebhookEndpoint
    enableWebhookEndpoint rotateWebhookSecret listWebhookDeliveries readWebhookStats getWebhookDelivery resendWebhookDelivery
    testWebhookEndpoint recoverWebhookEndpoint`),
  'webhooks lookups:read': list('listEvents'),
  'account:read': list('getAccount getAccountUsage listApiKeys listSuppressions listAuditEntries getPurposes'),
  'account:read account:people': list('listEmails'),
  'account:write': list(
    'createApiKey rollApiKey revokeApiKey createSuppression deleteSuppression replacePurposes updateAccount chooseRiskModel',
  ),
  'account:people': list('listMembers removeMember listInvitations createInvitation revokeInvitation'),
  'account:data': list('exportAccount createErasure listErasures getErasure previewRetention setRetention'),
};

describe('whom an operation serves', () => {
  it('each has a name of its own, and serves somebody', () => {
    expect(new Set(named(() => true)).size).toBe(ROUTES.length);
    for (const { audiences } of ROUTES) expect(AUDIENCES).toEqual(expect.arrayContaining([...audiences]));
    expect(named(({ audiences }) => audiences.length === 0)).toEqual([]);
  });

  it('members have what is of v2; keys have not what only people may do', () => {
    expect(named((route) => serves('member')(route) && !serves('key')(route))).toEqual(
      list('changeMemberRole leaveAccount deleteAccount getAccountDeletion cancelAccountDeletion'),
    );
    expect(named((route) => serves('key')(route) && !serves('member')(route))).toEqual(
      named(({ path, operationId }) => path.startsWith('/v1/') || ['streamLookupV2', 'getOwnApiKey', 'listEvents'].includes(operationId)),
    );
  });

  it('users and operators share no operation with an account, nor with each other', () => {
    expect(named((route) => serves('user', 'operator')(route) && route.audiences.length > 1)).toEqual([]);
    expect(named(serves('user'))).toEqual(
      list(`
        listWaysToSignIn requestSignInCode signInWithCode signInWithLink beginOpenIdSignIn endOpenIdSignIn beginPasskeySignIn
        signInWithPasskey getPerson listSessions revokeSession revokeSessions signOut acceptInvitation listPasskeys
        beginPasskey addPasskey removePasskey`),
    );
    expect(named(serves('operator'))).toEqual(named(({ path }) => path.startsWith('/dashboard/api/operator/')));
  });

  it.each(AUDIENCES)('of %s has one address a method, below its own root', (audience) => {
    const root = {
      key: /^\/v[12]\//,
      member: /^\/dashboard\/api\/accounts\/:account\/./,
      user: /^\/dashboard\/api\/(?!accounts|operator)/,
      operator: /^\/dashboard\/api\/operator\//,
    }[audience];
    const addresses = ROUTES.filter(serves(audience)).map((route) => `${route.method} ${addressOf(route, audience)}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address.split(' ')[1]).toMatch(root);
  });

  it('nobody is signed in yet where somebody signs in, and nowhere else', () => {
    expect(named(({ isAnonymous }) => isAnonymous)).toEqual(named(({ path }) => path.startsWith('/dashboard/api/sign-in')));
  });
});

describe('what an operation needs', () => {
  it.each(INVITABLE_ROLES)('scopes that whoever is invited as %s has: all of the operations of that role', (role) => {
    const may = ROUTES.filter((route) => serves('member')(route) && isAtLeast(role, route.role ?? 'member'));
    const needed = new Set(may.flatMap(({ scopes = [], contentScope }) => [...scopes, ...(contentScope ? [contentScope] : [])]));
    expect(reachOf(role)).toEqual(SCOPES.filter((scope) => needed.has(scope)));
  });

  it('a recent sign-in, of which every change of somebody who is signed in has made the choice', () => {
    expect(named(({ recent }) => recent)).toEqual(RECENT);
    expect(named(({ recent }) => recent === false)).toEqual(NOT_RECENT);
    expect(named(({ method, recent, isAnonymous }) => method !== 'get' && !isAnonymous && recent === undefined)).toEqual([]);
  });

  it('a recent sign-in of members for everything that they delete, and for most that admins change', () => {
    expect(named((route) => serves('member')(route) && route.method === 'delete' && !route.recent)).toEqual(['revokeInvitation']);
    expect(named((route) => serves('member')(route) && route.method !== 'get' && route.role && !route.recent)).toEqual(
      list('revokeInvitation createSuppression testWebhookEndpoint updateAccount chooseRiskModel'),
    );
  });

  it('the role of an owner, of an admin, or of any member', () => {
    expect(named(({ role }) => role === 'owner')).toEqual(OF_OWNERS);
    expect(named(({ role }) => role === 'admin')).toEqual(OF_ADMINS);
    expect(named(({ role, audiences }) => role && !audiences.includes('member'))).toEqual([]);
  });

  it('the scopes of a key, of which every operation for keys has made the choice', () => {
    const of = (scopes: string): string[] => named((route) => serves('key')(route) && route.scopes?.join(' ') === scopes);
    expect(Object.fromEntries(Object.keys(OF_SCOPES).map((scopes) => [scopes, of(scopes)]))).toEqual(OF_SCOPES);
    expect(Object.values(OF_SCOPES).flat().sort()).toEqual(named(serves('key')));
    expect(named(({ scopes, audiences }) => scopes && !audiences.includes('key'))).toEqual([]);
  });

  it('no key more than who may give it its scopes: what is for owners needs a scope that owners alone give', () => {
    for (const { scopes = [], role } of ROUTES.filter(serves('key'))) {
      const givers = ROLES.filter((each) => isAtLeast(each, 'admin') && scopes.every((scope) => grantableBy(each).includes(scope)));
      expect(givers.filter((each) => role && !isAtLeast(each, role))).toEqual([]);
    }
  });

  it('of a key by default: everything of v1, and no deletion', () => {
    const isByDefault = ({ scopes = [] }: Route) => scopes.every((scope) => expandScopes(DEFAULT_SCOPES).includes(scope));
    expect(named((route) => serves('key')(route) && route.path.startsWith('/v1/') && !isByDefault(route))).toEqual([]);
    expect(named((route) => serves('key')(route) && route.method === 'delete' && isByDefault(route))).toEqual([]);
  });

  it('what lookups found needs the scope to read them, wherever else it is shown or sent', () => {
    expect(named(({ contentScope }) => contentScope)).toEqual(
      list('createWebhookEndpoint updateWebhookEndpoint getWebhookDelivery exportAccount'),
    );
  });

  it('an open account, but where an owner takes the deletion back and the data along', () => {
    expect(named(({ whileClosed }) => whileClosed)).toEqual(list('exportAccount getAccountDeletion cancelAccountDeletion'));
  });
});

describe('what sends data out', () => {
  it('is listed', () => expect(named(({ sendsDataOut }) => sendsDataOut)).toEqual(SENDS_DATA_OUT));

  it('needs a recent sign-in', () => expect(named(({ sendsDataOut, recent }) => sendsDataOut && !recent)).toEqual([]));

  it('is every download', () => expect(named(({ lines, table, sendsDataOut }) => (lines || table) && !sendsDataOut)).toEqual([]));

  it('needs at least an admin, but for files of lookups, and has an entry in the audit log', () => {
    for (const operationId of SENDS_DATA_OUT) expect([...OF_OWNERS, ...OF_ADMINS, ...OF_MEMBERS]).toContain(operationId);
    expect(named(({ sendsDataOut, isUnaudited }) => sendsDataOut && isUnaudited)).toEqual([]);
  });
});

describe('what an operation costs and leaves', () => {
  it('reads of lookups have a budget of their own', () => {
    expect(named(({ rateClass }) => rateClass === 'reads')).toEqual(list('listLookups getLookup'));
    expect(named(({ rateClass }) => rateClass === 'readsV2')).toEqual(
      list(`
        getPlatform listLookupsV2 searchLookups getLookupV2 getLookupEvidence listLookupOmissions listLookupDisputes
        listBatches getBatch listBatchItems getBatchResults listEvents getLookupOutcome getRiskCalibration`),
    );
  });

  it('whatever lists what may be of any size is sent as it is made, so that a page of megabytes holds nobody up', () => {
    const listing = named(({ response }) => listsAnything(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' })));
    expect(listing).toEqual(['listEvents']);
    expect(named((route) => listing.includes(route.operationId) && !isSentAsMade(route))).toEqual([]);
  });

  it('every other request counts against who makes it', () => {
    const classOf = ({ audiences, isAnonymous }: Route) =>
      isAnonymous ? 'unauthenticated' : audiences.includes('user') || audiences.includes('operator') ? 'person' : 'requests';
    expect(named((route) => !route.rateClass.startsWith('reads') && route.rateClass !== classOf(route))).toEqual([]);
  });

  it('no member, user or operator starts work by a GET, or changes something, but where a provider sends a browser that signs in', () => {
    expect(named(({ startsWork }) => startsWork)).toEqual(list('streamLookup streamLookupV2'));
    expect(named(({ isUnsafe }) => isUnsafe)).toEqual(list('listEvents endOpenIdSignIn'));
    expect(named((route) => (route.startsWork ?? route.isUnsafe) && !(route.audiences.length === 1 && serves('key')(route)))).toEqual(
      list('endOpenIdSignIn'),
    );
  });

  it('every change has an entry in the audit log, but where nobody is signed in or the entry is written with the change', () => {
    expect(named(({ isUnaudited, isAnonymous, method }) => isUnaudited && !isAnonymous && method !== 'get')).toEqual(
      list('beginPasskey acceptInvitation'),
    );
    expect(named(({ isUnaudited, isAnonymous, method }) => isUnaudited && !isAnonymous && method === 'get')).toEqual(
      list('listPlatforms listPlatformStatus getPlatform listSources getPerson listSessions listPasskeys'),
    );
  });
});
