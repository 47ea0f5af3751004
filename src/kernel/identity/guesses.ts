/** What is never guessed to be somebody's name: what stands for nothing, and what is something else. Runs in browsers too. */
import { plainText } from './dialects.js';
import type { IdentityParser } from './identity.js';
import { faultOf, recogniseKind } from './recognise.js';
import type { SubjectKind } from './subjects.js';

/** What stands in a cell in which there is nothing, in lower case. */
const NOTHING = new Set(
  `- -- --- — – . ? / n/a n/a. n.a. n.a nan none null nil undefined k.a. n.v. s/o <null> [null] \\n
  (leer) (null) (none) (blank) (empty) (unknown) (vide) (vacío) (vacio) (vuoto) (vazio) (leeg) (tom) (tyhjä) (puste)`.split(/\s+/),
);

/** What spreadsheets write where a formula fails, in whichever language: `#REF!`, `#WERT!`, `#¿NOMBRE?`; and where nothing is found: `#N/A`, `#NV`. */
const ERROR_VALUE = /^#(?:N\/?[A-Z]|[^\s#]{2,14}[!?])$/;

/** Whether a cell says that it holds nothing. A person may have such a name: a field that is no cell is believed. */
export const isPlaceholder = (cell: string): boolean =>
  NOTHING.has(cell.toLowerCase()) || cell === 'NA' || ERROR_VALUE.test(cell.toUpperCase());

const SCIENTIFIC = /^\d(?:[.,]\d+E\+?\d{1,3}|E\+\d{1,3})$/i;
/** What the address of a page begins with, or has. */
export const ADDRESS_OF_PAGE = /:\/\/|^(?:\/\/|https?:|www\.)/i;
const LINK = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,5}\.[a-z]{2,24}\/\S/i;

/** An IP address with its port, prefix or zone. */
const OF_ADDRESS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}[:/]\d{1,5}|\[[\da-f:.]{3,45}\](?::\d{1,5})?|(?=[^:]*:[^:]*:)[\da-f:.]{3,45}[/%][\w.-]{1,20})$/i;

/** What a text is that nobody means as an identity of a kind, to follow the text; null: it may be one. */
export function notAnIdentity(kind: SubjectKind, text: string): string | null {
  if (SCIENTIFIC.test(text)) return 'is a number of which digits are lost; export the column as text';
  if (OF_ADDRESS.test(text)) return 'is an IP address and more; send the address alone, as `ip`';
  if (kind !== 'username') return null;
  if (recogniseKind(text) === 'ip') return 'is an IP address; send it as `ip`';
  return ADDRESS_OF_PAGE.test(text) || LINK.test(text) ? 'is a link; send the name that it leads to' : null;
}

/** Why a text whose kind nobody named cannot be of the kind that was recognised; null: it may be. */
export const faultOfGuess = (kind: SubjectKind, raw: string): string | null => notAnIdentity(kind, plainText(raw)) ?? faultOf(kind, raw);

/** A number without + as exports write it, which is nobody's name: `0015550100123`, `15550100123.0`, `030/1234567`. */
const NUMBER_OF_EXPORTS = /^(?:00[\d\s().-]{7,}|\d{7,}\.0|(?=[^/]*\/[^/]*$)[\d\s()/.-]{7,})$/;

/** Whether a text without + is taken for a phone number: by a parser, which knows a numbering plan, or by how it is written. */
export const isNumber = (parser: Pick<IdentityParser, 'phone'>, text: string): boolean =>
  NUMBER_OF_EXPORTS.test(text) || parser.phone(text) !== null;

/** The kind of any identity, where a parser decides on numbers without +. */
export const kindOfText = (parser: Pick<IdentityParser, 'phone'>, text: string): SubjectKind =>
  recogniseKind(text, (number) => isNumber(parser, number)) ?? 'username';
