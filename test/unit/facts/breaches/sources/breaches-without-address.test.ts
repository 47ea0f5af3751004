/** What providers of breaches see of an e-mail address, and that a range which says nothing of it is no "in no breach". */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BreachModule, createBreachSearch } from '../../../../../src/facts/breaches/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import type { Config } from '../../../../../src/kernel/config/env.js';
import { LibraryIdentityParser } from '../../../../../src/kernel/identity/identity-parser.js';
import {
  configs,
  hibpBreach,
  LEAKCHECK_SAMPLE,
  leakCheck,
  leakCheckTerm,
  OFF,
  OTHER_SUFFIX,
  rangeOf,
} from '../../../../support/breach-providers.js';
import { type JsonProvider, type ProviderReply, type SeenRequest, startJsonProvider } from '../../../../support/json-provider.js';

const ALICE = 'alice+x@example.com';
const LISTED = [
  hibpBreach('Adobe', { IsStealerLog: false, DataClasses: ['Email addresses', 'Passwords'] }),
  hibpBreach('Logs', { IsStealerLog: true, BreachDate: '2021-01-01', DataClasses: ['Passwords'] }),
  hibpBreach('Invented', { IsFabricated: true }),
  hibpBreach('Private', { IsSensitive: true }),
];
const ADOBE = {
  name: 'Adobe',
  date: '2013-10-04',
  domain: 'adobe.example.com',
  dataClasses: ['Email addresses', 'Passwords'],
  stealerLog: false,
};
const LOGS = { name: 'Logs', date: '2021-01-01', domain: null, dataClasses: ['Passwords'], stealerLog: true };

let provider: JsonProvider;
let http: ProviderHttp;
beforeEach(async () => {
  provider = await startJsonProvider();
  provider.replies.set('/hibp/breaches', { json: LISTED });
  http = createProviderHttp();
});
afterEach(() => {
  vi.useRealTimers();
  return Promise.all([http.close(), provider.close()]);
});

const budget = (budgetMs = 5_000) => ({ signal: new AbortController().signal, budgetMs });

async function opened<T>(config: Partial<Config>, use: (module: BreachModule) => Promise<T>): Promise<T> {
  const module = createBreachSearch({ config: { ...OFF, ...config }, http, index: null, gapMs: 0 });
  try {
    return await use(module);
  } finally {
    await module.close();
  }
}
const search = (value: string, config: Partial<Config> = configs(provider.url).haveibeenpwned, budgetMs?: number) =>
  opened(config, async (module) => module.search?.search({ type: 'email', value }, budget(budgetMs)));

const { path, prefix, suffix } = rangeOf(ALICE);
const replyInRange = (reply: ProviderReply): unknown => provider.replies.set(`/hibp${path}`, reply);
const entry = (websites: readonly unknown[], hashSuffix: string = suffix) => ({ hashSuffix, websites });
const pathsSeen = () => [...new Set(provider.seen.map((request) => request.path))].sort();

/** Everything that a provider was sent. */
const logOf = (requests: readonly SeenRequest[]): string[] =>
  requests.map(({ method, url, headers, body }) => JSON.stringify([method, url, headers, body])).sort();

