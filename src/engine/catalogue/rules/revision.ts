/** Revisions of the catalogue: what it consists of from a moment on (docs/adr/0044-catalogue-updates.md); and versions of its rules. */
import { createHash } from 'node:crypto';
import { isRecord } from '../../../kernel/values/json.js';
import type { ProbeRule } from './probe-rule.js';

/** What began a revision: a bundle, or the way back. */
export type RevisionCause = 'update' | 'rollback';

export interface CatalogueRevision {
  /** Grows; 0: the files of the release, before anything was changed. */
  readonly revision: number;
  /** Version of the bundle whose files take the place of the shipped ones; null: the shipped ones. */
  readonly bundle: number | null;
  /** Slugs for which an earlier release stored a file of the operator's own. They are refused, and the catalogue's rules answer. */
  readonly replaced: readonly string[];
}

export const SHIPPED_REVISION: CatalogueRevision = { revision: 0, bundle: null, replaced: [] };

/** Why a replacement of an earlier release is refused, and what to do instead. */
export const REPLACEMENT_REFUSED =
  'replacements of single platforms are no longer used; sign a bundle with the file in place of the shipped one ' +
  '(`footprint catalogue bundle --from`) and accept it (`footprint catalogue update`)';

/** What a bundle says of itself. */
export interface BundleInfo {
  readonly version: number;
  /** Names the key that signed it: the beginning of its digest. */
  readonly keyId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly platforms: number;
}

/** A bundle as it was accepted, with its signature: who loads it verifies it again. */
export interface StoredBundle extends BundleInfo {
  readonly content: Uint8Array;
}

/** Tables of facts that a bundle can bring besides rules and breached sites. */
export const TABLE_NAMES = ['disposable-domains', 'mail-providers', 'mail-relays', 'network-kinds'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A table in a bundle; what its content means is none of the catalogue's business. */
export interface BundledTable {
  readonly name: TableName;
  /** Day on which its newest part was published, ISO 8601. */
  readonly asOf: string;
  readonly origin: string;
  readonly torExits?: readonly string[] | undefined;
  readonly content: Uint8Array;
}

export interface RevisionEntry extends CatalogueRevision {
  /** A `RevisionCause`, or one that earlier releases had. */
  readonly cause: string;
  readonly at: Date;
}

/** JSON with the members of objects in one order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** Fields of a rule that neither a request nor a verdict depends on. */
const REMARKS = [
  'safety',
  'suspect',
  'provenance',
  'hostReason',
  'profile',
  'positiveControls',
] as const satisfies readonly (keyof ProbeRule)[];

const decisive = (rule: ProbeRule): string =>
  canonicalJson(Object.fromEntries(Object.entries(rule).filter(([name]) => !(REMARKS as readonly string[]).includes(name))));

const digests = new WeakMap<ProbeRule, string>();

/**
 * Tells versions of one platform's rule apart: the same for rules that ask and read alike, '' without a rule. What was learnt by a rule
 * counts for its digest alone, so nobody may be able to write another rule with the same one: 128 bits of SHA-256.
 */
export function ruleDigest(rule: ProbeRule | undefined): string {
  if (rule === undefined) return '';
  const known = digests.get(rule) ?? createHash('sha256').update(decisive(rule)).digest('base64url').slice(0, 22);
  digests.set(rule, known);
  return known;
}
