import { LRUCache } from 'lru-cache';
import { type KeyedDigest, lowerName } from '../../../kernel/identity/identity.js';
import { formsOf, formText, type NamedIdentity } from '../../../kernel/identity/forms.js';
import { kindOf, personRefs, type Subjects } from '../../../kernel/identity/subjects.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Lookups whose digests are cached; a worker carries out fewer at once. */
const MAX_CACHED = 1_000;

/** The text of an identity that is digested. */
export const identityText = (kind: string, value: string): string => `${kind}:${value}`;

/** The texts under which facts about an identity may be stored: a platform that folds case knows a name in lower case. */
export function factTexts(kind: string, value: string): string[] {
  const texts = kind === 'username' ? [value, lowerName(value)] : [value];
  return [...new Set(texts)].map((text) => identityText(kind, text));
}

/**
 * The texts by whose digests erasures know an identity: as it was sent, of whatever kind, which is found when what is known of its provider
 * has changed; of its certain forms; and of its possible ones, which are erased by the kind under which they are stored.
 *
 * @param kind under which it is stored
 */
export function erasedTexts(identity: NamedIdentity, kind = identity.kind) {
  const { certain, possible } = formsOf(identity);
  const sent = identity.value.toLowerCase();
  return { sent, certain: `certain ${formText(certain)}`, possible: `possible ${kind} ${formText(possible)}` };
}

/** Digests of the identities of lookups under way. They never change, so each lookup is read once per process. */
export class SubjectDigests {
  readonly #digests = new LRUCache<string, Readonly<Record<string, string>>>({ max: MAX_CACHED });

  constructor(private readonly options: { sql: Sql; digest: KeyedDigest }) {}

  /** @returns by name, and in lower case by the name with `:lower`; empty when there is no such lookup */
  async of(lookupId: string): Promise<Readonly<Record<string, string>>> {
    const known = this.#digests.get(lookupId);
    if (known) return known;
    const [row] = await this.options.sql<{ subjects: Subjects }[]>`SELECT subjects FROM lookups WHERE id = ${lookupId}`;
    return row ? this.cache(lookupId, row.subjects) : {};
  }

  /** Digests, and caches, the identities of a lookup whose row was read for another reason. */
  cache(lookupId: string, subjects: Subjects): Readonly<Record<string, string>> {
    const digests = Object.fromEntries(
      personRefs(subjects).flatMap((ref) => {
        const [own = '', lower = own] = factTexts(kindOf(ref), subjects[ref] as string).map((text) => this.options.digest.of(text));
        return [
          [ref, own],
          [`${ref}:lower`, lower],
        ];
      }),
    );
    this.#digests.set(lookupId, digests);
    return digests;
  }
}
