/** All faults by name. */
import { bodyFaults } from './bodies.js';
import type { Fault } from './fault.js';
import { preludeFaults } from './preludes.js';
import { redirectFaults } from './redirects.js';
import { transportFaults } from './transport.js';
import { blockPageFaults } from './block-pages.js';
import { wrongResponseFaults } from './wrong-responses.js';

const TABLE = { ...blockPageFaults, ...wrongResponseFaults, ...redirectFaults, ...transportFaults, ...bodyFaults, ...preludeFaults };

export type FaultName = keyof typeof TABLE;
export type { Fault } from './fault.js';

/** Every fault with its name, in the order of the documentation. */
export const FAULTS: readonly (Fault & { readonly name: FaultName })[] = Object.entries<Fault>(TABLE).map(([name, fault]) => ({
  name: name as FaultName,
  ...fault,
}));

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(TABLE, name);
}

export function faultByName(name: FaultName): Fault {
  return TABLE[name];
}
