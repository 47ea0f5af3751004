import { types } from 'node:util';
import { TEST_SECRETS_KEY } from '../../support/offline.js';
import { describe, expect, it } from 'vitest';
import { egressPoolOf, openStores } from '../../../src/wiring/stores.js';
import { ConfigError, readConfig } from '../../../src/kernel/config/env.js';

const poolOf = (env: Readonly<Record<string, string>>): string => egressPoolOf(readConfig(env));

describe('the egress pool of a process', () => {
  it('is what the operator calls it, whatever the proxies are', () => {
    expect(poolOf({ PROBE_EGRESS: 'eu-1', PROBE_PROXY_URL: 'http://proxy.example.com:3128' })).toBe('eu-1');
  });

  it('is direct without a proxy', () => {
    expect(poolOf({})).toBe('direct');
    expect(poolOf({ PROBE_PROXY_URL: ' , ' })).toBe('direct');
  });

  it('names the proxies, once each and in any order, and never their credentials', () => {
    const pool = 'proxy:a.example.com:3128,b.example.com:1080';
    expect(poolOf({ PROBE_PROXY_URL: 'socks5://b.example.com,http://user:secret@a.example.com:3128' })).toBe(pool);
    expect(poolOf({ PROBE_PROXY_URL: 'http://a.example.com:3128,http://other:word@a.example.com:3128,socks5://b.example.com' })).toBe(pool);
  });

  it('tells proxies of one host apart by their ports: on this machine one may be a simulator', () => {
    expect(poolOf({ PROBE_PROXY_URL: 'http://127.0.0.1:8899' })).not.toBe(poolOf({ PROBE_PROXY_URL: 'socks5://127.0.0.1:1080' }));
  });

  it('stays short with many proxies, and differs with each of them', () => {
    const listOf = (count: number) => Array.from({ length: count }, (_, n) => `http://proxy-${n}.example.com:3128`).join(',');
    const [forty, more] = [poolOf({ PROBE_PROXY_URL: listOf(40) }), poolOf({ PROBE_PROXY_URL: listOf(41) })];
    expect(forty).toMatch(/^proxy:[0-9a-f]{16}$/);
    expect(more).not.toBe(forty);
    expect(poolOf({ PROBE_PROXY_URL: listOf(40).split(',').reverse().join(',') })).toBe(forty);
  });

  it('a name is refused that could be taken for proxies; proxies that cannot be read are named as a setting', () => {
    for (const name of ['proxy:a', 'Upper', '-x', 'a b', 'x'.repeat(65)])
      expect(() => readConfig({ PROBE_EGRESS: name })).toThrow(/PROBE_EGRESS/);
    expect(() => poolOf({ PROBE_PROXY_URL: 'ftp://user:secret@proxy.example.com' })).toThrow(ConfigError);
    expect(() => poolOf({ PROBE_PROXY_URL: 'ftp://user:secret@proxy.example.com' })).toThrow(/^(?!.*secret).*PROBE_PROXY_URL/);
  });
});

describe('the repositories of a process', () => {
  const timed = async (options: { callTimeouts?: boolean }) => {
    const opened = openStores(
      readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      'test',
      options,
    );
    await opened.database.close();
    return Object.entries(opened).map(([name, each]) => [name, types.isProxy(each)] as const);
  };

  it('with call timeouts, every one has them but those whose writes are not given up', async () => {
    const without = (await timed({ callTimeouts: true })).filter(([, isTimed]) => !isTimed).map(([name]) => name);
    expect(without.sort()).toEqual([
      'acceptance',
      'accountChanges',
      'accountDeletions',
      'audit',
      'batchIntake',
      'batchProgress',
      'catalogueStore',
      'database',
      'egress',
      'endpoints',
      'eraser',
      'erasureLedger',
      'members',
      'passkeys',
      'redelivery',
      'refusals',
      'secrets',
      'signIns',
      'suppressions',
      'switches',
      'target',
    ]);
  });

  it('have none by default', async () => {
    expect((await timed({})).filter(([, isTimed]) => isTimed)).toEqual([]);
  });
});
