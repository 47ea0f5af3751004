/** Tables of people: names of columns, as people name them, and what a row says. */
import type { IdentityParser } from './identity.js';
import { bareAddress, kindOfText } from './recognise.js';
import { MAX_PER_KIND, SUBJECT_KINDS, type SubjectKind } from './subjects.js';

/** `any`: the kind of each cell is recognised. */
export type ColumnKind = SubjectKind | 'any';

const COLUMNS: Readonly<Record<string, ColumnKind>> = {
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  'e-mail address': 'email',
  emailaddress: 'email',
  phone: 'phone',
  'phone number': 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  telephone: 'phone',
  username: 'username',
  'user name': 'username',
  handle: 'username',
  user: 'username',
  login: 'username',
  ip: 'ip',
  'ip address': 'ip',
  identity: 'any',
  query: 'any',
};

/** What a column with this name holds; undefined: no identities, or nobody knows. */
export function kindOfColumn(name: string): ColumnKind | undefined {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(COLUMNS, known) ? COLUMNS[known] : undefined;
}

/** Columns that name the item, or the person, and no identity. */
const LABELS: Readonly<Record<string, 'ref' | 'claimedName'>> = {
  ref: 'ref',
  reference: 'ref',
  id: 'ref',
  name: 'claimedName',
  'full name': 'claimedName',
  claimedname: 'claimedName',
};

/** What a column with this name says of an item besides its identities; undefined: nothing, or nobody knows. */
function labelOfColumn(name: string): 'ref' | 'claimedName' | undefined {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(LABELS, known) ? LABELS[known] : undefined;
}

export interface PersonRow {
  /** Of known kinds, which the text may not fit. */
  readonly found: readonly { readonly kind: SubjectKind; readonly text: string }[];
  readonly ref?: string;
  readonly claimedName?: string;
}

/** A column that is read: what it holds of a person, or says of the item. */
export interface Column {
  readonly index: number;
  readonly name: string;
  readonly holds: ColumnKind | 'ref' | 'claimedName';
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

/** What the cells of a row hold; of two columns for one label the first that is filled. */
export function readPersonRow(columns: readonly Column[], cells: readonly string[], parser: Pick<IdentityParser, 'phone'>): PersonRow {
  const found: { kind: SubjectKind; text: string }[] = [];
  const labels: { ref?: string; claimedName?: string } = {};
  for (const { index, holds } of columns) {
    const text = bareAddress(cells[index] ?? '');
    if (text === '') continue;
    if (holds === 'ref' || holds === 'claimedName') labels[holds] ??= text;
    else found.push({ kind: holds === 'any' ? kindOfText(parser, text) : holds, text });
  }
  return { found, ...labels };
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
