import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogueFile } from '../../../../src/engine/catalogue/catalogue-files.js';
import { requestViolation } from '../../../../src/engine/catalogue/safety/check-request.js';
import { templateViolation } from '../../../../src/engine/catalogue/safety/check-template.js';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import type { Json } from '../../../../src/kernel/values/json.js';
import { renderTemplate } from '../../../../src/engine/evaluation/template.js';
import { context, platformFile, usernameRule } from './rules.js';

const LETTERS = fc.string({ unit: fc.constantFrom(...'bcdfghjklmnpqrtvwxyz'), minLength: 1, maxLength: 6 });
const casing = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text[0]?.toUpperCase() + text.slice(1),
);
const around = (word: string) =>
  fc
    .tuple(LETTERS, LETTERS, fc.constantFrom('-', '_', '.', '[', ' '), casing)
    .map(([before, after, gap, cased]) => `${before}${gap}${cased(word)}${gap}${after}`);

/** Puts a field somewhere into a body. */
const buried = (name: string): fc.Arbitrary<Json> =>
  fc
    .tuple(fc.array(fc.oneof(LETTERS, fc.constant(null)), { maxLength: 5 }), fc.jsonValue())
    .map(([path, value]) =>
      path.reduce<Json>((inner, step) => (step === null ? [1, inner] : { [step]: inner, other: true }), { [name]: value as Json }),
    );

test('an entry with a password field anywhere is refused, whatever its review says', () => {
  const field = fc.constantFrom('password', 'passwd', 'pwd', 'pin', 'secret', 'passphrase').chain(around);
  fc.assert(
    fc.property(
      field.chain((name) => fc.tuple(fc.constant(name), buried(name))),
      fc.boolean(),
      ([name, body], inQuery) => {
        const url = inQuery
          ? `https://api.example.com/?user={username}&${encodeURIComponent(name)}=x`
          : 'https://api.example.com/{username}';
        const rule = inQuery ? context({ url }) : context({ method: 'POST', url, body: { json: body } });
        expect(templateViolation(rule, 'operator')).not.toBeNull();
      },
    ),
  );
});

test('an entry whose path, query or body says a forbidden word is refused, however it is spelt', () => {
  const word = fc.constantFrom(
    'reset',
    'forgot',
    'recover',
    'recovery',
    'otp',
    'magic',
    'send',
    'resend',
    'remind',
    'invite',
    'notify',
    'sms',
    'delete',
    'unsubscribe',
    'subscribe',
    'passwordless',
  );
  const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  fc.assert(
    fc.property(
      word.chain(around),
      fc.constantFrom('path', 'query name', 'query value', 'body'),
      fc.boolean(),
      (verdict, position, hide) => {
        const text = hide ? percent(verdict) : encodeURIComponent(verdict);
        const at = {
          path: `${text}/{username}`,
          'query name': `{username}?${text}=1`,
          'query value': `{username}?a=${text}`,
          body: '{username}',
        }[position];
        const body = position === 'body' ? { method: 'POST' as const, body: { form: { action: verdict } } } : {};
        expect(templateViolation(context({ url: `https://api.example.com/${at}`, ...body }), 'shipped')).not.toBeNull();
      },
    ),
  );
});

test('the harm rule answers any text, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (text, json, headers) => {
      const rule = context({ method: 'POST', url: `https://api.example.com/${text}`, headers, body: { json: json as Json } });
      expect([null, 'string']).toContain(templateViolation(rule, 'operator') === null ? null : 'string');
    }),
  );
});

test('a filled template is always the rule’s own request; one with more in the path never is', () => {
  const rule = usernameRule({ request: { method: 'GET', url: 'https://api.example.com/users/{username}/about.json?limit=1' } });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cs}/u.test(text) && !/^\.{1,2}$/.test(text)),
      (username) => {
        const url = renderTemplate(rule.request.url, { username }, encodeURIComponent);
        expect(requestViolation(rule, { method: 'GET', url: new URL(url) })).toBeNull();
        expect(requestViolation(rule, { method: 'GET', url: new URL(url.replace('/about', '/x/about')) })).not.toBeNull();
      },
    ),
  );
});

test('the order of files does not matter, slugs are unique, and nothing is lost: used or refused', () => {
  const slug = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const kind = fc.constantFrom('curated' as const, 'imported' as const, 'operator' as const);
  const entry = fc.tuple(slug, slug, fc.boolean()).map(([name, host, harmful]) => ({
    ...platformFile(host, harmful ? context({ url: 'https://api.example.com/reset/{username}' }) : usernameRule()),
    slug: name,
  }));
  const file = fc.record({ kind, platforms: fc.array(entry, { maxLength: 4 }) });
  const files = fc
    .array(file, { maxLength: 6 })
    .map((list) =>
      list.map(({ kind: of, platforms }, index): CatalogueFile => ({ kind: of, file: `${index}.json`, content: { json: { platforms } } })),
    );
  const shuffled = files.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const [one, two] = [assembleCatalogue(list), assembleCatalogue(other)];
      expect(two.catalogue.platforms).toEqual(one.catalogue.platforms);
      expect(two.refused).toEqual(one.refused);
      const slugs = one.catalogue.platforms.map((platform) => platform.slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      const given = list.flatMap(({ content }) => ('json' in content ? (content.json as { platforms: unknown[] }).platforms : []));
      expect(slugs.length + one.refused.length).toBe(given.length);
    }),
  );
});
