import { codeOf, failureOf, OutboundFailure } from '../failure.js';

/** Why a URL is refused before resolution; each spelling known for smuggling in private addresses has its own code. */
export const URL_VIOLATIONS = [
  'malformed_url',
  'scheme_not_allowed',
  'userinfo',
  'port_not_allowed',
  'odd_address',
  'trailing_dot',
  'empty_label',
  'invisible_character',
  'odd_host_name',
] as const;
export type UrlViolation = (typeof URL_VIOLATIONS)[number];

/**
 * Why a call gave no usable response. Violations of the URL rules and `blocked_address` are refusals: no connection was made.
 * `dns`: no address of the name could be found. `interrupted`: the caller's signal. `violation`: of the caller's own
 * rules, named in the detail.
 */
export type Failure =
  | UrlViolation
  | 'blocked_address'
  | 'dns'
  | 'timeout'
  | 'interrupted'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'too_large'
  | 'protocol'
  | 'undecodable'
  | 'too_many_redirects'
  | 'violation';

/** `detail` holds codes and constant words, never a name, an address or a body. */
export interface Refused {
  readonly ok: false;
  readonly failure: Failure;
  readonly detail: string;
}

/** Ends a call from within; callers of the client get a value. */
export class GuardedError extends OutboundFailure<Failure> {}

/** The stage of a call; the meaning of an error depends on it. */
export type Stage = 'connect' | 'tls' | 'exchange';

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']);

/** Classifies an error by the stage in which it occurred. Messages are dropped: they contain host names. */
export function guardedError(error: unknown, stage: Stage): GuardedError {
  if (error instanceof GuardedError) return error;
  if (stage !== 'exchange') return new GuardedError(stage, codeOf(error));
  const { reason, detail, status, code } = failureOf(error);
  if (reason === 'too_large') return new GuardedError('too_large', detail);
  if (reason === 'undecodable' && code === '') return new GuardedError('undecodable', detail);
  if (status !== null) return new GuardedError('reset', 'body cut off');
  if (BROKEN.has(code) && reason !== 'undecodable') return new GuardedError('reset', code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code);
  if (/SSL|TLS|CERT/.test(code)) return new GuardedError('tls', code);
  return new GuardedError('protocol', code.startsWith('HPE_') ? code : detail);
}
