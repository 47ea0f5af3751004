/** Identifier prefixes; the rest is a sortable, unguessable UUIDv7 in base 32 (typeid). docs/contract.md, 15.1. */
export const ID_PREFIX = {
  lookup: 'lkp',
  batch: 'bat',
  event: 'evt',
  webhook: 'whk',
  secret: 'sec',
  email: 'eml',
  account: 'acc',
  apiKey: 'key',
  user: 'usr',
  member: 'mem',
  invitation: 'inv',
  signIn: 'sgn',
  session: 'ses',
  passkey: 'psk',
  pool: 'pool',
  worker: 'wrk',
  erasure: 'ers',
  suppression: 'sup',
  audit: 'aud',
} as const;
export type IdKind = keyof typeof ID_PREFIX;

/** Makes a new identifier of a kind, e.g. `lkp_01k…`. */
export type NewId = (kind: IdKind) => string;