describe('what providers see of an address', () => {
  const identities = new LibraryIdentityParser();
  const addresses = fc
    .emailAddress()
    .map((address) => identities.email(address))
    .filter((address) => address !== null);

  /** The log of a search, with the digits that providers may see in place of the address written as what they are. */
  async function logOfSearch(address: string, isListed: boolean) {
    provider.seen.length = 0;
    const range = rangeOf(address);
    const own = isListed ? [entry(['Adobe'], range.suffix)] : [];
    provider.replies.set(`/hibp${range.path}`, { json: [OTHER_SUFFIX, ...own] });
    provider.replies.set('/public', leakCheck({ json: { success: false, error: 'Not found' } }));
    const { haveibeenpwned, leakcheck } = configs(provider.url);
    const finding = await search(address, { ...haveibeenpwned, ...leakcheck });
    expect(finding?.facts).toEqual(isListed ? [ADOBE] : []);
    const log = logOf(provider.seen);
    const masked = log.map((line) =>
      line
        .replace(`/range/${range.prefix.toLowerCase()}"`, '/range/SIX"')
        .replace(`check=${leakCheckTerm(address)}"`, 'check=TWENTY_FOUR"'),
    );
    return { log: log.join('\n').toLowerCase(), masked: masked.sort() };
  }

  it('is six digits of a digest, or twenty-four: never the address, its local part or a whole hash', async () => {
    const { masked: constant } = await logOfSearch('somebody@example.org', false);
    const texts = constant.join('\n').toLowerCase();
    await fc.assert(
      fc.asyncProperty(addresses, fc.boolean(), async (address, isListed) => {
        const { log, masked } = await logOfSearch(address, isListed);
        // The same requests for everybody, but for these digits: nothing else can tell of the address.
        expect(masked).toEqual(constant);
        const [local = ''] = address.toLowerCase().split('@');
        for (const form of [
          address,
          encodeURIComponent(address),
          Buffer.from(address).toString('base64'),
          Buffer.from(address).toString('hex'),
        ])
          expect(log).not.toContain(form.toLowerCase());
        if (!texts.includes(local) && !/^[0-9a-f]{1,24}$/.test(local)) expect(log).not.toContain(local);
        for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
          for (const text of [address, address.toLowerCase()]) expect(log).not.toContain(createHash(algorithm).update(text).digest('hex'));
      }),
      { numRuns: 60 },
    );
  });

  it('is nothing where it has letters that a provider may write otherwise', async () => {
    expect(await search('jos\u00e9@example.com')).toMatchObject({ facts: null, notes: [{ failure: 'not_applicable' }] });
    expect(provider.seen).toEqual([]);
  });

  it.each([
    ['plan without k-anonymity', 'forbidden', 'unauthorized'],
    ['key that is refused', 'key refused', 'unauthorized'],
    ['404', 'page for 404', 'refused'],
    ['429', 'too many', 'rate_limited'],
    ['server error', 'server error', 'unreachable'],
  ] as const)('is no more after a %s', async (_, fault, failure) => {
    replyInRange(fault);
    expect(await search(ALICE)).toMatchObject({ facts: null, notes: [{ failure }] });
    expect(pathsSeen()).toEqual([`/hibp${path}`, '/hibp/breaches']);
  });

  it('is not in what is asked about its breaches: the list of all of them, once for many', async () => {
    replyInRange({ json: [entry(['Adobe'])] });
    await opened(configs(provider.url).haveibeenpwned, async (module) => {
      for (const _ of [1, 2, 3])
        expect(await module.search?.search({ type: 'email', value: ALICE }, budget())).toMatchObject({ facts: [ADOBE] });
    });
    expect(pathsSeen()).toEqual([`/hibp${path}`, '/hibp/breaches']);
    expect(provider.seen.filter((request) => request.path === '/hibp/breaches')).toHaveLength(1);
    expect(provider.seen.find((request) => request.path === '/hibp/breaches')?.headers).not.toHaveProperty('hibp-api-key');
  });
});

