import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, escapeJson, escapeRegExp } from '../../../../src/kernel/values/escape.js';

it('an escaped text is found as it is by an expression, with the flag `u` and without', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', 'u'), (text, flags) => {
      expect(new RegExp(`^${escapeRegExp(text)}$`, flags).test(text)).toBe(true);
    }),
  );
});

it('HTML and JSON show what they are given', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
  expect(JSON.parse(`"${escapeJson('"\n\\')}"`)).toBe('"\n\\');
});
