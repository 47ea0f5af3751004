import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureText, literalPrefix, MAX_CAPTURE, MIN_PREFIX, readCapture } from '../../../../src/engine/evaluation/capture.js';

const TOKEN = 'token="([^"]*)"';

describe('a text that is captured from a page', () => {
  it('is the group of the first match', () => {
    expect(captureText(TOKEN, 'a token="one" and token="two"')).toBe('one');
    expect(captureText(TOKEN, 'token=one')).toBeNull();
    expect(captureText('token=".*"', 'token="one"')).toBeNull();
  });

  it('is looked for behind matches that do not hold it', () => {
    expect(captureText('token(=\\w)?;', 'token; token=a;')).toBe('=a');
    expect(captureText(TOKEN, 'token="token="two"')).toBe('token=');
  });

  it('needs an expression that begins with four constant characters at least', () => {
    expect(MIN_PREFIX).toBe(4);
    expect([captureText('tok(.)', 'token'), captureText('toke(.)', 'token')]).toEqual([null, 'n']);
  });

  it('is found at one of the first hundred places that begin alike, and not behind them', () => {
    const behind = (positions: number) => captureText('token=(\\d)', `${'token=x '.repeat(positions)}token=1`);
    expect([behind(99), behind(100)]).toEqual(['1', null]);
  });

  it('is no longer than what one attempt sees of the page', () => {
    const value = (length: number) => captureText(TOKEN, `token="${'a'.repeat(length)}"`)?.length ?? null;
    expect([value(6_100), value(6_200)]).toEqual([6_100, null]);
  });
});

describe('the constant beginning of an expression', () => {
  it.each([
    ['token="([^"]+)"', 'token="'],
    ['a\\.b\\/c/d(e)', 'a.b/c/d'],
    ['name\\d', 'name'],
    ['abc*', 'ab'],
    ['abc+', 'ab'],
    ['abc?', 'ab'],
    ['abc{2}', 'ab'],
    ['a\\.*b', 'a'],
    ['ab|cd', 'ab'],
    ['^abc', ''],
    ['abc$', 'abc'],
    ['a.c', 'a'],
    ['[a]b', ''],
    ['😀é(x)', '😀é'],
    ['', ''],
  ])('of %s is "%s"', (source, prefix) => expect(literalPrefix(source)).toBe(prefix));

  it('is how every match of an expression without alternatives begins', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z"=/]{1,12}$/), fc.constantFrom('', '*', '+', '?', '{2}', '\\.', '.', '(x)'), (text, end) => {
        const prefix = literalPrefix(`${text}${end}`);
        expect(text.startsWith(prefix.replace(/\.$/, ''))).toBe(true);
        expect(prefix.length).toBeGreaterThanOrEqual(text.length - 1);
      }),
    ));
});

describe('a capture', () => {
  const response = { status: 200, headers: { 'x-token': 'abc' }, body: 'token="def"', url: 'https://example.com/' };
  const json = (value: unknown) => readCapture({ json: '/a' }, response, { a: value });

  it('is of a header in whatever case, of a text, or of a text or number in JSON', () => {
    expect(readCapture({ header: 'X-Token' }, response, undefined)).toBe('abc');
    expect(readCapture({ text: TOKEN }, response, undefined)).toBe('def');
    expect([json('x'), json(7)]).toEqual(['x', '7']);
  });

  it('is none where there is nothing, or nothing of a kind that can be sent', () => {
    expect(readCapture({ header: 'other' }, response, undefined)).toBeNull();
    expect(readCapture({ text: 'other="(.*)"' }, response, undefined)).toBeNull();
    expect(readCapture({ json: '/a' }, response, undefined)).toBeNull();
    expect([json(null), json(true), json({}), json(['x'])]).toEqual([null, null, null, null]);
  });

  it('is none when it is empty, or longer than four kilobytes', () => {
    expect([json(''), json('a'.repeat(MAX_CAPTURE))?.length, json('a'.repeat(MAX_CAPTURE + 1))]).toEqual([null, MAX_CAPTURE, null]);
  });
});
