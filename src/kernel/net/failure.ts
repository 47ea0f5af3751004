/** What the client alone can tell of a response that is not usable. A use of it adds reasons of its own. */
export type NetworkFailureReason = 'unreachable' | 'undecodable' | 'too_large' | 'interrupted';

/** Why an exchange gave no usable response. Thrown inside clients only; their callers get a value. */
export class OutboundFailure<Reason extends string = NetworkFailureReason> extends Error {
  constructor(
    readonly reason: Reason,
    /** Codes and constant words only: it goes into stored evidence, which holds nothing of the identity. */
    readonly detail: string,
    /** Whether a retry may help: the connection broke, the response was not a refusal. */
    readonly transient = false,
    /** Of the response, where its head had arrived. */
    readonly status: number | null = null,
    /** Of the error underneath; empty where there is none. */
    readonly code: string = '',
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'OutboundFailure';
  }
}

const TRANSIENT_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'EAI_AGAIN', 'UND_ERR_INFO']);
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|ALTNAME|HOSTNAME_MISMATCH|UNABLE_TO_(?:GET|VERIFY|DECODE)|CRL/;

/**
 * Classifies an error of a socket, of TLS, of DNS or of the HTTP parser. Messages are dropped: they contain host names.
 *
 * @param status of the response, where its head had arrived
 */
export function failureOf(error: unknown, status: number | null = null): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = codeOf(error);
  const failure = (reason: NetworkFailureReason, detail: string, transient = false) =>
    new OutboundFailure(reason, detail, transient, status, code);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too_large', 'headers over their cap');
  const unparsed = error instanceof Error && error.name === 'HTTPParserError';
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (unparsed && /invalid eof/i.test(error.message))) {
    return failure('unreachable', 'answer cut off', true);
  }
  if (unparsed) return failure('undecodable', 'not HTTP');
  if (code === 'UND_ERR_SOCKET' && (error as Error).message === 'bad upgrade')
    return failure('undecodable', 'switched to another protocol');
  if (CERTIFICATE.test(code)) return failure('unreachable', `certificate: ${code}`);
  return failure('unreachable', code, TRANSIENT_CODES.has(code));
}

/** The code of an error, or of the first of several (one per address tried); never its message. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'UNKNOWN';
}
