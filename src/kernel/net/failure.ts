/** What the network alone can tell of a response that is not usable. A client adds reasons of its own. */
export type NetworkFailureReason = 'unreachable' | 'undecodable' | 'too_large';

/** Why an exchange gave no usable response. Thrown inside clients only; their callers get a value. */
export class OutboundFailure<Reason extends string = NetworkFailureReason> extends Error {
  constructor(
    readonly reason: Reason,
    /** Codes and constant words only: it goes into stored evidence, which holds nothing of the identity. */
    readonly detail: string,
    /** Whether a retry may help: the connection broke, the response was not a refusal. */
    readonly transient = false,
    readonly status: number | null = null,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'OutboundFailure';
  }
}

const TRANSIENT_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'EAI_AGAIN', 'UND_ERR_INFO']);
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|ALTNAME|HOSTNAME_MISMATCH|UNABLE_TO_(?:GET|VERIFY|DECODE)|CRL/;

/** Classifies an error of a socket, of TLS, of DNS or of the HTTP parser. Messages are dropped: they contain host names. */
export function failureOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundFailure('too_large', 'headers over their cap');
  const unparsed = error instanceof Error && error.name === 'HTTPParserError';
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (unparsed && /invalid eof/i.test(error.message))) {
    return new OutboundFailure('unreachable', 'answer cut off', true);
  }
  if (unparsed) return new OutboundFailure('undecodable', 'not HTTP');
  if (CERTIFICATE.test(code)) return new OutboundFailure('unreachable', `certificate: ${code}`);
  return new OutboundFailure('unreachable', code, TRANSIENT_CODES.has(code));
}

/** The code of an error, or of the first of several (one per address tried); never its message. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'UNKNOWN';
}
