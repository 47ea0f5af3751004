/** Random names in the form of another name. */
import { randomInt } from 'node:crypto';

/** Alphabets from which a letter is replaced by another of its kind, vowels left out where a script has them. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/[a-z]/, 'bcdfghjklmnpqrstvwxz'],
  [/[A-Z]/, 'BCDFGHJKLMNPQRSTVWXZ'],
  [/\p{Nd}/u, '0123456789'],
  [/[ß-öø-ÿ]/, 'ßçñðþäëïöü'],
  [/[а-яё]/, 'бвгджзклмнпрстфхцчшщ'],
  [/[А-ЯЁ]/, 'БВГДЖЗКЛМНПРСТФХЦЧШЩ'],
  [/[α-ω]/, 'βγδζθκλμνξπρστφχψ'],
  [/\p{Script=Hebrew}/u, 'בגדהזחטכלמנספצקרשת'],
  [/\p{Script=Arabic}/u, 'بتثجحخدذرزسشصضطظعغفقكلمنه'],
  [/\p{Script=Hiragana}/u, 'かきくけこさしすせそたちつてとなにぬねの'],
  [/\p{Script=Katakana}/u, 'カキクケコサシスセソタチツテトナニヌネノ'],
  [/\p{Script=Hangul}/u, '각갈감곰구글길난달람맑목밤별빛솔숲윤참한'],
  [/\p{Script=Han}/u, '明海山川林石金水火土木田原野村松竹梅花雪'],
];

const isReplaced = (character: string): boolean => /[\p{L}\p{Nd}]/u.test(character);
const alphabetOf = (character: string): readonly string[] => [...(ALPHABETS.find(([kind]) => kind.test(character))?.[1] ?? '')];

/** Nobody has a random one of so many names by chance. */
export const NOBODY_OF = 1e10;

/** How many names have the same kinds of characters in the same places. */
export function namesLike(name: string): number {
  return [...name].filter(isReplaced).reduce((names, each) => names * Math.max(1, alphabetOf(each).length), 1);
}

/**
 * A random name with the same kinds of characters in the same places.
 *
 * @param extra characters of its last kind by which it is longer
 * @returns null where it holds a letter of a script without an alphabet here, or nothing that could be another one
 */
export function similarName(name: string, extra = 0): string | null {
  const characters = [...name];
  const last = characters.findLastIndex(isReplaced);
  if (last === -1) return null;
  const longer = [
    ...characters.slice(0, last + 1),
    ...Array<string>(extra).fill(characters[last] as string),
    ...characters.slice(last + 1),
  ];
  let isReplaceable = true;
  const replaced = longer.map((character) => {
    if (!isReplaced(character)) return character;
    const alphabet = alphabetOf(character);
    isReplaceable &&= alphabet.length > 0;
    return alphabet[randomInt(Math.max(1, alphabet.length))] ?? '';
  });
  return isReplaceable ? replaced.join('') : null;
}
