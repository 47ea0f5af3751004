import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { ConfigError } from '../kernel/config/env.js';

/** Which settings a sentence about a server names. */
export interface TlsPeer {
  /** The one that says where the server is. */
  readonly server: string;
  /** What is set so that the authority of its certificate is known. */
  readonly authority: string;
  /** What is set when its certificate is for another name. */
  readonly name: string;
  /** What holds our own certificate and its key. */
  readonly client: string;
}

/** Codes of Node and OpenSSL, by what they mean for an operator. */
const UNKNOWN_AUTHORITY =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_(?:UNTRUSTED|REJECTED|SIGNATURE_FAILURE)|INVALID_CA)$/;
const OUT_OF_DATE = /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/;
const WANTS_CLIENT = /ALERT_CERTIFICATE_REQUIRED$|ALERT_HANDSHAKE_FAILURE$/;
const REFUSES_CLIENT =
  /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(?:UNKNOWN|EXPIRED|REVOKED)|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED|DECRYPT_ERROR)$/;
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE/;
const BAD_PAIR = /KEY_VALUES_MISMATCH|KEY_TYPE_MISMATCH/;
const BAD_PEM = /^ERR_OSSL_(?:PEM|ASN1|UNSUPPORTED|X509|EVP|CRYPTO)|^ERR_CRYPTO_/;

/** A server that ended the connection in the middle of TLS, without a reason. */
const CONNECTION_CUT = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP2_ERROR)$/;

/**
 * What is wrong with a TLS connection, in one sentence that names the setting to change.
 *
 * @param error what Node's TLS, a driver on it or their `cause` gave
 * @returns null when it is no fault of TLS: the server is unavailable, or reports an error of its own
 */
export function tlsFault(error: unknown, { server, authority, name, client }: TlsPeer): string | null {
  const fault = withCode(error);
  if (!fault) return null;
  const { code } = fault;
  const it = `The server that ${server} names`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${it} shows a certificate for another name (${singleLine(fault.reason ?? code)}): ${name}.`;
  if (UNKNOWN_AUTHORITY.test(code)) return `${it} shows a certificate of an unknown authority (${code}): ${authority}.`;
  if (OUT_OF_DATE.test(code))
    return `${it} shows a certificate that is out of date (${code}): renew it there, unless this machine's clock is wrong.`;
  if (BAD_PAIR.test(code)) return `The client certificate for ${server} and its key do not belong together (${code}): ${client}.`;
  if (BAD_PEM.test(code))
    return `A certificate or key for ${server} is not PEM, or encrypted (${code}): look at ${client}, and at the authorities (${authority}).`;
  if (WANTS_CLIENT.test(code)) return `${it} wants a client certificate (${code}): ${client}.`;
  if (REFUSES_CLIENT.test(code)) return `${it} refuses the client certificate (${code}): ${client}.`;
  if (NO_TLS.test(code)) return `${it} does not speak TLS there (${code}): check host and port, or turn TLS off.`;
  if (CONNECTION_CUT.test(code))
    return `${it} ended the TLS connection without a reason (${code}): it may speak no TLS there, or want another client certificate (${client}).`;
  return null;
}

/** @throws ConfigError when certificates and keys cannot be used */
export function secureContextOf(options: SecureContextOptions, peer: TlsPeer): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    throw new ConfigError(
      tlsFault(error, peer) ?? `The certificates for ${peer.server} cannot be used (${singleLine((error as Error).message)}).`,
    );
  }
}

interface CodedFault {
  readonly code: string;
  readonly reason?: string;
}

/** The first of an error and its causes that carries a code. */
function withCode(error: unknown): CodedFault | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each as Error & CodedFault;
  }
  return null;
}

function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
