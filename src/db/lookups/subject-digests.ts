import { LRUCache } from 'lru-cache';
import type { KeyedDigest } from '../../domain/identity/identity.js';
import { kindOf, type PersonRef, personRefs, type Subjects } from '../../domain/identity/subjects.js';
import type { Sql } from '../client.js';

/** Lookups whose digests are cached; a worker carries out fewer at once. */
const MAX_CACHED = 1_000;

/** The text of an identity that is digested. */
export const identityText = (kind: string, value: string): string => `${kind}:${value}`;

/** Digests of the identities of lookups under way. They never change, so each lookup is read once per process. */
export class SubjectDigests {
  readonly #sql: Sql;
  readonly #digest: KeyedDigest;
  readonly #digests = new LRUCache<string, Readonly<Record<string, string>>>({ max: MAX_CACHED });

  constructor(options: { sql: Sql; digest: KeyedDigest }) {
    this.#sql = options.sql;
    this.#digest = options.digest;
  }

  /** @returns by name; empty when there is no such lookup */
  async of(lookupId: string): Promise<Readonly<Record<string, string>>> {
    const known = this.#digests.get(lookupId);
    if (known) return known;
    const [row] = await this.#sql<{ subjects: Subjects }[]>`SELECT subjects FROM lookups WHERE id = ${lookupId}`;
    return row ? this.cache(lookupId, row.subjects) : {};
  }

  /** Digests, and caches, the identities of a lookup whose row was read for another reason. */
  cache(lookupId: string, subjects: Subjects): Readonly<Record<string, string>> {
    const digestOf = (ref: PersonRef) => this.#digest.of(identityText(kindOf(ref), subjects[ref] as string));
    const digests = Object.fromEntries(personRefs(subjects).map((ref) => [ref, digestOf(ref)]));
    this.#digests.set(lookupId, digests);
    return digests;
  }
}
