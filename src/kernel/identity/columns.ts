/** Tables of people: names of columns, as people name them, and what a row says. */
import type { IdentityParser } from './identity.js';
import { cellText, plainText } from './dialects.js';
import { isPlaceholder, kindOfText, notAnIdentity } from './guesses.js';
import { recogniseKind } from './recognise.js';
import { fieldOf, MAX_PER_KIND, SUBJECT_KINDS, type SubjectKind } from './subjects.js';
import { normalise } from '../values/normalise.js';
import { delimiterOf, MAX_ROW, readCells, readTable, type TableRow } from '../values/read-csv.js';

/** `any`: the kind of each cell is recognised. */
export type ColumnKind = SubjectKind | 'any';

/** What a column says of an item besides its identities. */
export type Label = 'ref' | 'claimedName' | 'claimedCompany' | 'claimedCountry';

/** Names by which exports of address books, shops and spreadsheets call their columns, in the languages that these have. */
const COLUMNS = namesBy<ColumnKind>({
  email: `email, mail, email address, user email, customer email, buyer email, billing email, billing email address, email billing, primary email,
    secondary email, from email address, e-mail-adresse, mailadresse, courriel, adresse e-mail, adresse mail, adresse de messagerie, adresse
    électronique, correo, correo electrónico, dirección de correo electrónico, indirizzo e-mail, indirizzo di posta elettronica, e-mailadres,
    endereço de e-mail, adres e-mail, e-post, e-postadress, e-postadresse, e-mailadresse, sähköposti, sähköpostiosoite, e-posta, e-posta adresi,
    e-mailová adresa, e-mail cím, adresă de e-mail, электронная почта, адрес электронной почты, электронна пошта, ηλεκτρονική διεύθυνση,
    メールアドレス, 電子メール, 电子邮件, 电子邮箱, 邮箱, 電子郵件, 이메일, 이메일 주소`,
  phone: `phone, phone number, mobile, mobile phone, mobile number, mobile phone number, cell, cell phone, telephone, telephone number, tel, home
    phone, work phone, business phone, primary phone, other phone, user phone, customer phone, contact phone number, billing phone, phone billing,
    whatsapp phone number, default address phone, telefon, telefonnummer, telefon privat, telefon geschäftlich, handy, handynummer,
    mobiltelefon, mobilnummer, rufnummer, téléphone, numéro de téléphone, téléphone portable, téléphone mobile, tél mobile, teléfono, número de
    teléfono, teléfono móvil, móvil, celular, telefono, numero di telefono, cellulare, telefone, número de telefone, telemóvel, telefoon,
    telefoonnummer, mobiel, mobiel nummer, numer telefonu, telefon komórkowy, komórka, mobil, mobiltelefonnummer, puhelin, puhelinnumero,
    matkapuhelin, telefon numarası, cep telefonu, telefonní číslo, mobilní telefon, telefonszám, telefon mobil, телефон, номер телефона,
    мобильный телефон, номер телефону, τηλέφωνο, 電話, 電話番号, 携帯電話, 电话, 电话号码, 手机, 手机号, 電話號碼, 전화번호, 휴대전화`,
  username: `username, handle, user, login, buyer username, benutzername, nutzername, nom d'utilisateur, identifiant, usuario, nombre de usuario,
    nome utente, nome de usuário, gebruikersnaam, nazwa użytkownika, användarnamn, brugernavn, brukernavn, käyttäjätunnus, käyttäjänimi,
    kullanıcı adı, uživatelské jméno, felhasználónév, nume de utilizator, имя пользователя, логин, όνομα χρήστη, ユーザー名, 用户名, 使用者名稱,
    사용자 이름`,
  ip: 'ip, ip address, customer ip, customer ip address, ip-adresse, adresse ip, dirección ip, indirizzo ip, adres ip, endereço ip, ip-адрес, ip地址',
  any: 'identity, query',
});
/** Columns that name the item, or the person, and no identity. */
const LABELS = namesBy<Label>({
  ref: 'ref, reference, id',
  claimedName: 'name, full name, claimed name, display name',
  // Exports of shops and address books have other things in columns of these names, and nobody meant to send them.
  claimedCompany: 'claimed company',
  claimedCountry: 'claimed country',
});

