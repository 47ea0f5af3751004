import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestedDomain } from '../../../../../src/facts/email/sources/suggested-domain.js';
import { isConsumerDomain, MAILBOX_PROVIDERS } from '../../../../../src/kernel/identity/mail-providers.js';
import { isOneTypoAway } from '../../../../../src/kernel/values/most-similar.js';

const PROVIDERS = MAILBOX_PROVIDERS.flatMap(({ domains }) => domains);

describe('the domain that a mistyped one may mean', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmail.cm', 'hotmail.com'],
    ['yahooo.com', 'yahoo.com'],
    ['yaho.co.uk', 'yahoo.co.uk'],
    ['outlok.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['icloud.comm', 'icloud.com'],
    ['web.dee', 'web.de'],
    ['aol.cmo', 'aol.com'],
  ])('%s: %s', (typed, meant) => {
    expect(suggestedDomain(typed)).toBe(meant);
  });

  it.each([
    ['a provider itself', 'gmail.com'],
    ['a provider itself, though another is near', 'ymail.com'],
    ['an alias service', 'duck.com'],
    ['nothing near', 'example.com'],
    ['two errors', 'gmoil.cim'],
    ['a short name, which may be anybody’s', 'life.com'],
    ['a short name, which may be anybody’s', 'aql.com'],
    ['an ending of another country', 'hotmail.com.tr'],
    ['an ending of another country', 'yahoo.no'],
    ['an everyday word', 'engineers.com'],
    ['a domain below', 'mail.gmial.com'],
  ])('none for %s: %s', (_, domain) => {
    expect(suggestedDomain(domain)).toBeNull();
  });

  it('is a provider’s, and one typing error away', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-.');
    const changed = fc
      .tuple(fc.constantFrom(...PROVIDERS), fc.nat(), fc.array(letter, { maxLength: 2 }), fc.nat(2))
      .map(([domain, at, more, cut]) => {
        const index = at % domain.length;
        return domain.slice(0, index) + more.join('') + domain.slice(index + cut);
      });
    fc.assert(
      fc.property(fc.oneof(changed, fc.domain()), (domain) => {
        const suggested = suggestedDomain(domain);
        if (suggested === null) return;
        expect(isConsumerDomain(domain)).toBe(false);
        expect(PROVIDERS).toContain(suggested);
        expect(isOneTypoAway(domain, suggested)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('one typing error', () => {
  it.each([
    ['abc', 'abc', false],
    ['abc', 'abd', true],
    ['abc', 'ab', true],
    ['abc', 'abcd', true],
    ['abc', 'acb', true],
    ['abc', 'bac', true],
    ['abc', 'cba', false],
    ['abcd', 'badc', false],
    ['ab', 'abcd', false],
    ['', 'a', true],
    ['', '', false],
  ])('%j and %j: %j', (one, other, expected) => {
    expect(isOneTypoAway(one, other)).toBe(expected);
    expect(isOneTypoAway(other, one)).toBe(expected);
  });
});
