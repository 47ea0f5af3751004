import { type EmbeddedSources, embeddedSources } from '../../src/facts/ip/sources/embedded.js';
import { readShippedSources } from '../../src/facts/ip/sources/shipped-sources.js';

/** What the service knows of addresses by itself, to be read once for all tests of a file: reading it takes a third of a second. */
export const shippedAddresses = (): EmbeddedSources => embeddedSources(readShippedSources(), { city: [], networks: [] });
