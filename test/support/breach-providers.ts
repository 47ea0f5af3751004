import { type Config, readConfig } from '../../src/kernel/config/env.js';

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
  xposedornot: { XPOSEDORNOT: true, XPOSEDORNOT_URL: `${url}/xon` },
  leakcheck: { LEAKCHECK: true, LEAKCHECK_URL: `${url}/public` },
});

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
