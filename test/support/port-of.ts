import type { AddressInfo } from 'node:net';

/** The port of a server or socket that listens. */
export const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
