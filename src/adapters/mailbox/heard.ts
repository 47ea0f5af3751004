import type { Silence } from '../../domain/enrichment-ports.js';

/** Data of one source, or its source failure. Codes are for the evidence: short, constant, never personal. */
export type Heard<Value> =
  | { readonly value: Value; readonly silence: null }
  | { readonly value: null; readonly silence: Silence; readonly codes: readonly string[] };

export function heard<Value>(value: Value): Heard<Value> {
  return { value, silence: null };
}

export function silent(silence: Silence, ...codes: readonly string[]): Heard<never> {
  return { value: null, silence, codes };
}

/** The result of a source, or a timeout after `ms` milliseconds or when the signal aborts; a later result is ignored. */
export function inTime<Value>(work: Promise<Heard<Value>>, ms: number, signal: AbortSignal): Promise<Heard<Value>> {
  return new Promise((resolve, reject) => {
    const late = () => resolve(silent('timeout'));
    const timer = setTimeout(late, Math.max(0, ms));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', late);
    });
  });
}
