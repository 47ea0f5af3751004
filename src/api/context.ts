import type { Caller, RateWindow } from '../domain/billing/account-ports.js';

/** What middleware records about a request before its handler runs. */
export interface RequestState {
  requestId: string;
  /** Route pattern, for logs and metrics: never the address itself, which may hold an identity. */
  route: string;
  /** `performance.now()` when the last byte of the request had arrived: the instant ceiling counts from here. */
  receivedAt: number;
  /** Aborts when the client disconnects. */
  clientAborted: AbortSignal;
  /** Aborts when the client disconnects or the process stops. */
  ending: AbortSignal;
  caller?: Caller;
  window?: RateWindow;
  body?: unknown;
  rawBody?: Buffer;
}
