import type { Socket } from 'node:net';
import type { BodyEnd, RawHead } from '../http/client.js';
import type { Refused } from './failure.js';

export interface CallBounds {
  /** Milliseconds for the whole call: name resolution, connecting, TLS, redirects and body included. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GuardedRequest extends CallBounds {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** As received: its spelling is part of what is checked. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent byte for byte. */
  readonly body?: string | Uint8Array | undefined;
  /** Bytes of the body that are kept, on the wire and again when decompressed. */
  readonly maxBytes: number;
  /**
   * `whole` (the default): a body that is longer, late or broken is a failure. `sample`: the response counts as soon as its head has
   * arrived; of the body, what arrives within `sampleMs` and `maxBytes` is kept, as it came over the wire.
   */
  readonly read?: 'whole' | 'sample' | undefined;
  /** Milliseconds that a sample may take after the head; default 1,000. */
  readonly sampleMs?: number | undefined;
  /** Redirects followed at most (GET and HEAD), each checked like the first URL; default 0: a redirect is the response. */
  readonly redirects?: number | undefined;
  /** Called for each URL, redirects included, before connecting; a returned code refuses it. */
  readonly violation?: ((url: URL) => string | null) | undefined;
  /** Called once, as soon as the status and the headers of the final response have arrived. */
  readonly onHead?: ((head: ResponseHead) => void) | undefined;
}

export type ResponseHead = Pick<RawHead, 'status' | 'headers'>;

/** Milliseconds that each stage of the last hop took; null: it was not reached, or there was none. */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the request's first byte to the end of the response's head. */
  readonly headMs: number | null;
  /** The whole call, all hops. */
  readonly totalMs: number;
}

/** Report of every call, whatever its outcome. */
export interface CallReport {
  /** The URL that was requested last. */
  readonly url: string;
  /** The address that was connected to last. */
  readonly remoteAddress: string | null;
  /** Redirects that were followed. */
  readonly hops: number;
  readonly timings: Timings;
}

export type GuardedResponse = CallReport & ResponseHead & { readonly ok: true; readonly body: Buffer; readonly bodyEnd: BodyEnd };
export type GuardedFailure = CallReport & Refused & { /** When a head had arrived. */ readonly status: number | null };
export type GuardedOutcome = GuardedResponse | GuardedFailure;

declare const checked: unique symbol;
/** An address that passed the guard; only the guard creates one, and connections are made to no other address. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
  readonly [checked]: true;
}

export type CheckedHost = { readonly ok: true; readonly addresses: readonly [CheckedAddress, ...CheckedAddress[]] } | Refused;
export type CheckedUrl = { readonly ok: true; readonly url: URL; readonly addresses: readonly CheckedAddress[] } | Refused;
export type ConnectResult = { readonly ok: true; readonly socket: Socket; readonly remoteAddress: string } | Refused;

/** A client for targets that third parties name: it connects to public addresses and to networks named by the operator. Never throws. */
export interface GuardedHttp {
  /** Checks what `request` would check before it connects; used when a target is saved. Makes no connection. */
  check(url: string, bounds: CallBounds): Promise<CheckedUrl>;
  request(request: GuardedRequest): Promise<GuardedOutcome>;
  /** Resolves a host name (or reads an address) once; refused when any of its addresses is not allowed. */
  checkHost(host: string, bounds: CallBounds): Promise<CheckedHost>;
  /** A plain TCP connection to a checked address of the host, for other protocols (SMTP); the caller closes it. */
  connect(target: { readonly host: string; readonly port: number }, bounds: CallBounds): Promise<ConnectResult>;
}
