/** The session by which an operator's command calls the API. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withOperator } from '../../../src/cli/operator-api.js';
import { operatorRoutes } from '../../../src/features/operators/routes/index.js';
import { signInTokens } from '../../../src/features/people/credentials/sign-in-tokens.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { Browser } from '../../support/http/browser.js';

const ROOT = '/dashboard/api/operator';
const READS = operatorRoutes.filter(({ method }) => method === 'get');
const PATIENT = { timeout: 10_000, interval: 100 };
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe("the session of an operator's command", () => {
  const service = sharedBareApi();
  beforeAll(() => {
    vi.stubEnv('DATABASE_URL', service().config.DATABASE_URL ?? '')
      .stubEnv('SECRETS_KEY', String(service().config.SECRETS_KEY))
      .stubEnv('FOOTPRINT_URL', service().url)
      .stubEnv('FOOTPRINT_OPERATOR', 'grace');
  });
  afterAll(() => void vi.unstubAllEnvs());

  /** A browser with a session as a command makes it. */
  async function sessionOf(operator: string) {
    const { token, digest } = signInTokens.create();
    await service().record.sessions.openForCommand(operator, digest);
    const browser = new Browser(service());
    browser.cookies.set('footprint-session', token);
    return { browser, digest };
  }
  const sessions = () => service().sql`SELECT operator FROM operator_sessions`;

  it('serves operators where nobody is in OPERATORS, and no operation of users and accounts', async () => {
    const { accountId } = await service().account();
    const { browser } = await sessionOf('grace');
    const answers = await Promise.all(
      READS.map(({ path }) => browser.call('GET', path.replace(':account', accountId).replace(':platform', 'any'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(READS.map(() => 200));
    for (const path of ['/dashboard/api/me', `/dashboard/api/accounts/${accountId}/account`, '/v2/account'])
      expect((await browser.call('GET', path)).status).toBe(401);
  });

  it('is refused to pages of other sites, when it has ended, and when its minutes are over', async () => {
    const { accountId } = await service().account('growth');
    const at = `${ROOT}/accounts/${accountId}`;
    const { browser, digest } = await sessionOf('grace');
    expect(codeOf(await browser.call('POST', `${at}/suspend`, undefined, { 'sec-fetch-site': 'cross-site' }))).toBe('cross_site_request');
    expect((await browser.call('GET', at)).status).toBe(200);
    await service().record.sessions.endForCommand(digest);
    expect(codeOf(await browser.call('GET', at))).toBe('not_signed_in');
    const late = await sessionOf('grace');
    await service().sql`UPDATE operator_sessions SET expires_at = now()`;
    expect(codeOf(await late.browser.call('GET', at))).toBe('not_signed_in');
    await service().record.sessions.endForCommand(late.digest);
  });

  it('is in the audit log by the name of who runs the command, and switches a platform off for nobody of the users', async () => {
    const { accountId } = await service().account('growth');
    await withOperator((api) =>
      api.POST('/dashboard/api/operator/accounts/{account}/resume', { params: { path: { account: accountId } } }),
    );
    const entriesOf = async (action: string) => service().record.audit.page({ accountId, action }, { limit: 9, after: null });
    const entry = { actor: { type: 'operator', id: 'grace' }, targets: [accountId], outcome: 'ok' };
    expect(await entriesOf('resumeAccount')).toMatchObject([entry]);
    const { browser } = await sessionOf('grace');
    await browser.call('GET', `${ROOT}/accounts/${accountId}`);
    await expect.poll(() => entriesOf('readAccount'), PATIENT).toMatchObject([entry]);
    const { key } = await service().account();
    const { platforms } = (await service().call('GET', '/v2/platforms?limit=1', { key })).body as { platforms: { platform: string }[] };
    const off = await browser.call('POST', `${ROOT}/platforms/${platforms[0]?.platform}/off`, { reason: 'a trial' });
    expect(off.body).toMatchObject({ disabled: { by: null } });
  });

  it('ends with the command, also with one that is refused', async () => {
    await service().sql`DELETE FROM operator_sessions`;
    const during = await withOperator(async () => sessions());
    expect([...during]).toEqual([{ operator: 'grace' }]);
    const params = { path: { account: 'acc_00000000000000000000000000' } };
    const refused = withOperator((api) => api.GET('/dashboard/api/operator/accounts/{account}', { params }));
    await expect(refused).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect([...(await sessions())]).toEqual([]);
  });

  it('says what is wrong when the API does not know it, or cannot be reached', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://footprint.example.com');
    const read = () => withOperator((api) => api.GET('/dashboard/api/operator/queues'));
    await expect(read()).rejects.toThrow(/different database or PUBLIC_URL/);
    vi.stubEnv('PUBLIC_URL', '').stubEnv('FOOTPRINT_URL', 'http://127.0.0.1:9');
    await expect(read()).rejects.toMatchObject({ status: 503 });
    vi.stubEnv('FOOTPRINT_URL', service().url);
  });
});
