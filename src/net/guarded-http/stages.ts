import type { Failure } from './types.js';

/** Ends a call from within; callers of the client get a value. */
export class GuardedError extends Error {
  constructor(
    readonly failure: Failure,
    /** Codes and constant words only. */
    readonly detail: string,
  ) {
    super(`${failure}: ${detail}`);
    this.name = 'GuardedError';
  }
}

/** The stage of a call; the meaning of a socket error depends on it. */
export type Stage = 'connect' | 'tls' | 'exchange';

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);
const OVER_CAP = new Set(['HPE_HEADER_OVERFLOW']);

/** Classifies an error by the stage in which it occurred. Messages are dropped: they contain host names. */
export function guardedError(error: unknown, stage: Stage): GuardedError {
  if (error instanceof GuardedError) return error;
  const code = codeOf(error);
  if (stage !== 'exchange') return new GuardedError(stage, code);
  if (OVER_CAP.has(code)) return new GuardedError('too_large', 'headers over their cap');
  if (code.startsWith('HPE_')) return new GuardedError('protocol', code);
  if (BROKEN.has(code)) return new GuardedError('reset', code);
  return new GuardedError(/SSL|TLS|CERT/.test(code) ? 'tls' : 'protocol', code);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'UNKNOWN';
}
