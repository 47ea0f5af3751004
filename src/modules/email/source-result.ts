import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';

/** Data of one source, or its source failure. Codes are for the evidence: short, constant, never personal. */
export type SourceResult<Value> =
  | { readonly value: Value; readonly silence: null }
  | { readonly value: null; readonly silence: SourceFailure; readonly codes: readonly string[] };

export function ok<Value>(value: Value): SourceResult<Value> {
  return { value, silence: null };
}

export function failed(silence: SourceFailure, ...codes: readonly string[]): SourceResult<never> {
  return { value: null, silence, codes };
}
