import type { ResultMethod } from '../../engine/catalogue/rules/probe-rule.js';
import type { VerdictEvidence } from '../../engine/evaluation/verdict.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { PersonRef } from '../../kernel/identity/subjects.js';

/** Longest note, in characters. */
export const MAX_NOTE = 500;

/** Longest time in which disputes of a platform run one control, in milliseconds. */
export const CONTROL_INTERVAL_MS = 3_600_000;

/** A result that somebody says is wrong. */
export interface Dispute {
  readonly lookupId: string;
  readonly platform: string;
  readonly subject: PersonRef;
  readonly state: 'registered' | 'not_registered';
  /** When the disputed fact was established. */
  readonly checkedAt: Date;
  readonly note: string | null;
  readonly createdAt: Date;
  /** When a control of the platform ran after the dispute; null: none did so far. */
  readonly controlledAt: Date | null;
}

/** A dispute with what its result rests on. */
export interface NewDispute extends Omit<Dispute, 'createdAt' | 'controlledAt'> {
  readonly accountId: string;
  readonly apiKeyId: string;
  /** The identity in normal form. */
  readonly value: string;
  readonly method: ResultMethod;
  readonly egress: string | null;
  /** Revision of the catalogue; null: the files of the release. */
  readonly catalogue: number | null;
  readonly evidence: VerdictEvidence | null;
}

/** A platform of which results were disputed, and no control ran since. */
export interface DisputedPlatform {
  readonly platform: string;
  readonly queryType: QueryType;
  /** When the newest of them was disputed. */
  readonly disputedAt: Date;
  /** When its newest control ran; null: none did. */
  readonly controlAt: Date | null;
}
