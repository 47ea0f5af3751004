import { expect, it } from 'vitest';
import { parseUrl } from '../../../../src/kernel/values/parse-url.js';

it('a URL with letters beyond ASCII is read in a process that has read a hundred thousand, as in one that has read none', () => {
  const read = new Set(Array.from({ length: 100_000 }, () => parseUrl('https://bücher.example/süß?q=ñ')?.href));
  expect([...read]).toEqual(['https://xn--bcher-kva.example/s%C3%BC%C3%9F?q=%C3%B1']);
});

it.each([
  ['/a', 'https://example.com/b'],
  ['//example.org/a', 'https://example.com'],
  ['https://example.com', undefined],
])('%s from %s is what the platform makes of it', (text, base) => {
  expect(parseUrl(text, base)?.href).toBe(new URL(text, base).href);
});

it.each(['', 'example.com', '/relative', 'https://', 'https://a b/'])('%j alone is none', (text) => {
  expect(parseUrl(text)).toBeNull();
});
