/** Enumerations that the document names, so that clients have one type for each, wherever it is used. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import { BANDS } from '../../engine/catalogue/rules/bands.js';
import { STRENGTHS } from '../../engine/catalogue/rules/platform.js';
import { RESULT_METHODS } from '../../engine/catalogue/rules/probe-rule.js';
import { PROOFS } from '../../engine/catalogue/rules/rule-proof.js';
import { HEALTH } from '../../engine/controls/health.js';
import { INCONCLUSIVE_REASONS } from '../../engine/evaluation/verdict.js';
import { MODULES } from '../../facts/checks.js';
import { INSUFFICIENT, LEVELS } from '../../facts/risk/signals.js';
import { SCOPES } from '../../features/accounts/api-keys.js';
import { ROLES } from '../../features/accounts/roles.js';
import { ITEM_STATUSES } from '../../features/batches/batch.js';
import { LOOKUP_KINDS } from '../../features/lookups/lookup.js';
import { ERASURE_STATES } from '../../features/privacy/erasure.js';
import { ATTEMPT_FAILURES, DELIVERY_STATES, TRIGGERS } from '../../features/webhooks/delivery.js';
import { PAYLOADS } from '../../features/webhooks/event.js';
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from '../../features/webhooks/event-types.js';
import { QUERY_TYPES } from '../../kernel/identity/identity.js';
import { SUBJECT_KINDS } from '../../kernel/identity/subjects.js';
import { ERRORS } from '../../kernel/values/errors.js';

const NAMED: Readonly<Record<string, readonly string[]>> = {
  AccountUnit: ['lookups', 'millicents'],
  AttemptFailure: ATTEMPT_FAILURES,
  BatchItemStatus: ITEM_STATUSES,
  BatchMode: BANDS,
  DeliveryState: DELIVERY_STATES,
  DeliveryTrigger: TRIGGERS,
  ErasureState: ERASURE_STATES,
  ErrorCode: Object.keys(ERRORS),
  EventType: EVENT_TYPES,
  FindingState: ['answered', 'unknown', 'not_configured', 'suppressed', 'pending'],
  IdentityType: SUBJECT_KINDS,
  LookupKind: LOOKUP_KINDS,
  LookupStatus: ['processing', 'finished'],
  Module: MODULES,
  OmissionReason: INCONCLUSIVE_REASONS,
  PlatformStatus: HEALTH,
  PlatformStrength: STRENGTHS,
  QueryType: QUERY_TYPES,
  ResultMethod: RESULT_METHODS,
  RiskLevel: [INSUFFICIENT, ...LEVELS],
  Role: ROLES,
  RuleProof: PROOFS,
  Scope: SCOPES,
  SubscribableEventType: SUBSCRIBABLE_EVENT_TYPES,
  WebhookPayload: PAYLOADS,
};

const NAMES = new Map(Object.entries(NAMED).map(([name, values]) => [JSON.stringify(values), name]));

/**
 * The document with its enumerations as components. What is said of one beside its values stays where it is said.
 *
 * @param document JSON; it is not changed
 * @returns the document, and the schemas that it refers to
 */
export function nameVocabularies<T>(document: T): { document: T; schemas: Record<string, SchemaObject> } {
  const used = new Set<string>();
  const named = JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('enum' in value)) return value;
    const name = NAMES.get(JSON.stringify(value.enum));
    if (name === undefined) return value;
    used.add(name);
    const { enum: _values, type: _type, ...others } = value as Record<string, unknown>;
    return { $ref: `#/components/schemas/${name}`, ...others };
  }) as T;
  const schemas = [...used].sort().map((name): [string, SchemaObject] => [name, { type: 'string', enum: [...(NAMED[name] ?? [])] }]);
  return { document: named, schemas: Object.fromEntries(schemas) };
}
