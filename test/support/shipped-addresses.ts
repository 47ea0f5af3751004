import { type EmbeddedSource, embeddedSources } from '../../src/facts/ip/sources/embedded.js';
import { readShippedSources } from '../../src/facts/sources/shipped-sources.js';

/** What the service knows of addresses by itself, to be read once for all tests of a file: reading it takes a third of a second. */
export const shippedAddresses = (): readonly EmbeddedSource[] => embeddedSources(readShippedSources(), { city: [], networks: [] });
