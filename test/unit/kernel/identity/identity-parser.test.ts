import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';

const parser = new LibraryIdentityParser();
const inTheStates = new LibraryIdentityParser({ defaultRegion: 'US' });
const LONG = 10_000;

describe('e-mail addresses', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' ada@example.com\n', 'ada@example.com'],
    ['Ada.Lovelace+news@EXAMPLE.Com', 'Ada.Lovelace+news@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['用户@例子.example', '用户@xn--fsqu00a.example'],
    ['e\u0301@example.com', 'é@example.com'],
    ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['"a\\"b"@example.com', '"a\\"b"@example.com'],
    [`o'hara!#$%&*=?^_{|}~-/@example.com`, `o'hara!#$%&*=?^_{|}~-/@example.com`],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['ada@a.b.c.example.com', 'ada@a.b.c.example.com'],
    [`${'a'.repeat(64)}@${'b.'.repeat(91)}example`, `${'a'.repeat(64)}@${'b.'.repeat(91)}example`],
  ])('%j is read', (raw, normal) => {
    expect(parser.email(raw)).toBe(normal);
  });

  it.each([
    [''],
    ['@'],
    ['ada'],
    ['ada@'],
    ['@example.com'],
    ['ada@example'],
    ['ada@.com'],
    ['ada@example.'],
    ['ada@example..com'],
    ['ada@-example.com'],
    ['ada@example-.com'],
    ['ada@exam_ple.com'],
    ['ada@192.0.2.1'],
    ['ada@[192.0.2.1]'],
    ['ada@example.123'],
    ['.ada@example.com'],
    ['ada.@example.com'],
    ['a..b@example.com'],
    ['ada lovelace@example.com'],
    ['ada@example.com bob@example.com'],
    ['ada@bob@example.com'],
    ['"ada@example.com'],
    ['""a"@example.com'],
    ['<ada@example.com>'],
    ['mailto:ada@example.com'],
    [`${'a'.repeat(65)}@example.com`],
    [`ada@${'a'.repeat(64)}.com`],
    [`ada@${'a.'.repeat(130)}com`],
    [`${'\u0958'.repeat(20)}@example.com`],
    [`${'ü'.repeat(33)}@example.com`],
    ['a'.repeat(LONG)],
    [`${'a'.repeat(LONG)}@example.com`],
    [`ada@${'a'.repeat(LONG)}.com`],
    [`"${'\\"'.repeat(LONG)}`],
    [`${'a'.repeat(64)}@${'b.'.repeat(92)}example`],
    ['a\r\nb@example.com'],
    ['ada@example.com\r\nBcc: bob@example.com'],
    ['a\0b@example.com'],
    ['"a\0b"@example.com'],
    ['"a\nb"@example.com'],
    ['👩‍🔬@example.com'],
    ['\ud800@example.com'],
    ['a\u200bb@example.com'],
    ['a\u202eb@example.com'],
  ])('%j is none', (raw) => {
    expect(parser.email(raw)).toBeNull();
  });

  // The URL parser behind the conversion to ASCII would cut, drop or decode all of these, and the address become another.
  it.each([
    ['ada@example.com/path'],
    ['ada@example.com/../x'],
    ['ada@example.com?x=1'],
    ['ada@example.com#x'],
    ['ada@example.com\\x'],
    ['ada@example.com:25'],
    ['ada@exam\nple.com'],
    ['ada@exam\r\nple.com'],
    ['ada@exam\tple.com'],
    ['ada@exam\0ple.com'],
    ['ada@ex%61mple.com'],
    ['ada@example%2ecom'],
    ['ada@exam\u00adple.com'],
    ['ada@exam\u200bple.com'],
    ['ada@ example.com'],
    ['ada@exam ple.com'],
  ])('%j is none: its domain is none', (raw) => {
    expect(parser.email(raw)).toBeNull();
  });
});

describe('phone numbers', () => {
  it.each([
    ['+1 202 555 0143', '+12025550143'],
    [' +1 (202) 555-0143 ', '+12025550143'],
    ['+1.202.555.0143', '+12025550143'],
    ['tel:+1-202-555-0143', '+12025550143'],
    ['\uff0b\uff11 202 555 0143', '+12025550143'],
  ])('%j is read anywhere', (raw, normal) => {
    expect(parser.phone(raw)).toBe(normal);
    expect(inTheStates.phone(raw)).toBe(normal);
  });

  it.each([
    ['+49 30/901820', '+4930901820'],
    ['+43 2742/9005', '+4327429005'],
  ])('%j is one number: its stroke follows an area code', (raw, normal) => {
    expect(parser.phone(raw)).toBe(normal);
  });

  it.each([['+49 30 901820/21'], ['+4930901820/901821'], ['+4930901820/+4930901821'], ['+1 202 555 0143/0144'], ['+49/30/901820']])(
    '%j is more than one number',
    (raw) => {
      expect(parser.phone(raw)).toBeNull();
    },
  );

  it('without + it is read in the default region, and not at all where there is none', () => {
    expect(inTheStates.phone('(202) 555-0143')).toBe('+12025550143');
    expect(parser.phone('(202) 555-0143')).toBeNull();
    expect(parser.phone('2025550143')).toBeNull();
  });

  it.each([
    [''],
    ['+'],
    ['+1'],
    ['+12'],
    ['+999 123456789012345678'],
    ['call +1 202 555 0143'],
    ['+1 202 555 0143 x5'],
    ['+1 202 555 0143 ext. 5'],
    [`+${'1'.repeat(LONG)}`],
    ['+1 202 555\r\n0143; DROP'],
    ['+1202555\u00000143'],
    ['📞'],
    ['tel:tel:+12025550143'],
    ['tel:'],
    ['+1 202 555 0143/../x'],
  ])('%j is none', (raw) => {
    expect(parser.phone(raw)).toBeNull();
    expect(inTheStates.phone(raw)).toBeNull();
  });
});

describe('usernames', () => {
  it.each([
    ['ada', 'ada'],
    ['@ada', 'ada'],
    ['@@ada', 'ada'],
    [' ada ', 'ada'],
    ['Ada.Lovelace', 'Ada.Lovelace'],
    ['ada/lovelace', 'ada/lovelace'],
    ['a..b', 'a..b'],
    ['名前', '名前'],
    ['e\u0301', 'é'],
    ['🦊', '🦊'],
    ['a%2Fb', 'a%2Fb'],
    ['{username}', '{username}'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['🦊'.repeat(64), '🦊'.repeat(64)],
  ])('%j is read', (raw, normal) => {
    expect(parser.username(raw)).toBe(normal);
  });

  it.each([
    [''],
    ['@'],
    [' '],
    ['.'],
    ['..'],
    ['...'],
    ['@..'],
    ['a b'],
    ['a\tb'],
    ['a\r\nb'],
    ['a\0b'],
    ['a\u00a0b'],
    ['a\u2028b'],
    ['a\u200bb'],
    ['a\u202eb'],
    ['\ud800'],
    ['👩‍🔬'],
    ['https://example.com/ada'],
    ['www.example.com'],
    ['WWW.example.com'],
    ['a'.repeat(65)],
    ['a'.repeat(LONG)],
    ['\u0958'.repeat(64)],
  ])('%j is none', (raw) => {
    expect(parser.username(raw)).toBeNull();
  });
});
