import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    temporalAddress: string;
  }
}

/** Addresses of the real Postgres and Temporal that the whole test run shares. */
export function stackAddresses(): { postgresUrl: string; temporalAddress: string } {
  return { postgresUrl: inject('postgresUrl'), temporalAddress: inject('temporalAddress') };
}
