import type { ResultMethod } from './probe-rule.js';

/**
 * Who says that an identity is on a platform: the platform itself, asked by the sweep; the address, because its mailbox is
 * at the platform; or a breach of the platform that lists the identity. In this order they are believed.
 */
export const ORIGINS = ['sweep', 'mailbox', 'breach'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Where an outcome came from, by how it was obtained. */
export function originOf(method: ResultMethod): Origin {
  if (method === 'domain_derived') return 'mailbox';
  return method === 'breach_record' ? 'breach' : 'sweep';
}
