import { inject } from 'vitest';
import type { DatabaseUrls } from '../../tools/embedded/postgres-roles.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: DatabaseUrls;
    templateDatabase: string;
    temporalAddress: string;
  }
}

/** Addresses of the real Postgres and Temporal that the whole test run shares, and the database there that has the schema. */
export function stackAddresses(): { postgres: DatabaseUrls; templateDatabase: string; temporalAddress: string } {
  return { postgres: inject('postgres'), templateDatabase: inject('templateDatabase'), temporalAddress: inject('temporalAddress') };
}
