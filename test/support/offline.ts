/** Settings with which nothing outside of this machine is asked: name servers that refuse at once, and no registries. */
export const OFFLINE = { DNS_SERVERS: '127.0.0.1:9', RDAP: 'false' } as const;

/** Processes do not start without one. */
export const TEST_SECRETS_KEY = '7e57'.repeat(16);

/** Settings with which every module has a source; those outside of this machine refuse at once. */
export const EVERY_MODULE = {
  HIBP_API_KEY: 'key-of-the-tests',
  HIBP_URL: 'http://127.0.0.1:9',
  SEARXNG_URL: 'http://127.0.0.1:9',
} as const;
