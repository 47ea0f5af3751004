/** Who may do what: the flags of every route, read as data. A new route belongs in each list that is about it. */
import { describe, expect, it } from 'vitest';
import { AUDIENCES, addressOf, type Audience, type Route } from '../../../src/api/http/route.js';
import { type ApiContext, everyRoute } from '../../../src/api/routes.js';

const ROUTES = everyRoute({} as ApiContext);
const named = (holds: (route: Route) => unknown): string[] =>
  ROUTES.filter(holds)
    .map(({ operationId }) => operationId)
    .sort();
const serves =
  (...audiences: Audience[]) =>
  (route: Route): boolean =>
    audiences.some((audience) => route.audiences.includes(audience));
const list = (text: string): string[] => text.trim().split(/\s+/).sort();

/** What a session that somebody else got hold of must not be enough for. */
const RECENT = list(`
  createApiKey rollApiKey revokeApiKey changeMemberRole createInvitation exportAccount deleteAccount cancelAccountDeletion
  createErasure setRetention createWebhookEndpoint rotateWebhookSecret
  beginPasskey addPasskey removePasskey
  changePlan setQuota topUp suspendAccount resumeAccount switchPlatformOff switchPlatformOn calibratePlatform
  setControlAccount removeControlAccounts`);

const SENDS_DATA_OUT = list('exportAccount createInvitation createWebhookEndpoint updateWebhookEndpoint');

const OF_OWNERS = list('changeMemberRole exportAccount deleteAccount cancelAccountDeletion');
const OF_ADMINS = list(`
  listApiKeys createApiKey rollApiKey revokeApiKey removeMember listInvitations createInvitation revokeInvitation listMails
  createErasure listErasures getErasure listSuppressions createSuppression deleteSuppression listAuditEntries replacePurposes
  previewRetention setRetention deleteLookupV2 createWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint
  disableWebhookEndpoint enableWebhookEndpoint rotateWebhookSecret resendWebhookDelivery testWebhookEndpoint recoverWebhookEndpoint`);

/** Keys with these scopes do what no key for lookups alone may. */
const OF_SCOPE = {
  account: list(`
    getAccount getAccountUsage listApiKeys createApiKey rollApiKey revokeApiKey listMembers removeMember listInvitations createInvitation
    revokeInvitation listMails exportAccount createErasure listErasures getErasure listSuppressions createSuppression deleteSuppression
    listAuditEntries getPurposes replacePurposes previewRetention setRetention`),
  webhooks: list(`
    listWebhookEndpoints createWebhookEndpoint getWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint disableWebhookEndpoint
    enableWebhookEndpoint rotateWebhookSecret listWebhookDeliveries readWebhookStats getWebhookDelivery resendWebhookDelivery
    testWebhookEndpoint recoverWebhookEndpoint`),
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
      named(({ path, operationId }) => path.startsWith('/v1/') || operationId === 'streamLookupV2'),
    );
  });

  it('users and operators share no operation with an account, nor with each other', () => {
    expect(named((route) => serves('user', 'operator')(route) && route.audiences.length > 1)).toEqual([]);
    expect(named(serves('user'))).toEqual(
      list(`
        listWaysToSignIn requestSignInCode signInWithCode signInWithLink beginOpenIdSignIn endOpenIdSignIn beginPasskeySignIn
        signInWithPasskey getPerson listSessions revokeSession revokeSessions signOut acceptInvitation listPasskeys beginPasskey addPasskey removePasskey`),
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
  it('a recent sign-in', () => expect(named(({ recent }) => recent)).toEqual(RECENT));

  it('the role of an owner, of an admin, or of any member', () => {
    expect(named(({ role }) => role === 'owner')).toEqual(OF_OWNERS);
    expect(named(({ role }) => role === 'admin')).toEqual(OF_ADMINS);
    expect(named(({ role, audiences }) => role && !audiences.includes('member'))).toEqual([]);
  });

  it('the scope of a key', () => {
    for (const scope of ['account', 'webhooks'] as const)
      expect(named((route) => route.scope === scope && serves('key')(route))).toEqual(OF_SCOPE[scope]);
    expect(named(({ scope }) => scope === 'lookups')).toEqual([]); // that is the default
  });

  it('an open account, but where an owner takes the deletion back and the data along', () => {
    expect(named(({ whileClosed }) => whileClosed)).toEqual(list('exportAccount getAccountDeletion cancelAccountDeletion'));
  });
});

describe('what sends data out', () => {
  it('is listed', () => expect(named(({ sendsDataOut }) => sendsDataOut)).toEqual(SENDS_DATA_OUT));

  it('needs a recent sign-in, but to change an endpoint, whose address is among what is changed', () =>
    expect(named(({ sendsDataOut, recent }) => sendsDataOut && !recent)).toEqual(['updateWebhookEndpoint']));

  it('needs at least an admin, and has an entry in the audit log', () => {
    for (const operationId of SENDS_DATA_OUT) expect([...OF_OWNERS, ...OF_ADMINS]).toContain(operationId);
    expect(named(({ sendsDataOut, isUnaudited }) => sendsDataOut && isUnaudited)).toEqual([]);
  });
});

describe('what an operation costs and leaves', () => {
  it('reads of lookups have a budget of their own', () => {
    expect(named(({ rateClass }) => rateClass === 'reads')).toEqual(
      list(`
        listLookups getLookup getPlatform listLookupsV2 searchLookups getLookupV2 getLookupEvidence listLookupOmissions`),
    );
  });

  it('every other request counts against who makes it', () => {
    const classOf = ({ audiences, isAnonymous }: Route) =>
      isAnonymous ? 'unauthenticated' : audiences.includes('user') || audiences.includes('operator') ? 'person' : 'requests';
    expect(named((route) => route.rateClass !== 'reads' && route.rateClass !== classOf(route))).toEqual([]);
  });

  it('no member, user or operator starts work by a GET', () => {
    expect(named(({ startsWork }) => startsWork)).toEqual(list('streamLookup streamLookupV2'));
    expect(named((route) => route.startsWork && !(route.audiences.length === 1 && serves('key')(route)))).toEqual([]);
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
