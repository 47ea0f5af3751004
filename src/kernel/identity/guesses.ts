/** What is never guessed to be somebody's name: what stands for nothing, and what is something else. Runs in browsers too. */
import { plainText } from './dialects.js';
import type { IdentityParser } from './identity.js';
import { faultOf, recogniseKind } from './recognise.js';
import type { SubjectKind } from './subjects.js';

/** What stands in a cell in which there is nothing, in lower case. */
const NOTHING = new Set(
  `- -- --- — – . ? / n/a n/a. n.a. n.a #n/a nan none null nil undefined k.a. n.v. s/o
  #null! #ref! #value! #name? #num! #div/0! #nv #bezug! #wert! #error! <null> [null] \\n
  (leer) (null) (none) (blank) (empty) (unknown) (vide) (vacío) (vacio) (vuoto) (vazio) (leeg) (tom) (tyhjä) (puste)`.split(/\s+/),
);

/** Whether a cell says that it holds nothing. A person may have such a name: a field that is no cell is believed. */
export const isPlaceholder = (cell: string): boolean => NOTHING.has(cell.toLowerCase()) || cell === 'NA';

const SCIENTIFIC = /^\d(?:[.,]\d+E\+?\d{1,3}|E\+\d{1,3})$/i;
const LINK = /:\/\/|^www\.|^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,5}\.[a-z]{2,24}\/\S/i;

/** What a text is that nobody means as a name, to follow the text; null: it may be one. */
export function notAName(text: string): string | null {
  if (SCIENTIFIC.test(text)) return 'is a number of which digits are lost; export the column as text';
  return LINK.test(text) ? 'is a link; send the name that it leads to' : null;
}

/** Why a text whose kind nobody named cannot be of the kind that was recognised; null: it may be. */
export const faultOfGuess = (kind: SubjectKind, raw: string): string | null =>
  (kind === 'username' ? notAName(plainText(raw)) : null) ?? faultOf(kind, raw);

/** A number without + as exports write it, which is nobody's name: `0015550100123`, `15550100123.0`, `030/1234567`. */
const NUMBER_OF_EXPORTS = /^(?:00[\d\s().-]{7,}|\d{7,}\.0|(?=[^/]*\/[^/]*$)[\d\s()/.-]{7,})$/;

/** Whether a text without + is taken for a phone number: by a parser, which knows a numbering plan, or by how it is written. */
export const isNumber = (parser: Pick<IdentityParser, 'phone'>, text: string): boolean =>
  NUMBER_OF_EXPORTS.test(text) || parser.phone(text) !== null;

/** The kind of any identity, where a parser decides on numbers without +. */
export const kindOfText = (parser: Pick<IdentityParser, 'phone'>, text: string): SubjectKind =>
  recogniseKind(text, (number) => isNumber(parser, number)) ?? 'username';
