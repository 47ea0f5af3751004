/** Tables of people: names of columns, as people name them, and what a row says. */
import type { IdentityParser } from './identity.js';
import { cellText, plainText } from './dialects.js';
import { isPlaceholder, kindOfText, notAName } from './guesses.js';
import { MAX_PER_KIND, SUBJECT_KINDS, type SubjectKind } from './subjects.js';
import { MAX_ROW, readTable, type TableRow } from '../values/read-csv.js';

/** `any`: the kind of each cell is recognised. */
export type ColumnKind = SubjectKind | 'any';

/** Names by which exports of address books, shops and spreadsheets call their columns, in the languages that these have. */
const COLUMNS = namesBy<ColumnKind>({
  email: `email, e-mail, mail, email address, e-mail address, emailaddress, e-mail-adresse, email-adresse, mailadresse, customer email,
    user email, courriel, adresse e-mail, adresse mail, correo, correo electrónico, correo electronico, indirizzo email, indirizzo e-mail,
    e-mailadres, endereço de e-mail`,
  phone: `phone, phone number, phonenumber, mobile, telephone, telephone number, tel, tel., mobile phone, mobile phone number, mobile number,
    cell phone, home phone, primary phone, business phone, work phone, whatsapp phone number, customer phone, default address phone, telefon, telefonnummer, handy, handynummer,
    mobiltelefon, mobilnummer, rufnummer, téléphone, numéro de téléphone, téléphone portable, téléphone mobile, teléfono, móvil, celular,
    telefono, cellulare, telefone, telemóvel, telefoon, telefoonnummer`,
  username: `username, user name, handle, user, login, benutzername, nutzername, nom d'utilisateur, nom d’utilisateur, identifiant, usuario,
    nombre de usuario, nome utente, nome de usuário, gebruikersnaam`,
  ip: 'ip, ip address, ip-adresse, adresse ip, dirección ip, indirizzo ip',
  any: 'identity, query',
});
/** Columns that name the item, or the person, and no identity. */
const LABELS = namesBy<'ref' | 'claimedName'>({ ref: 'ref, reference, id', claimedName: 'name, full name, claimedname, display name' });

function namesBy<Held extends string>(names: Readonly<Record<Held, string>>): ReadonlyMap<string, Held> {
  const pairs = Object.entries<string>(names).flatMap(([held, list]) => list.split(/,\s+/).map((name) => [name, held as Held] as const));
  return new Map(pairs);
}

/** Longer is no name of ours. */
const MAX_NAME = 60;
/** A name as the tables have it: `_` is a space, and one of several has a number, as in `E-mail 1 - Value` and `Phone 2`. */
const plainName = (name: string): string =>
  name
    .slice(0, MAX_NAME)
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()
    .replace(/ - value$/, '')
    .replace(/ \d$| \d(?= address$)/, '');

/** What a column with this name holds; undefined: no identities, or nobody knows. */
export const kindOfColumn = (name: string): ColumnKind | undefined => COLUMNS.get(plainName(name));

/** What a column with this name says of an item besides its identities; undefined: nothing, or nobody knows. */
const labelOfColumn = (name: string): 'ref' | 'claimedName' | undefined => LABELS.get(plainName(name));

export interface PersonRow {
  /** Of known kinds, which the text may not fit. */
  readonly found: readonly { readonly kind: SubjectKind; readonly text: string }[];
  readonly ref?: string;
  readonly claimedName?: string;
  /** Why the row is none of a person, to follow "line 7". */
  readonly fault?: string;
}

/** A column that is read: what it holds of a person, or says of the item. */
export interface Column {
  readonly index: number;
  readonly name: string;
  readonly holds: ColumnKind | 'ref' | 'claimedName';
  /** Somebody said what it holds: nobody doubts a name like “null” in it. */
  readonly isChosen?: true;
}

/** As many as a person may have identities; a header that names more is refused. */
const MAX_COLUMNS = MAX_PER_KIND * SUBJECT_KINDS.length;
const TOO_MANY_COLUMNS = `names more than ${MAX_COLUMNS} columns of identities, references and names`;

