import type { HttpResponse } from '../../kernel/net/http-response.js';
import type { CallLimits } from '../flow/request-class.js';
import type { InconclusiveReason } from '../evaluation/verdict.js';
import type { LimitOverrides } from '../flow/lane.js';

export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Hosts besides the URL's own that redirects may lead to; null: redirects count as responses and are not followed. */
  readonly followTo: readonly string[] | null;
  /** Statuses that count as responses to this request even where they would otherwise be retried (502, 503). */
  readonly expectedStatuses: ReadonlySet<number>;
  /** Key of the cap on requests in flight: the platform's host, without the identity where that is part of it. */
  readonly limitKey: string;
  /** Key that keeps to one egress proxy: the platform. */
  readonly egressKey: string;
  /** Limits of the host in place of the default ones. */
  readonly limits?: LimitOverrides | undefined;
  /** Called right before every request is sent, redirects included: null, or why it must not be sent. */
  readonly violation: RequestViolation;
  /**
   * Called before the request is sent, once its egress is known: completes it with what requests of its own obtain through the same egress.
   * It may be left running when the call ends; its failure (an `OutboundFailure`) is the call's.
   */
  readonly prepare?: ((via: Via) => Promise<RequestParts>) | undefined;
}

/** Request safety: null, or why the request must not be sent. */
export type RequestViolation = (sent: { readonly method: string; readonly url: URL }) => string | null;

/** The parts of a request that `prepare` may change. */
export type RequestParts = Pick<OutboundRequest, 'url' | 'headers' | 'body'>;

/** The way that a call takes, for requests before its own. */
export interface Via {
  /** Name of the egress and its proxy: what is bound to a source address is valid for one of these only. */
  readonly egress: string;
  /**
   * One exchange under the call's slot and deadline, within the same caps; redirects are not followed.
   *
   * @throws OutboundFailure `interrupted` also where the call's time has passed
   */
  readonly send: (request: ViaRequest) => Promise<ViaResponse>;
}

export interface ViaRequest extends RequestParts {
  readonly method: 'GET' | 'POST';
  readonly violation: RequestViolation;
}

export interface ViaResponse extends HttpResponse {
  /** `Set-Cookie` headers, one each. */
  readonly setCookies: readonly string[];
}

/** Report of every call, whatever its outcome. */
interface CallReport {
  /** Host that was requested last, lower case. */
  readonly host: string;
  /** Requests sent, retries and redirects included. */
  readonly requests: number;
  /** From the moment a slot was free, in milliseconds. */
  readonly latencyMs: number;
}

export type OutboundOutcome =
  | (CallReport & {
      readonly ok: true;
      readonly answer: HttpResponse;
      /** The egress through which it came. */
      readonly egress: string;
    })
  | (CallReport & {
      readonly ok: false;
      readonly reason: InconclusiveReason;
      /** For operators: codes only, never an address, a body or a message from outside. */
      readonly detail: string;
      /** Status of the unusable response, when there was one. */
      readonly status: number | null;
      /** Whether a trial request may show that an unavailable host is back. */
      readonly isTrialDue?: boolean;
    });

/** An HTTP client whose every failure is a value. */
export interface OutboundHttp {
  send(request: OutboundRequest, limits: CallLimits): Promise<OutboundOutcome>;
  /** Records that the host rejected the egress (a block page, a challenge): others are tried first for a while. */
  egressRejected(limitKey: string, egress: string): void;
  /** Ends calls in flight (interrupted) and closes every connection. */
  close(): Promise<void>;
  /** For metrics: calls that hold a slot, calls that wait for one, open idle connections. */
  stats(): { readonly inFlight: number; readonly waiting: number; readonly idleConnections: number };
}
