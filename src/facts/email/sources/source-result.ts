import type { SourceFailure } from '../../../kernel/values/source.js';

/** Data of one source, or its source failure. Codes are for the evidence: short, constant, never personal. */
export type SourceResult<Value> =
  | { readonly value: Value; readonly failure: null }
  | { readonly value: null; readonly failure: SourceFailure; readonly codes: readonly string[] };

export function ok<Value>(value: Value): SourceResult<Value> {
  return { value, failure: null };
}

export function failed(failure: SourceFailure, ...codes: readonly string[]): SourceResult<never> {
  return { value: null, failure, codes };
}
