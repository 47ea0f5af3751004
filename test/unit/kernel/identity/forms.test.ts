import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { MAILBOX_PROVIDERS } from '../../../../src/kernel/identity/mail-providers.js';
import { formsOf, type NamedIdentity } from '../../../../src/kernel/identity/forms.js';
import { SUBJECT_KINDS } from '../../../../src/kernel/identity/subjects.js';

const email = (value: string): NamedIdentity => ({ kind: 'email', value });
const phone = (value: string): NamedIdentity => ({ kind: 'phone', value });
const username = (value: string): NamedIdentity => ({ kind: 'username', value });
const isCertain = (a: NamedIdentity, b: NamedIdentity) => JSON.stringify(formsOf(a).certain) === JSON.stringify(formsOf(b).certain);
const isPossible = (a: NamedIdentity, b: NamedIdentity) => JSON.stringify(formsOf(a).possible) === JSON.stringify(formsOf(b).possible);

describe('certain forms', () => {
  it.each([
    ['robin.sample@gmail.com', 'Robin.Sample@gmail.com'],
    ['robin.sample@gmail.com', 'robinsample+news@gmail.com'],
    ['robin.sample@gmail.com', 'r.obinsampl.e@googlemail.com'],
    ['robin.sample@gmail.com', '"robin.sample"@gmail.com'],
    ['ada@example.com', '"ada"@example.com'],
    ['ada@example.com', '"\\a\\da"@example.com'],
    ['"ada lovelace"@example.com', '"ada\\ lovelace"@example.com'],
    ['ada@example.com', '\uff41\uff44\uff41@example.com'],
    ['ada@hotmail.com', 'ada+shop@hotmail.com'],
    ['ada@icloud.com', 'ada@me.com'],
    ['ada@icloud.com', 'ada@mac.com'],
    ['ada.love_lace@proton.me', 'adalovelace+x@pm.me'],
    ['ada-lovelace@protonmail.com', 'adalovelace@protonmail.ch'],
    ['ada@fastmail.com', 'ada+bank@fastmail.com'],
    ['ada@fastmail.com', 'bank@ada.fastmail.com'],
    ['ada.lovelace@yandex.ru', 'ada-lovelace+x@ya.ru'],
    ['ada@mailbox.org', 'ada+x@mailbox.org'],
  ])('%s is %s', (a, b) => {
    expect([isCertain(email(a), email(b)), isPossible(email(a), email(b))]).toEqual([true, true]);
  });

  // Each line is of addresses that may be two people's, by the rules of the same providers.
  it.each([
    ['ada@outlook.com', 'ada@hotmail.com', 'ada@live.com', 'ada@msn.com', 'a.da@outlook.com', 'ada-x@outlook.com'],
    [
      'ada@yahoo.com',
      'ada-one@yahoo.com',
      'ada-two@yahoo.com',
      'bob-one@yahoo.com',
      'ada@yahoo.co.uk',
      'ada@ymail.com',
      'a.da@yahoo.com',
      'ada@yahoo.co.jp',
    ],
    ['ada@icloud.com', 'ada+x@icloud.com', 'a.da@icloud.com', 'a_da@icloud.com', 'ada@gmail.com'],
    ['ada@fastmail.com', 'ada@fastmail.fm', 'ada@sent.com', 'a.da@fastmail.com', 'ada@bob.fastmail.com'],
    ['ada.x@yandex.ru', 'adax@yandex.ru', 'ada_x@yandex.ru'],
    ['ada@mail.ru', 'ada@inbox.ru', 'ada@list.ru', 'ada@bk.ru'],
    ['ada@gmx.de', 'ada@gmx.net', 'ada@gmx.at', 'ada@web.de'],
    ['ada@tuta.com', 'ada@tutanota.com', 'ada+x@tuta.com'],
    ['ada@example.com', 'ada+news@example.com', 'a.da@example.com', 'ada-news@example.com', 'ada@mail.example.com'],
    ['ada@gmail.com', 'ada@gmail.com.example', 'ada@mail.gmail.com', 'ada_@gmail.com', 'ada-@gmail.com'],
    ['ada@proton.me', 'ada@proton.example', 'adam@proton.me'],
    ['"ada lovelace"@gmail.com', '"adalovelace"@gmail.com', '"ada lovelace+x"@gmail.com'],
  ])('none of %s and those beside it is another', (...addresses) => {
    const certain = addresses.map((address) => formsOf(email(address)).certain.value);
    expect(new Set(certain).size).toBe(addresses.length);
  });

  it('no two domains of a provider are one that the table does not name so', () => {
    const together = new Set(['gmail', 'icloud-mail', 'proton', 'yandex-mail']);
    for (const { slug, domains } of MAILBOX_PROVIDERS) {
      const names = new Set(domains.map((domain) => formsOf(email(`ada@${domain}`)).certain.value));
      expect([slug, names.size]).toEqual([slug, together.has(slug) ? 1 : domains.length]);
    }
  });

  it('of numbers are those in E.164, and of a username those that differ in case and width', () => {
    expect(isCertain(phone('+12025550143'), phone('tel:+1-202-555-0143'))).toBe(true);
    expect(isCertain(username('Ada'), username('\uff41da'))).toBe(true);
    expect(isCertain(username('ada.x'), username('adax'))).toBe(false);
    expect(isCertain(email('ada@example.com'), username('ada@example.com'))).toBe(false);
  });
});

