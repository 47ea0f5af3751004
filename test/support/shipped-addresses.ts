import { afterAll } from 'vitest';
import { type EmbeddedSources, embeddedSources } from '../../src/facts/ip/sources/embedded.js';
import { readShippedSources } from '../../src/facts/ip/sources/shipped-sources.js';

/** What the service knows of addresses by itself, read once for all tests of a file: reading it takes a third of a second. */
export function shippedAddresses(): EmbeddedSources {
  const shipped = embeddedSources(readShippedSources(), { city: [], networks: [] });
  afterAll(() => Promise.all(shipped.sources.map((source) => source.close())));
  return shipped;
}
