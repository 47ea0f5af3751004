import { describe, expect, it } from 'vitest';
import { similarName } from '../../../../src/engine/controls/similar-name.js';

const consonants = '[bcdfghjklmnpqrstvwxz]';
const draws = (name: string, extra?: number) => Array.from({ length: 30 }, () => similarName(name, extra));

describe('a name in the form of another one', () => {
  it.each<[name: string, form: RegExp]>([
    ['ada', /^[bcdfghjklmnpqrstvwxz]{3}$/],
    ['ADA', /^[BCDFGHJKLMNPQRSTVWXZ]{3}$/],
    ['2040', /^\d{4}$/],
    ['ßö', /^[ßçñðþäëïöü]{2}$/],
    ['ада', /^[бвгджзклмнпрстфхцчшщ]{3}$/],
    ['АДА', /^[БВГДЖЗКЛМНПРСТФХЦЧШЩ]{3}$/],
    ['αβγ', /^[βγδζθκλμνξπρστφχψ]{3}$/],
    ['אבג', /^[בגדהזחטכלמנספצקרשת]{3}$/],
    ['عرب', /^[بتثجحخدذرزسشصضطظعغفقكلمنه]{3}$/],
    ['あいう', /^[かきくけこさしすせそたちつてとなにぬねの]{3}$/],
    ['アイウ', /^[カキクケコサシスセソタチツテトナニヌネノ]{3}$/],
    ['한글날', /^[각갈감곰구글길난달람맑목밤별빛솔숲윤참한]{3}$/],
    ['山口', /^[明海山川林石金水火土木田原野村松竹梅花雪]{2}$/],
    ['Ada.Lovelace-9_x', new RegExp(`^[B-Z]${consonants}{2}\\.[B-Z]${consonants}{7}-\\d_${consonants}$`)],
  ])('has the same kinds of characters in the same places as %s', (name, form) => {
    for (const drawn of draws(name)) expect(drawn).toMatch(form);
    expect(new Set(draws(name)).size).toBeGreaterThan(1);
  });

  it.each<[name: string, extra: number, form: RegExp]>([
    ['ada', 2, new RegExp(`^${consonants}{5}$`)],
    ['ada9', 1, new RegExp(`^${consonants}{3}\\d{2}$`)],
    ['ada-9.', 3, new RegExp(`^${consonants}{3}-\\d{4}\\.$`)],
  ])('of %s is longer by %d characters of its last kind', (name, extra, form) => {
    for (const drawn of draws(name, extra)) expect(drawn).toMatch(form);
  });

  it.each(['', '.-_', 'ქართული', 'adaქ', 'ქada'])('is not made of %j, of which nothing is known or nothing could be another', (name) => {
    expect(similarName(name)).toBeNull();
  });
});
