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

/** The result of a source, or a timeout after `ms` milliseconds or when the signal aborts; a later result is ignored. */
export function withTimeout<Value>(work: Promise<SourceResult<Value>>, ms: number, signal: AbortSignal): Promise<SourceResult<Value>> {
  return new Promise((resolve, reject) => {
    const late = () => resolve(failed('timeout'));
    const timer = setTimeout(late, Math.max(0, ms));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', late);
    });
  });
}
