/** Text of simulated pages. It means nothing: pages are told apart by what they are built of. */
import { pick, type Random } from './word-lists.js';

const WORDS = (
  'the a of and to in with for from over under near between after before small large quiet bright early late paper stone water bread train ' +
  'river window letter garden table story morning evening winter summer road bridge colour sound wood glass hand house market field lamp book ' +
  'picture number week year people friend group place idea plan note list page part turn walk build carry read write open close start finish ' +
  'bring keep find show learn make take give look feel move long short new old warm cold slow quick simple first last other same own'
).split(' ');

/** Letters of other scripts, from which words are drawn. */
const SCRIPTS: Readonly<Record<string, { readonly letters: string; readonly space: string }>> = {
  el: { letters: 'αβγδεζηθικλμνξοπρστυφχψω', space: ' ' },
  ru: { letters: 'абвгдежзиклмнопрстуфхцчшыья', space: ' ' },
  ja: { letters: 'あいうえおかきくけこさしすせそたちつてとなにのはひふへほまみむめもやゆよらりるれろわん山川田中本日人大小', space: '' },
  ar: { letters: 'ابتثجحخدرزسشصطعغفقكلمنهوي', space: ' ' },
  hi: { letters: 'कखगघचछजझटठडढतथदधनपफबभमयरलवशसह', space: ' ' },
};
export const LANGUAGES: readonly string[] = Object.keys(SCRIPTS);

export interface Prose {
  words(count: number): string;
  sentence(): string;
  paragraph(sentences: number): string;
}

/** @param language of the text; 'en' or one of `LANGUAGES` */
export function proseOf(random: Random, language = 'en'): Prose {
  const script = SCRIPTS[language];
  const letters = script === undefined ? [] : [...script.letters];
  const word = (): string =>
    script === undefined ? pick(random, WORDS) : Array.from({ length: 2 + Math.floor(random() * 6) }, () => pick(random, letters)).join('');
  const words = (count: number): string => Array.from({ length: count }, word).join(script?.space ?? ' ');
  const sentence = (): string => `${words(6 + Math.floor(random() * 9)).replace(/^./u, (first) => first.toUpperCase())}.`;
  return { words, sentence, paragraph: (sentences) => Array.from({ length: sentences }, sentence).join(' ') };
}
