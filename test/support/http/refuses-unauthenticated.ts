import { beforeAll, describe, expect, it } from 'vitest';
import { apiKeyFormat } from '../../../src/kernel/secrets/api-key-format.js';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { billOf, expectUnbilled } from './ledger.js';
import { accountFor, type RouteCase } from './route-cases.js';

const KEYS = apiKeyFormat('svc');
const UNKNOWN = `svc_${'0'.repeat(43)}`;

/** Ways to come without a valid key; `key` is a valid one. */
const UNAUTHENTICATED: readonly [title: string, header: (key: string) => string | undefined][] = [
  ['no Authorization header', () => undefined],
  ['an empty header', () => ''],
  ['another scheme', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['the scheme alone', () => 'Bearer'],
  ['the key without a scheme', (key) => key],
  ['an unknown key', (key) => `Bearer ${key.slice(0, -8)}ABCDEFGH`],
  ['a key in upper case', (key) => `Bearer ${key.toUpperCase()}`],
  ['a key in lower case', (key) => `Bearer ${key.toLowerCase()}`],
  ['a key with a space in it', (key) => `Bearer ${key.slice(0, 9)} ${key.slice(9)}`],
  ['a key and something after it', (key) => `Bearer ${key} ${key}`],
  ['a key in quotes', (key) => `Bearer "${key}"`],
  ['a key with another prefix', (key) => `Bearer other${key.slice(key.indexOf('_'))}`],
  ['a key without its prefix', (key) => `Bearer ${key.slice(key.indexOf('_') + 1)}`],
  ['ten thousand characters', () => `Bearer svc_${'a'.repeat(10_000)}`],
];

/** The 401 of one operation: one body for every key that might be valid, a challenge, nothing billed. @param use the running API */
export function refusesUnauthenticated(route: RouteCase, use: () => Service): void {
  const { id, method, path, body } = route;

  describe(`${id} without a valid key`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    const callWith = (authorization: string | undefined) =>
      service.call(method, path, { body, headers: authorization === undefined ? {} : { authorization } });

    it('answers with the same 401 for every key and a challenge, says what a header lacks, and bills nothing', async () => {
      const { key, accountId } = await accountFor(service, route);
      const { text: expected } = await callWith(`Bearer ${UNKNOWN}`);
      for (const [title, header] of UNAUTHENTICATED) {
        const sent = header(key);
        const response = await callWith(sent);
        expectRefusal(response, 'unauthorized');
        expect(response.headers.get('www-authenticate'), title).toBe('Bearer');
        if (!sent) expect(response.text, title).toContain('header is missing');
        else if (!/^Bearer +\S+ *$/i.test(sent)) expect(response.text, title).toContain('must have the form');
        else if (KEYS.digestOf(sent.replace(/^Bearer +/i, '').trim()) === null) expect(response.text, title).toContain('look like a key');
        else expect(response.text, title).toBe(expected);
      }
      await expectUnbilled(service, accountId);
    });

    it('answers a revoked key like a key that never was, from the next request on', async () => {
      const { key, accountId, apiKeyId } = await accountFor(service, route);
      const other = await service.call('GET', '/v1/platforms', { key });
      expect(other.status).toBe(200);
      const before = await billOf(service, accountId);
      await service.record.accounts.revokeKey(accountId, apiKeyId);
      const response = await service.call(method, path, { key, body });
      expectRefusal(response, 'unauthorized');
      expect(response.text).toBe((await callWith(`Bearer ${UNKNOWN}`)).text);
      expect(await billOf(service, accountId)).toEqual(before);
    });

    it('does not take a key from the address', async () => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, `${path}${path.includes('?') ? '&' : '?'}api_key=${key}&key=${key}`, { body });
      expectRefusal(response, 'unauthorized');
      expect(response.text).not.toContain(key);
      await expectUnbilled(service, accountId);
    });
  });
}
