/** Tables of people: names of columns, as people name them, and what a row says. */
import type { IdentityParser } from './identity.js';
import { bareAddress, kindOfText } from './recognise.js';
import type { SubjectKind } from './subjects.js';

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
export function labelOfColumn(name: string): 'ref' | 'claimedName' | undefined {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(LABELS, known) ? LABELS[known] : undefined;
}

export interface PersonRow {
  /** Of known kinds, which the text may not fit. */
  readonly found: readonly { readonly kind: SubjectKind; readonly text: string }[];
  readonly ref?: string;
  readonly claimedName?: string;
}

/** What the cells of a row hold, by the names of their columns; of two columns for one label the first that is filled. */
export function readPersonRow(header: readonly string[], cells: readonly string[], parser: Pick<IdentityParser, 'phone'>): PersonRow {
  const found: { kind: SubjectKind; text: string }[] = [];
  const labels: { ref?: string; claimedName?: string } = {};
  for (const [column, name] of header.entries()) {
    const text = bareAddress(cells[column] ?? '');
    if (text === '') continue;
    const kind = kindOfColumn(name);
    const label = labelOfColumn(name);
    if (kind) found.push({ kind: kind === 'any' ? kindOfText(parser, text) : kind, text });
    else if (label) labels[label] ??= text;
  }
  return { found, ...labels };
}

const FIELD = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const satisfies Record<SubjectKind, string>;

/** Identities as v2 takes them. */
export function groupIdentities(
  found: readonly { readonly kind: SubjectKind; readonly text: string }[],
): Partial<Record<(typeof FIELD)[SubjectKind], string[]>> {
  const identities: Partial<Record<(typeof FIELD)[SubjectKind], string[]>> = {};
  for (const { kind, text } of found) identities[FIELD[kind]] = [...(identities[FIELD[kind]] ?? []), text];
  return identities;
}
