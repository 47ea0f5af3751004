import { createHash } from 'node:crypto';
import { type Config, readConfig } from '../../src/kernel/config/env.js';
import type { ProviderReply, SeenRequest } from './json-provider.js';

/** No provider is configured. */
export const OFF: Config = {
  ...readConfig({}),
  HIBP_URL: 'https://hibp.example.com',
  XPOSEDORNOT: false,
  XPOSEDORNOT_URL: 'https://xon.example.com',
  LEAKCHECK: false,
  LEAKCHECK_URL: 'https://leakcheck.example.com',
};
/** Settings of each provider at a test server. */
export const configs = (url: string) => ({
  haveibeenpwned: { HIBP_API_KEY: 'test-key-0001', HIBP_URL: `${url}/hibp/` },
  hibpByAddress: { HIBP_API_KEY: 'test-key-0001', HIBP_URL: `${url}/hibp/`, HIBP_WHOLE_ADDRESS: true },
  xposedornot: { XPOSEDORNOT: true, XPOSEDORNOT_URL: `${url}/xon` },
  leakcheck: { LEAKCHECK: true, LEAKCHECK_URL: `${url}/public` },
});

/** Digits by which Have I Been Pwned is asked about an address, the others of its SHA-1, and the path of the question. */
export function rangeOf(address: string) {
  const digest = createHash('sha1').update(address.toLowerCase()).digest('hex').toUpperCase();
  const [prefix, suffix] = [digest.slice(0, 6), digest.slice(6)];
  return { prefix, suffix, path: `/breachedaccount/range/${prefix.toLowerCase()}` };
}

/** The entry of somebody else in a range. */
export const OTHER_SUFFIX = { hashSuffix: '0'.repeat(34), websites: ['Other'] };

/** Digits by which LeakCheck is asked about an address, and the address that it finds where it finds addresses by digest at all. */
export const leakCheckTerm = (address: string): string => createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 24);
export const LEAKCHECK_SAMPLE = '31c5543c1734d25c7206f5fd';

/** LeakCheck with its sample, and this answer about everything else. */
export const leakCheck =
  (reply: ProviderReply) =>
  ({ query }: Pick<SeenRequest, 'query'>): ProviderReply =>
    query.get('check') === LEAKCHECK_SAMPLE ? { json: { success: true, found: 1, sources: [{ name: 'Sample', date: '2019-07' }] } } : reply;

/** A breach as Have I Been Pwned lists it. */
export const hibpBreach = (name: string, more: object = {}) => ({
  Name: name,
  Title: name,
  Domain: `${name.toLowerCase()}.example.com`,
  BreachDate: '2013-10-04',
  IsVerified: true,
  IsFabricated: false,
  IsRetired: false,
  IsSpamList: false,
  DataClasses: ['Passwords'],
  ...more,
});