function namesBy<Held extends string>(names: Readonly<Record<Held, string>>): ReadonlyMap<string, Held> {
  const pairs = Object.entries<string>(names).flatMap(([held, list]) =>
    list.split(',').map((name) => [plainName(name), held as Held] as const),
  );
  return new Map(pairs);
}

/**
 * A name by its letters, whatever is between them, without accents and the number of one of several: `E_MAIL`, `eMail*` and
 * `E-mail 1 - Value` are `email`. A question is about the column, and has no name.
 */
function plainName(name: string): string {
  const MAX_NAME = 60; // longer is no name of ours
  const letters = normalise(name.slice(0, MAX_NAME), 'NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}?]+/gu, '');
  return letters.replace(/(?:value|wert|valeur|valor|valore|required|optional)$/, '');
}

/** What a column with this name holds; undefined: no identities, or nobody knows. */
export const kindOfColumn = (name: string): ColumnKind | undefined => COLUMNS.get(plainName(name));

/** What a column with this name says of an item besides its identities; undefined: nothing, or nobody knows. */
const labelOfColumn = (name: string): Label | undefined => LABELS.get(plainName(name));

export interface PersonRow extends Readonly<Partial<Record<Label, string>>> {
  /** Of known kinds, which the text may not fit. */
  readonly found: readonly { readonly kind: SubjectKind; readonly text: string }[];
  /** Why the row is none of a person, to follow "line 7". */
  readonly fault?: string;
}

/** A column that is read: what it holds of a person, or says of the item. */
export interface Column {
  readonly index: number;
  readonly name: string;
  readonly holds: ColumnKind | Label;
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
  if ((rows[0]?.cells.length ?? 0) < 2) return withoutNames(rows);
  const [whole = ''] = readTable(text.slice(0, MAX_ROW), null)[0]?.cells ?? [];
  return cellText(whole) === plainText(whole) ? rows : readTable(text, null);
}

const LONE_NAME = 'may be the name of a column: delete the line, or move it down if it is somebody';
const LATE_NAMES = 'names columns: delete the lines before it';

/** The rows of a plain list, in which no name of columns is somebody's: not above others of one other kind, and not below a title. */
function withoutNames(rows: readonly TableRow[]): TableRow[] {
  const kinds = rows.map(({ cells: [cell = ''] }, at) => (at === 0 && kindOfColumn(cell) ? null : recogniseKind(cellText(cell))));
  const isLone = rows.length > 2 && kinds[0] === 'username' && new Set(kinds.slice(1)).size === 1 && kinds[1] !== 'username';
  return rows.map((row, at) => {
    const [cell = ''] = row.cells;
    if (at === 0 && isLone) return { ...row, fault: LONE_NAME };
    const delimiter = at > 0 && kinds[at] === 'username' ? delimiterOf(cell) : null;
    return delimiter !== null && columnsOf(readCells(cell, delimiter) ?? []) ? { ...row, fault: LATE_NAMES } : row;
  });
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
  claimedCompany: 'company',
  claimedCountry: 'country',
};
export const isLabel = (holds: Column['holds']): holds is Label => !(holds === 'any' || SUBJECT_KINDS.some((kind) => kind === holds));

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
  const labels: Partial<Record<Label, string>> = {};
  let fault: string | null = null;
  for (const { index, holds, isChosen = false } of columns) {
    const cell = cells[index] ?? '';
    if (isLabel(holds)) {
      const label = cellText(cell);
      if (label !== '') labels[holds] ??= label;
      continue;
    }
    for (const text of textsOf(cell)) {
      if (!isChosen && isPlaceholder(text)) continue;
      const kind = holds === 'any' ? kindOfText(parser, text) : holds;
      fault ??= isChosen ? null : notAnIdentity(kind, text);
      found.push({ kind, text });
    }
  }
  return { found, ...labels, ...(fault !== null && { fault: `holds what ${fault}` }) };
}

/** Identities as v2 takes them. */
export function groupIdentities(
  found: readonly { readonly kind: SubjectKind; readonly text: string }[],
): Partial<Record<ReturnType<typeof fieldOf<SubjectKind>>, string[]>> {
  const identities: ReturnType<typeof groupIdentities> = {};
  for (const { kind, text } of found) {
    const field = fieldOf(kind);
    identities[field] = [...(identities[field] ?? []), text];
  }
  return identities;
}
