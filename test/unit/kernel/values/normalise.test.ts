import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { slugify } from '../../../../tools/importers/slugs.js';
import { deniedTerm } from '../../../../src/kernel/values/denylist.js';
import { breachKey } from '../../../../src/facts/breaches/normalize.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import { pageFingerprint } from '../../../../src/engine/evaluation/page-fingerprint.js';
import { hasFullRun, MAX_MARKS, normalise } from '../../../../src/kernel/values/normalise.js';
import { createPageCheck } from '../../../../src/facts/mentions/sources/page-check.js';
import type { GuardedHttp } from '../../../../src/kernel/net/guarded-http/index.js';
import { parseHost } from '../../../../src/kernel/net/guarded-http/target.js';
import { textOf, textRecipe, watchNormalisation } from '../../../support/normalise-spy.js';

const FORMS = ['NFC', 'NFD', 'NFKC'] as const;
/** Marks of several classes, one of class 0 that decomposes to two others, and a letter that decomposes to a mark. */
const mark = fc.constantFrom('\u0315', '\u0300', '\u0323', '\u0344', '\u0f73', '\u0903', '\u{1d165}', '\uff9e');
const marks = (size: fc.ArrayConstraints) => fc.array(mark, size).map((all) => all.join(''));
const PAGE_SIZES = [0, 10, 31, 1_000, 100_000];

describe('normalise', () => {
  it('is the normal form of every text with at most 30 marks in a row', () => {
    const word = fc.tuple(fc.constantFrom('a', 'é', 'か', '한', ' ', '\ud800'), marks({ maxLength: MAX_MARKS }));
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(...FORMS), (words, form) => {
        const text = words.flat().join('');
        expect(normalise(text, form)).toBe(text.normalize(form));
      }),
    );
  });

  it('cuts the rest of a longer run off, and nothing else', () => {
    fc.assert(
      fc.property(marks({ minLength: MAX_MARKS, maxLength: MAX_MARKS }), marks({ minLength: 1, maxLength: 500 }), (kept, cut) => {
        expect(normalise(`a${kept}${cut}b\u0301c`)).toBe(`a${kept}b\u0301c`.normalize());
      }),
    );
  });

  it('never makes a text equal to one without so many marks', () => {
    const few = marks({ maxLength: MAX_MARKS - 1 }).filter((text) => !hasFullRun(text));
    fc.assert(
      fc.property(few, marks({ minLength: MAX_MARKS, maxLength: 60 }), (identity, page) => {
        expect(normalise(`a${page}`)).not.toBe(normalise(`a${identity}`));
      }),
    );
    fc.assert(fc.property(marks({ minLength: MAX_MARKS, maxLength: 60 }), (page) => hasFullRun(`a${page}`)));
  });

  it('no identity has 30 marks in a row', () => {
    const parser = new LibraryIdentityParser();
    for (const [count, accepted] of [
      [29, true],
      [30, false],
      [31, false],
    ] as const) {
      const name = `q${'\u0323'.repeat(count)}`;
      expect([parser.username(name) !== null, 'value' in parser.detect(name)]).toEqual([accepted, accepted]);
      expect(parser.email(`q${'\u0323'.repeat(Math.min(count, 31))}@example.com`) !== null).toBe(accepted);
    }
  });
});

describe('texts of others', () => {
  const look = watchNormalisation();
  /** @param limitFor longest text that may be normalised for one of this length: tags, escapes and lower case make it longer */
  const check = (read: (text: string) => unknown, limitFor = (length: number) => length, sizes = PAGE_SIZES): void => {
    let calls = 0;
    fc.assert(
      fc.property(textRecipe(sizes), (recipe) => {
        const text = textOf(recipe);
        read(text);
        const seen = look(limitFor(text.length));
        calls += seen.calls;
        expect(seen.bad).toEqual([]);
      }),
    );
    expect(calls).toBeGreaterThan(0);
  };

  const sides: Evidence[] = [
    { status: [200], contains: ['<b>{username}'] },
    { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
    { status: [200], bodyEquals: '{username}' },
    { status: [200], headers: { 'x-user': '{username}' } },
  ];
  it.each(sides)('a platform: %j', (registered) => {
    const rule: ProbeRule = {
      method: 'public_api',
      request: { method: 'GET', url: 'https://platform.example.com/{username}' },
      safety: { basis: 'documented_api', reviewed: '2026-01-01', reason: 'reads a public profile' },
      registered,
      absent: { status: [404], contains: ['{username} is free'] },
      blockPages: ['come back later'],
    };
    const url = 'https://platform.example.com/ada-example';
    const read = (text: string) => {
      for (const status of [200, 404])
        for (const [type, body] of [
          ['text/html', `<title>${text}</title><h1>${text}</h1>${text}`],
          ['application/json', JSON.stringify({ login: text, message: text })],
          ['text/plain', text],
        ] as const)
          evaluateResponse(
            rule,
            { username: 'ada-example' },
            { status, headers: { 'content-type': type, 'x-user': text, location: text }, body, url },
          );
    };
    check(read, (length) => 12 * length + 200, [0, 10, 31, 1_000, 20_000]);
  });

  it('the fingerprint of a page', () =>
    check(
      (text) => pageFingerprint(text, 'ada-example'),
      () => 16_384,
    ));
  it('names of breaches', () => check(breachKey));
  it('addresses and names in rules', () =>
    check(
      (text) => [deniedTerm(text), deniedTerm(encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))), slugify(text)],
      (length) => 9 * length,
    ));
  it('host names', () => check(parseHost, () => 1_024));

  it.each(['text/html', 'text/plain'])('a page that mentions somebody: %s', async (type) => {
    let body = '';
    const answer = () => ({ ok: true, status: 200, headers: { 'content-type': type }, body: Buffer.from(body) });
    const http = { request: async () => answer() } as unknown as GuardedHttp;
    const page = createPageCheck({ http, userAgent: 'test' });
    const signal = new AbortController().signal;
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(textRecipe([...PAGE_SIZES, 1_048_576]), async (recipe) => {
        body = `<p>${textOf(recipe)} ada-example </p>`;
        await page.check('https://page.example/ada', 'ada-example', 3_000, signal);
        const seen = look(body.length);
        calls += seen.calls;
        expect(seen.bad).toEqual([]);
      }),
      { numRuns: 30 },
    );
    expect(calls).toBeGreaterThan(0);
  });
});