/** The columns that a first row names; null: it names none of identities, so that it is no header. */
export function columnsOf(header: readonly string[]): { columns: readonly Column[]; fault?: string } | null {
  const columns = header.flatMap((name, index) => {
    const holds = kindOfColumn(name) ?? labelOfColumn(name);
    return holds === undefined ? [] : [{ index, name, holds }];
  });
  if (!columns.some(({ name }) => kindOfColumn(name))) return null;
  return columns.length > MAX_COLUMNS ? { columns: [], fault: TOO_MANY_COLUMNS } : { columns };
}

/** The rows of a list as people paste or load it. A first line that is one mailbox is no table: `Sample, Robin <robin@example.com>`. */
export function readPeople(text: string): TableRow[] {
  const rows = readTable(text);
  if ((rows[0]?.cells.length ?? 0) < 2) return rows;
  const [whole = ''] = readTable(text.slice(0, MAX_ROW), null)[0]?.cells ?? [];
  return cellText(whole) === plainText(whole) ? rows : readTable(text, null);
}

/**
 * Whether a first row is that of a table of which no column is known, so that somebody has to say which are read.
 *
 * @param header its columns, known or chosen
 */
export const isUnknownTable = (first: readonly string[], header: object | null | undefined): boolean => first.length > 1 && !header;

const HELD: Readonly<Record<Column['holds'], string>> = {
  email: 'e-mail',
  phone: 'phone',
  username: 'username',
  ip: 'IP address',
  any: 'any identity',
  ref: 'reference',
  claimedName: 'name',
};

/** What is read of a table, as a sentence without its full stop. @param width columns that it has @param rows without that of names */
export function describeReading(rows: number, width: number, columns: readonly Pick<Column, 'index' | 'holds'>[]): string {
  const read = columns.map(({ index, holds }) => `column ${index + 1} as ${HELD[holds]}`);
  const others = Array.from({ length: width }, (_, index) => index).filter((index) => !columns.some((each) => each.index === index));
  const left = others.map((index) => index + 1);
  const unread = left.length === 0 ? '' : `; column${left.length === 1 ? '' : 's'} ${andOf(left)} not read`;
  return `${rows.toLocaleString('en')} row${rows === 1 ? '' : 's'}: ${read.join(', ')}${unread}`;
}

const andOf = (all: readonly number[]): string => (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`);

/** The identities in a cell, each as `cellText` has it: Google Contacts writes `jane@example.com ::: j.sample@example.org`. */
export const textsOf = (cell: string): string[] =>
  cell
    .slice(0, MAX_ROW)
    .split(' ::: ')
    .map(cellText)
    .filter((text) => text !== '');

/** What the cells of a row hold; of two columns for one label the first that is filled. */
export function readPersonRow(columns: readonly Column[], cells: readonly string[], parser: Pick<IdentityParser, 'phone'>): PersonRow {
  const found: { kind: SubjectKind; text: string }[] = [];
  const labels: { ref?: string; claimedName?: string } = {};
  let fault: string | null = null;
  for (const { index, holds, isChosen = false } of columns) {
    const cell = cells[index] ?? '';
    if (holds === 'ref' || holds === 'claimedName') {
      const label = cellText(cell);
      if (label !== '') labels[holds] ??= label;
      continue;
    }
    for (const text of textsOf(cell)) {
      if (!isChosen && isPlaceholder(text)) continue;
      const kind = holds === 'any' ? kindOfText(parser, text) : holds;
      fault ??= kind === 'username' && !isChosen ? notAName(text) : null;
      found.push({ kind, text });
    }
  }
  return { found, ...labels, ...(fault !== null && { fault: `holds what ${fault}` }) };
}

const FIELD = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const satisfies Record<SubjectKind, string>;

/** Identities as v2 takes them. */
export function groupIdentities(
  found: readonly { readonly kind: SubjectKind; readonly text: string }[],
): Partial<Record<(typeof FIELD)[SubjectKind], string[]>> {
  const identities: Partial<Record<(typeof FIELD)[SubjectKind], string[]>> = {};
  for (const { kind, text } of found) {
    const known = identities[FIELD[kind]];
    if (known) known.push(text);
    else identities[FIELD[kind]] = [text];
  }
  return identities;
}
