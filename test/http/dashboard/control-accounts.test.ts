/** Accounts of the operator's own at platforms. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { signedIn } from '../../support/http/browser.js';

const ROOT = '/dashboard/api/operator';
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } } | null)?.error?.code;

describe('control accounts', () => {
  const key = randomBytes(32).toString('hex');
  const service = sharedBareApi({ env: { OPERATORS: 'operator@example.com', SECRETS_KEY: key } });
  const IDENTITY = 'Quixotic.Zephyr@privat-zephyr.example.com';
  const platformWith = async (queryType: string): Promise<string> => {
    const { body } = await service().call('GET', '/v2/platforms', { key: (await service().account()).key });
    const { platforms } = body as { platforms: { platform: string; health: { queryType: string }[] }[] };
    return platforms.find(({ health }) => health.some((each) => each.queryType === queryType))?.platform ?? '';
  };

  it('are added, listed and removed by an operator, who is never shown the identity again', async () => {
    const browser = await signedIn(service(), 'operator@example.com');
    const platform = await platformWith('email');
    const at = `${ROOT}/platforms/${platform}/control-accounts`;
    const shown = { platform, queryType: 'email', negative: false, account: 'Q…@p…' };
    expect((await browser.call('POST', at, { identity: IDENTITY })).body).toEqual({ ...shown, isNew: true });
    expect((await browser.call('POST', at, { identity: IDENTITY })).body).toEqual({ ...shown, isNew: false });
    expect((await browser.call('GET', at)).body).toEqual({ accounts: [{ ...shown, since: expect.any(String) as string }] });
    expect((await browser.call('GET', `${ROOT}/platforms/another/control-accounts`)).body).toEqual({ accounts: [] });
    expect((await service().record.controlAccounts.of(platform, 'email')).identities).toEqual([IDENTITY]);
    expect((await browser.call('POST', `${at}/remove`, { identity: IDENTITY })).body).toEqual({ platform, removed: 1 });
    expect((await browser.call('GET', at)).body).toEqual({ accounts: [] });
    for (const identity of ['one@example.com', 'two@example.com']) await browser.call('POST', at, { identity });
    expect((await browser.call('POST', `${at}/remove`, {})).body).toEqual({ platform, removed: 2 });
    const { id } = (await browser.call('GET', '/dashboard/api/me')).body as { id: string };
    const entries = await service().record.audit.page({ actor: 'operator' }, { limit: 20, after: null });
    const changes = entries.filter(({ actor }) => actor.type === 'operator' && actor.id === id).map(({ action }) => action);
    expect(changes).toEqual(expect.arrayContaining(['setControlAccount', 'removeControlAccounts']));
    expect(JSON.stringify(entries)).not.toMatch(/zephyr/i);
  });

  it('a number that is registered nowhere is set for every platform by `*`, listed there and removed', async () => {
    const browser = await signedIn(service(), 'operator@example.com');
    const at = `${ROOT}/platforms/*/control-accounts`;
    const number = { identity: '+12025550142', negative: true };
    const shown = { platform: '*', queryType: 'phone', negative: true, account: '+…' };
    expect((await browser.call('POST', at, number)).body).toEqual({ ...shown, isNew: true });
    expect((await browser.call('GET', at)).body).toEqual({ accounts: [{ ...shown, since: expect.any(String) as string }] });
    expect(codeOf(await browser.call('POST', at, { ...number, identity: '+1202555' }))).toBe('invalid_phone');
    expect(codeOf(await browser.call('POST', at, { identity: '+12025550142' }))).toBe('invalid_parameter');
    expect(codeOf(await browser.call('POST', `${at}/remove`, { identity: '+12025550142' }))).toBe('not_found');
    expect((await browser.call('POST', `${at}/remove`, number)).body).toEqual({ platform: '*', removed: 1 });
    const entries = await service().record.audit.page({ actor: 'operator' }, { limit: 20, after: null });
    expect(JSON.stringify(entries)).not.toContain('5550142');
  });

  it('are refused with a reason that does not hold the identity', async () => {
    const browser = await signedIn(service(), 'operator@example.com');
    const post = (slug: string, path: string, body: unknown) =>
      browser.call('POST', `${ROOT}/platforms/${slug}/control-accounts${path}`, body);
    const platform = await platformWith('email');
    const refused = [
      [await post('no-such-platform', '', { identity: IDENTITY }), 'unknown_platform'],
      [await post(platform, '', { identity: 'no address', type: 'email' }), 'invalid_email'],
      [await post(platform, '', { identity: 'x'.repeat(321) }), 'invalid_parameter'],
      [await post(platform, '/remove', { identity: IDENTITY }), 'not_found'],
      [await post('no-such-platform', '/remove', {}), 'not_found'],
    ] as const;
    for (const [answer, code] of refused) expect(codeOf(answer)).toBe(code);
    expect(JSON.stringify(refused)).not.toMatch(/zephyr/i);
  });
});
