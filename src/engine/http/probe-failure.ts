import type { InconclusiveReason } from '../evaluation/verdict.js';
import { failureOf, OutboundFailure } from '../../kernel/net/failure.js';

/** Why a probe's exchange gave no usable response: reasons of the network, or of the engine itself. */
export class ProbeFailure extends OutboundFailure<InconclusiveReason> {}

/** The reason for which an error omits a platform. Messages of errors of the network are dropped, as they contain host names. */
export function probeFailureOf(error: unknown): ProbeFailure {
  return error instanceof ProbeFailure ? error : failureOf(error);
}