describe('possible forms', () => {
  it.each([
    [email('ada@example.com'), email('ada+news@example.com')],
    [email('ada@yahoo.com'), email('ada-one@yahoo.com')],
    [email('ada@icloud.com'), email('ada+x@mac.com')],
    [email('ada@example.com'), username('ada@example.com')],
    [email('ada@example.com'), username('@Ada+news@example.com')],
    [email('ada@example.com'), username('mailto:ada@example.com')],
    [email('robin.sample@gmail.com'), username('robinsample@googlemail.com')],
    [email('ada@xn--bcher-kva.example'), username('ada@b\u00fccher.example')],
    [email('ada@example.com'), username('ada\uff20example.com')],
    [phone('+12025550143'), username('12025550143')],
    [phone('+12025550143'), username('+1-202-555-0143')],
    [phone('+12025550143'), username('0012025550143')],
    [phone('+12025550143'), username('tel:+1.202.555.0143')],
    [phone('+5491123456789'), phone('+541123456789')],
    [phone('+5215512345678'), phone('+525512345678')],
    [phone('+5511981234567'), phone('+551181234567')],
    [username('ada'), username('@ada')],
  ])('%j may be %j, and is not certainly', (a, b) => {
    expect([isPossible(a, b), isCertain(a, b)]).toEqual([true, false]);
  });

  it.each([
    [email('ada@example.com'), username('ada')],
    [email('ada@example.com'), email('ada@example.org')],
    [email('ada@example.com'), email('a.da@example.com')],
    [email('ada@example.com'), username('@ada@example.org')],
    [phone('+12025550143'), username('2025550143')],
    [phone('+12025550143'), username('x12025550143')],
    [username('12345'), phone('+12345')],
    [username('ada'), username('adam')],
    [username('1.2.3.4'), { kind: 'ip', value: '1.2.3.4' } as const],
  ])('%j is not %j', (a, b) => {
    expect(isPossible(a, b)).toBe(false);
  });
});

describe('for all identities', () => {
  const domain = fc.oneof(
    fc.constantFrom(...MAILBOX_PROVIDERS.flatMap(({ domains }) => domains)),
    fc.constantFrom('example.com', 'ada.fastmail.com', 'b\u00fccher.example', 'ada.duck.com'),
    fc.domain(),
  );
  const part = fc.oneof(
    fc.constantFrom(
      'ada',
      '.',
      '+',
      '-',
      '_',
      '"',
      '\\',
      ' ',
      '@',
      '\uff41',
      '\uff20',
      '\uff0b',
      '\ufb01',
      '\u0130',
      '7',
      '1202555',
      '00',
      'tel:',
    ),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  const raw = fc.oneof(
    text,
    fc.tuple(text, domain).map(([local, at]) => `${local}@${at}`),
  );
  const parser = new LibraryIdentityParser({ defaultRegion: 'US' });
  const identity = fc
    .tuple(fc.constantFrom(...SUBJECT_KINDS), raw)
    .map(([kind, written]) => ({ kind, value: parser[kind](written) }))
    .filter((each): each is NamedIdentity => each.value !== null);

  /** Without its dots or its tag each would look quoted, or have nothing between its quotes. */
  const HALF_QUOTED = [
    '."@gmail.com',
    '".@gmail.com',
    '.".@gmail.com',
    '."a".@gmail.com',
    '"a"+x@example.com',
    '"a@gmail.com',
    '"@example.com',
  ];

  it('forms of a form are the same, and all that is certain is possible', () =>
    fc.assert(
      fc.property(identity, (each) => {
        const forms = formsOf(each);
        expect(formsOf(forms.certain)).toEqual(forms);
        expect(formsOf(forms.possible)).toEqual({ certain: forms.possible, possible: forms.possible });
      }),
      { numRuns: 3_000, examples: HALF_QUOTED.map((value) => [{ kind: 'username', value }]) },
    ));

  it('a certain form has the kind that was sent, and is one of that kind', () =>
    fc.assert(
      fc.property(identity, (each) => {
        const { kind, value } = formsOf(each).certain;
        expect(kind).toBe(each.kind);
        if (kind === 'email') expect(value).toMatch(/^.+@.+$/su);
        expect(value.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    ));
});
