import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalAddress: string;
  }
}

/** Addresses of the real Postgres and Temporal that the whole test run shares, and the database there that has the schema. */
export function stackAddresses(): { postgresUrl: string; templateDatabase: string; temporalAddress: string } {
  return { postgresUrl: inject('postgresUrl'), templateDatabase: inject('templateDatabase'), temporalAddress: inject('temporalAddress') };
}
