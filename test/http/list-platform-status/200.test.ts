import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROOFS } from '../../../src/engine/catalogue/rules/rule-proof.js';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

interface Entry {
  readonly platform: string;
  readonly tags: string[];
  readonly strength: string;
  readonly instant: string[];
  readonly health: {
    readonly queryType: string;
    readonly status: string;
    readonly strength: string;
    readonly mayDeny: string;
    readonly proof: Readonly<Record<'registered' | 'absent', string | null>>;
  }[];
}
interface Page {
  readonly total: number;
  readonly counts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly platforms: Entry[];
  readonly nextCursor: string | null;
}
const PATH = '/v2/platforms';
const SITES = 10;

/** How many of the listed rules have each proof for one side. */
const proofsOf = (rules: Entry['health'], side: 'registered' | 'absent') =>
  Object.fromEntries(PROOFS.map((proof) => [proof, rules.filter((each) => each.proof[side] === proof).length]));

describe('listPlatformStatus', () => {
  let service: Service;
  let key: string;
  let accountId: string;
  beforeAll(async () => {
    service = await startBareApi();
    ({ key, accountId } = await service.account());
  });
  afterAll(() => service.close());

  const list = async (query = ''): Promise<Page> => {
    const response = await service.call('GET', `${PATH}${query}`, { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    return response.body;
  };
  const slugsOf = ({ platforms }: Pick<Page, 'platforms'>): string[] => platforms.map(({ platform }) => platform);

  it('without parameters it is the whole list in the order of slugs, and bills nothing', async () => {
    const whole = await list();
    expect(whole).toMatchObject({ total: SITES, nextCursor: null });
    expect(slugsOf(whole)).toEqual(slugsOf(whole).toSorted());
    expect(new Set(slugsOf(whole)).size).toBe(SITES);
    await expectUnbilled(service, accountId);
  });

  it('pages of any size hold each platform once, in order, and the last one says so', async () => {
    const whole = await list();
    for (const limit of [1, 3, SITES, 1_000]) {
      const pages: Page[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        pages.push(page);
        cursor = page.nextCursor;
      }
      expect(pages.flatMap(({ platforms }) => platforms)).toEqual(whole.platforms);
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => SITES));
      expect(pages).toHaveLength(Math.ceil(SITES / limit));
    }
  });

  it('filters keep exactly the entries that meet all of them, and count those', async () => {
    const { platforms } = await list();
    const tag = platforms[0]?.tags[0] as string;
    const cases: [string, (entry: Entry) => boolean][] = [
      [`tag=${tag}`, ({ tags }) => tags.includes(tag)],
      ['tag=no-such-tag', () => false],
      ['strength=strong', ({ strength }) => strength === 'strong'],
      ['queryType=email', ({ health }) => health.some(({ queryType }) => queryType === 'email')],
      ['status=untested', ({ health }) => health.length > 0 && health.every(({ status }) => status === 'untested')],
      ['status=uncalibrated', () => false],
      ['status=healthy&queryType=username', () => false],
      ['instant=true', ({ instant }) => instant.length > 0],
      ['instant=true&queryType=username&strength=strong', ({ instant, strength }) => instant.includes('username') && strength === 'strong'],
    ];
    for (const [query, isWanted] of cases) {
      const expected = platforms.filter(isWanted);
      const { counts, ...page } = await list(`?${query}`);
      expect([query, page]).toEqual([query, { total: expected.length, platforms: expected, nextCursor: null }]);
      const rules = expected.flatMap(({ health }) => health);
      for (const [type, counted] of Object.entries(counts)) {
        const ofType = rules.filter(({ queryType }) => queryType === type);
        expect([query, type, counted]).toEqual([
          query,
          type,
          {
            platforms: ofType.length,
            mayDeny: ofType.filter(({ mayDeny }) => mayDeny === 'yes').length,
            mayDenyWithControlAccount: ofType.filter(({ mayDeny }) => mayDeny === 'with_control_account').length,
            uncalibrated: 0,
            liveChecked: 0,
            proofs: { registered: proofsOf(ofType, 'registered'), absent: proofsOf(ofType, 'absent') },
          },
        ]);
      }
    }
    const first = await list('?queryType=username&limit=2');
    const rest = await list(`?queryType=username&cursor=${first.nextCursor}`);
    expect(slugsOf(first).concat(slugsOf(rest))).toEqual(
      platforms.filter(({ health }) => health.some(({ queryType }) => queryType === 'username')).map(({ platform }) => platform),
    );
  });

  it.each(['', '?strength=strong', '?limit=2'])('a client that holds the list%s is told so with 304, without a body', async (query) => {
    const first = await service.call('GET', `${PATH}${query}`, { key });
    const etag = first.headers.get('etag') as string;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await service.call('GET', `${PATH}${query}`, { key, headers: { 'if-none-match': `"another", ${etag}` } });
    expect({ status: again.status, text: again.text, etag: again.headers.get('etag') }).toEqual({ status: 304, text: '', etag });
    expectCommonHeaders(again);
    const other = await service.call('GET', `${PATH}${query}`, { key, headers: { 'if-none-match': 'W/"another"' } });
    expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: first.text });
  });

  it('a platform that changes its state changes the tag', async () => {
    const before = await service.call('GET', PATH, { key });
    const [{ platform }] = (before.body as Page).platforms as [Entry];
    await service.record.backoffs.backOff(platform, 60, 'too many requests');
    await expect
      .poll(
        async () => (await service.call('GET', PATH, { key, headers: { 'if-none-match': before.headers.get('etag') as string } })).status,
        { timeout: 90_000, interval: 200 },
      )
      .toBe(200);
    const after = await list();
    expect(after.platforms[0]?.health[0]?.status).toBe('backing_off');
  });
});
