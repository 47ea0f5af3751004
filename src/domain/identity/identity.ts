/**
 * What a lookup is about. Values are in normal form: an e-mail address with a lower-case ASCII (punycode) domain, a phone
 * number in E.164, a username as it was typed. docs/contract.md, 2.
 */
export const QUERY_TYPES = ['email', 'phone', 'username'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

export interface Identity {
  readonly type: QueryType;
  readonly value: string;
}
