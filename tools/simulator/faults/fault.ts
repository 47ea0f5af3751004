/** A fault: something that goes wrong on a platform, as a small function that replaces the correct response. */
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import type { Route } from '../request-matcher.js';
import type { Side } from '../synthesis.js';

/** What a fault may make its response of. */
export interface ReplyCall {
  readonly request: { readonly method: string; readonly host: string; readonly target: string; readonly secure: boolean };
  readonly route: Route;
  /** The identity of the request, as written in it. */
  readonly identity: string;
  /** The response that the platform would have sent. */
  correctReply(): Reply;
  /** The platform's response of one side; `to` names another identity than that of the request. */
  replyOf(side: Side, to?: string): Reply;
  /** A page of the platform's own that is no account's, under the identity of the request. */
  ownPage(): Reply;
  /** True at the first call for this identity since the fault was switched on. */
  isFirst(): boolean;
}

/** What a fault of the connection may use. */
export interface FaultCall extends ReplyCall {
  readonly exchange: Exchange;
  /** Milliseconds between two bytes of a dripping body. */
  readonly dripMs: number;
}

export interface Fault {
  readonly description: string;
  /**
   * True when the response still contains the truth, so that a prober that recognises the fault may give a verdict, which
   * must be right. False: only an omission is right.
   */
  readonly truthKept: boolean;
  /**
   * `answer`: one response shows that something is wrong. `control`: each response may look like the platform's own, and
   * only a control (positive or negative) is certain to show it.
   */
  readonly seenBy: 'answer' | 'control';
  /** What the fault does to CONNECT and TLS; such a fault affects every platform on the host. */
  readonly connect?: 'refuse' | 'wrong_certificate';
  /** Replaces the response of a prelude; without it, that of `reply` or `act` where that shows that something is wrong. */
  readonly prelude?: (call: Pick<FaultCall, 'exchange'>) => void;
  /** Replaces the response by another whole one; without it, and without `act`, the correct response is sent. */
  readonly reply?: (call: ReplyCall) => Reply;
  /** Replaces the response by what is no whole one. */
  readonly act?: (call: FaultCall) => void;
}
