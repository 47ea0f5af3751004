/** Names of columns in files of identities, as people name them. */
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

/** Columns that name the item, or its person, and no identity. */
const OTHERS: Readonly<Record<string, 'ref' | 'claimedName'>> = {
  ref: 'ref',
  reference: 'ref',
  id: 'ref',
  name: 'claimedName',
  'full name': 'claimedName',
  claimedname: 'claimedName',
};

/** What a column with this name says of an item besides its identities; undefined: nothing, or nobody knows. */
export function fieldOfColumn(name: string): 'ref' | 'claimedName' | undefined {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(OTHERS, known) ? OTHERS[known] : undefined;
}

/** What a column with this name holds; undefined: no identities, or nobody knows. */
export function kindOfColumn(name: string): ColumnKind | undefined {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(COLUMNS, known) ? COLUMNS[known] : undefined;
}
