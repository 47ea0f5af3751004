import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf, compareNames } from '../../../../src/facts/risk/name-agreement.js';

describe('two names', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'LOVELACE, Ada'],
    ['Ada Lovelace', 'Ada King Lovelace'],
    ['Ada King Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'A. Lovelace'],
    ['Dr. Jürgen Müller', 'Juergen Mueller'],
    ['José Núñez', 'Jose Nunez'],
    ['Иван Петров', 'Петров Иван'],
    ['ＡＤＡ Lovelace', 'Ada Lovelace'],
  ])('%s and %s agree', (claimed, shown) => expect(compareNames(claimed, shown)).toBe('agree'));

  it.each([
    ['Ada Lovelace', 'Grace Hopper'],
    ['Ada Lovelace', 'The Example Company'],
    ['Иван Петров', 'Анна Смирнова'],
    ['Ivan Petrov', 'Anna Smirnova'],
    ['Li Wei', 'Zhang Min'],
    ['Yulia Chaikovskaya', 'Mary Somerville'],
  ])('%s and %s differ', (claimed, shown) => expect(compareNames(claimed, shown)).toBe('differ'));

  it.each([
    ['Ada Lovelace', 'Ada'],
    ['Ada Lovelace', 'zephyr'],
    ['Ada', 'Ada'],
    ['Ada Lovelace', 'Ada Hopper'],
    ['Ada Lovelace', 'A. L.'],
    ['Иван Петров', 'Ivan Petrov'],
    ['Ada Lovelace', '🦊 🐻'],
    ['Ada Lovelace', 'Dr. Prof.'],
    // One person in two scripts, in several romanisations of one name, or in two spellings of it.
    ['Юлия Чайковская', 'Yulia Chaikovskaya'],
    ['Юлия Chaikovskaya', 'Julia Tschaikowski'],
    ['Yulia Chaikovskaya', 'Julia Tschaikowski'],
    ['Iouliia Tchaikovski', 'Julija Čajkovska'],
    ['Юлия Чайковская', 'Юлія Чайковська'],
    ['Aleksandr Lukashenko', 'Aliaxandar Łukašenka'],
    ['Stefan Wolkow', 'Stephan Volkoff'],
    ['李 小明', 'Li Xiaoming'],
    ['Li Xiaoming', 'Lee Hsiao Ming'],
    ['Zhang Xu', 'Cheung Hsu'],
    ['Wang Li', 'Wong Lee'],
    ['刘 伟', '劉 偉'],
    ['李 小明 Li', 'Lee Ming'],
    ['Mohammed Qasim', 'Muhamad Kasem'],
    ['محمد علی', 'مُحَمَّد عليّ'],
    ['Αλέξανδρος Γεωργίου', 'Alexandros Georgiou'],
    ['김 민수', 'Kim Minsu'],
  ])('%s and %s tell nothing', (claimed, shown) => expect(compareNames(claimed, shown)).toBe('unknown'));

  it('compare alike in either order, and a name of two words agrees with itself', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(compareNames(a, b)).toBe(compareNames(b, a));
      }),
    );
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(compareNames(`${a} ${b}`, `${b} ${a}`)).not.toBe('differ');
      }),
    );
  });
});

it('one account that agrees is enough', () => {
  expect(agreementOf(['differ', 'agree', 'unknown'])).toBe('agree');
  expect(agreementOf(['differ', 'unknown'])).toBe('differ');
  expect([agreementOf(['unknown']), agreementOf([])]).toEqual(['unknown', 'unknown']);
});