describe('a range', () => {
  const lastDigit = suffix.endsWith('0') ? '1' : '0';

  it('tells nothing of a sensitive breach: it is left out, and who is in none besides is not "in none"', async () => {
    replyInRange({ json: [entry(['Private', 'Adobe'])] });
    expect(await search(ALICE)).toMatchObject({ facts: [ADOBE] });
    for (const alone of [['Private'], ['Private', 'Invented']]) {
      replyInRange({ json: [entry(alone)] });
      expect(await search(ALICE), alone.join()).toMatchObject({ facts: null, notes: [{ failure: 'unknown' }] });
    }
  });

  it('tells the breaches of the one suffix, with what they exposed, in either case and once', async () => {
    replyInRange({ json: [OTHER_SUFFIX, entry(['Logs', 'Adobe', 'Invented'], suffix.toLowerCase()), entry(['Adobe'])] });
    expect(await search(ALICE)).toMatchObject({ facts: [LOGS, ADOBE], notes: [{ failure: null, codes: ['in_breaches'] }] });
    expect(prefix).toHaveLength(6);
  });

  it('of others, whose suffixes differ in one digit, says "in none"', async () => {
    replyInRange({ json: [entry(['Adobe'], `${suffix.slice(0, -1)}${lastDigit}`), entry(['Logs'], `${suffix.slice(1)}0`)] });
    expect(await search(ALICE)).toMatchObject({ facts: [], notes: [{ failure: null, codes: ['in_no_breach'] }] });
  });

  it('is read whole, however many share it', async () => {
    const others = Array.from({ length: 5_000 }, (_, at) => entry(['Logs'], at.toString(16).padStart(34, '0')));
    replyInRange({ json: [...others, entry(['Adobe'])] });
    expect((await search(ALICE))?.facts).toEqual([ADOBE]);
  });

  it.each<[string, ProviderReply]>([
    ['empty', { json: [] }],
    ['a page of it', { json: { matches: [OTHER_SUFFIX], hasMore: true, nextOffset: 25 } }],
    ['a part of it', { status: 206, json: [OTHER_SUFFIX] }],
    ['of suffixes that are cut', { json: [entry([], suffix.slice(1))] }],
    ['of whole hashes', { json: [entry([], `${prefix}${suffix}`)] }],
    ['without names', { json: [{ hashSuffix: suffix }] }],
    ['of names that are none', { json: [entry([null])] }],
    ['of lines, as of passwords', { text: `${suffix}:3` }],
  ])('that is %s is no answer', async (_, reply) => {
    replyInRange(reply);
    expect(await search(ALICE)).toMatchObject({ facts: null, notes: [{ failure: 'malformed' }] });
  });

  it('that lists the address in nothing is neither "in none" nor a breach', async () => {
    replyInRange({ json: [entry([])] });
    expect(await search(ALICE)).toMatchObject({ facts: null, notes: [{ failure: 'unknown' }] });
  });

  it('with a breach that the list of all of them does not have tells the others, and alone nothing', async () => {
    replyInRange({ json: [entry(['Adobe', 'Unlisted'])] });
    expect(await search(ALICE)).toMatchObject({ facts: [ADOBE], notes: [{ codes: ['in_breaches', 'breaches_without_date'] }] });
    replyInRange({ json: [entry(['Unlisted'])] });
    expect((await search(ALICE))?.facts).toBeNull();
  });

  it.each(['hang', 'server error', 'garbage', 'empty list'] as const)(
    'says nothing while the list of breaches does not come (%s), in time',
    async (fault) => {
      provider.replies.set('/hibp/breaches', fault);
      replyInRange({ json: [entry(['Adobe'])] });
      expect(await search(ALICE, undefined, 700)).toMatchObject({
        facts: null,
        notes: [{ failure: null, codes: ['in_breaches', 'breaches_without_date'] }],
      });
      // Who is in no breach needs no list.
      replyInRange({ json: [OTHER_SUFFIX] });
      expect((await search(ALICE, undefined, 700))?.facts).toEqual([]);
    },
  );
});

describe('LeakCheck', () => {
  const NONE = { json: { success: false, error: 'Not found' } };
  const own = leakCheckTerm(ALICE);
  const terms = () => provider.seen.map(({ query }) => query.get('check'));

  it('is asked about its own sample once a day, and about addresses only where it finds that by digest', async () => {
    await opened(configs(provider.url).leakcheck, async ({ search: found }) => {
      const ask = () => found?.search({ type: 'email', value: ALICE }, budget());
      provider.replies.set('/public', NONE);
      expect(await ask()).toMatchObject({ facts: null, notes: [{ failure: 'unknown' }] });
      provider.replies.set('/public', leakCheck(NONE));
      expect(await ask()).toMatchObject({ facts: [] });
      expect(await ask()).toMatchObject({ facts: [] });
    });
    expect(terms()).toEqual([LEAKCHECK_SAMPLE, LEAKCHECK_SAMPLE, own, own]);
  });

  it('is asked once a second at most: lookups at once share its sample and wait for each other, within their budgets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let free = 0;
    const asked: (string | null)[] = [];
    const limited: ProviderHttp = {
      ...http,
      async getJson(url) {
        asked.push(new URL(url).searchParams.get('check'));
        const isEarly = performance.now() < free;
        free = performance.now() + 1_000;
        if (isEarly) return { failure: 'rate_limited' };
        const found = { success: true, found: 1, sources: [{ name: 'Sample', date: '2019-07' }] };
        return { status: 200, body: asked.at(-1) === LEAKCHECK_SAMPLE ? found : NONE.json };
      },
    };
    const { leakcheck } = configs(provider.url);
    const module = createBreachSearch({ config: { ...OFF, ...leakcheck }, http: limited, index: null });
    const ask = (value: string) => module.search?.search({ type: 'email', value }, budget(3_000));
    const answers = Promise.all(['ada@example.com', 'grace@example.com', 'late@example.com'].map(ask));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answers).toMatchObject([{ facts: [] }, { facts: [] }, { facts: null, notes: [{ failure: 'timeout' }] }]);
    expect(asked).toEqual([LEAKCHECK_SAMPLE, leakCheckTerm('ada@example.com'), leakCheckTerm('grace@example.com')]);
    await module.close();
  });

  it('is not asked by digest about an address beyond ASCII', async () => {
    const finding = await search('jos\u00e9@example.com', configs(provider.url).leakcheck);
    expect(finding).toMatchObject({ facts: null, notes: [{ failure: 'not_applicable' }] });
    expect(terms()).toEqual([]);
  });
});
