/** A "yes" that does not name the account: of an id that is somebody else's, of a page of the site, of a page for any name of letters. */
import { describe, expect, it } from 'vitest';
import { structureFingerprint } from '../../../src/engine/evaluation/structure-fingerprint.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, honest, no, NOBODY, setUp, SIMILAR, yes } from '../support/verdict-fixture.js';

const typed: ProbeRule = {
  ...bare,
  request: { method: 'GET', url: 'https://platform.example.com/users/{username}' },
  registered: { status: [200], contains: ['class="wrap"', '{username}'] },
  absent: { status: [404], contains: ['Page not found'] },
};
const weak: ProbeRule = { ...bare, request: typed.request };
/** An address whose answer names the account itself. */
const named: ProbeRule = { ...typed, registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] } };

const like = (value: string): string => (/^\d+$/.test(value) ? '7'.repeat(value.length) : `${SIMILAR}${value.length}`);
const lookAt = (rule: ProbeRule, requestClass: 'async' | 'instant' = 'async') => setUp(rule, requestClass, like);

const page = (kind: 'profile' | 'list' | 'root', name: string): string => {
  const parts = ['card', 'avatar', 'name', 'stats', 'stat', 'bio', 'joined'].map(
    (part) => `<div class="${kind}-${part}"><b>${name}</b></div>`,
  );
  return `<body class="site"><nav class="top"></nav><main class="wrap">${parts.join('')}</main></body>`;
};
const shown = (kind: Parameters<typeof page>[0], name: string): Verdict => ({
  ...(yes as Extract<Verdict, { state: 'registered' }>),
  structure: structureFingerprint(page(kind, name), name),
});

describe('digits alone', () => {
  it.each([
    ['typed', typed],
    ['weak', weak],
  ] as const)('are ids of others where every number of their length reads registered (%s)', async (_, rule) => {
    const { look, later } = lookAt(rule);
    later(0, (probed) => (/^\d{1,8}$/.test(probed) ? yes : honest(probed)));
    for (const id of ['1985', '20042004', '7654321']) expect((await look(id)).verdict).toBe('unconfirmed');
  });

  it('are a name where numbers read absent, and where the answer names the account nothing more is asked', async () => {
    const { look, later } = lookAt(typed);
    later(0, (probed) => (probed === '20042004' ? yes : honest(probed)));
    expect((await look('20042004')).verdict).toBe('registered');
    const asJson = lookAt(named);
    asJson.later(0, (probed) => (probed === '20042004' ? yes : honest(probed)));
    await asJson.look('20042004');
    expect(await asJson.look('20042004')).toEqual({ verdict: 'registered', probed: ['20042004'] });
  });

  it('are ids too where the newest id has as many digits and half of them are free', async () => {
    const { look, later } = lookAt(typed);
    later(0, (probed) => (/^\d+$/.test(probed) && Number(probed) < 5_000_000 ? yes : honest(probed)));
    expect((await look('4000000')).verdict).toBe('unconfirmed');
  });
});

describe('a marker that a site shows for any name of letters', () => {
  it('confirms nobody, and costs a request for each form, as long as the control counts', async () => {
    const { look, later } = lookAt(typed);
    later(0, (probed) => (/^[a-z0-9]+$/.test(probed) && probed !== 'qxzvbnmk' ? yes : no(NOBODY)));
    expect((await look('ghost')).verdict).toBe('unconfirmed');
    expect(await look('spectre')).toEqual({ verdict: 'unconfirmed', probed: ['spectre'] });
  });

  it('is controlled once for names of one form, of whatever length', async () => {
    const { look, later } = lookAt(typed);
    later(0, (probed) => (['northwind', 'ada', 'grace', 'ada_1'].includes(probed) ? yes : no(NOBODY)));
    await look('nobody');
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'similar'] });
    expect(await look('grace')).toEqual({ verdict: 'registered', probed: ['grace'] });
    expect(await look('ada_1')).toEqual({ verdict: 'registered', probed: ['ada_1', 'similar'] });
    later(7 * 60);
    expect((await look('ada')).probed).toContain('similar');
  });

  it('is controlled beside the request of an instant lookup, and not again', async () => {
    const { look } = lookAt(typed, 'instant');
    await look('nobody');
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada'] });
  });
});

describe('a page of the site beside its accounts', () => {
  const site =
    (words: RegExp, people: readonly string[] = []) =>
    (probed: string): Verdict => {
      if (probed === 'root') return shown('root', '');
      if (words.test(probed)) return shown('list', probed);
      return ['northwind', 'contoso', 'ada', ...people].includes(probed) ? shown('profile', probed) : no(NOBODY);
    };

  it.each([
    ['typed', typed],
    ['weak', weak],
  ] as const)('is nobody, inside and outside of the table of words (%s)', async (_, rule) => {
    const { look, later } = lookAt(rule);
    later(0, site(/^(?:new|search|me|all|zwirbel)$/));
    for (const word of ['new', 'search', 'me', 'all', 'zwirbel']) expect((await look(word)).verdict).toBe('site_page');
    expect((await look('ada')).verdict).toBe('registered');
  });

  it('is somebody where the word is an account', async () => {
    const { look, later } = lookAt(typed);
    later(0, site(/^new$/, ['search', 'about', 'settings']));
    for (const word of ['search', 'about', 'settings', 'ada']) expect((await look(word)).verdict).toBe('registered');
    expect((await look('new')).verdict).toBe('site_page');
  });

  it('at the root of a site too, where somebody is called by the word that is asked for', async () => {
    const { look, later } = lookAt({ ...bare });
    later(0, site(/^jobs$/, ['about', 'privacy']));
    for (const word of ['about', 'ada']) expect((await look(word)).verdict).toBe('registered');
    expect((await look('jobs')).verdict).toBe('site_page');
  });

  it('is omitted by the table where nothing can be compared, and others count', async () => {
    const { look } = lookAt({ ...typed, positiveControls: ['northwind'] });
    expect((await look('ada')).verdict).toBe('registered');
    const { look: lookUp, later } = lookAt(typed);
    later(0, (probed) => (probed === 'search' ? yes : honest(probed)));
    expect((await lookUp('search')).verdict).toBe('reserved_name');
  });
});
