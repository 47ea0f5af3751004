import { expect } from 'vitest';

/** docs/contract.md, 1. */
export interface ResultBody {
  readonly platform: string;
  readonly registered: boolean;
  readonly method: string;
  readonly icon: string | null;
  readonly checkedAt: string;
  readonly mailboxProvider?: boolean;
}

/** docs/contract.md, 1. */
export interface LookupBody {
  readonly lookupId: string;
  readonly query: string;
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
  readonly hits: readonly string[];
  readonly servedFromCache: boolean;
  readonly results: readonly ResultBody[];
  readonly breaches: unknown;
  readonly webMentions: unknown;
  readonly phoneDetails: unknown;
  readonly emailDetails: unknown;
  readonly ipDetails: unknown;
  readonly platformsPending?: number;
}

const FIELDS = [
  'breaches',
  'emailDetails',
  'hits',
  'ipDetails',
  'lookupId',
  'matches',
  'phoneDetails',
  'platformsChecked',
  'query',
  'results',
  'servedFromCache',
  'socialMatches',
  'webMentions',
];

/** The fields of a v1 lookup, all of them and no other, and the counts that follow from the results. */
export function expectLookupBody(body: LookupBody, more: readonly string[] = []): void {
  expect(Object.keys(body).sort()).toEqual([...FIELDS, ...more].sort());
  const registered = body.results.filter((result) => result.registered);
  expect(body.hits).toEqual(registered.map((result) => result.platform));
  expect(body.matches).toBe(body.hits.length);
  expect(body.socialMatches).toBe(registered.filter((result) => result.mailboxProvider !== true).length);
  expect(new Set(body.results.map((result) => result.platform)).size).toBe(body.results.length);
  expect(body.platformsChecked).toBe(body.results.length);
  for (const result of body.results) {
    expect(new Date(result.checkedAt).toISOString()).toBe(result.checkedAt);
    expect(['public_api', 'account_enumeration', 'breach_record', 'domain_derived']).toContain(result.method);
  }
}
