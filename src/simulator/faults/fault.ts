/** What a fault is: something that goes wrong on a platform, as a small function in place of the honest answer. */
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import type { Route } from '../request-matcher.js';
import type { Side } from '../synthesis.js';

/** What a fault may use. */
export interface FaultCall {
  readonly exchange: Exchange;
  readonly route: Route;
  /** The identity that was asked about, as it stood in the request. */
  readonly asked: string;
  /** What the platform would have said. */
  honest(): Reply;
  /** The platform's answer of one side; `to` names another identity than the one that asked. */
  answer(side: Side, to?: string): Reply;
  /** True at the first call for this identity since the fault was switched on. */
  isFirst(): boolean;
  /** Milliseconds between two bytes of a dripping body. */
  readonly dripMs: number;
}

export interface Fault {
  readonly description: string;
  /**
   * True when what is sent still holds the truth, so that a prober that sees through the fault may answer, and must
   * answer rightly. False: nothing but an omission is right.
   */
  readonly truthKept: boolean;
  /**
   * `answer`: one answer shows that something is wrong. `control`: each answer may look like the platform's own, and
   * only a control (a known account, an impossible one) is sure to show it.
   */
  readonly seenBy: 'answer' | 'control';
  /** What happens already to CONNECT and TLS; such a fault strikes every platform on the host. */
  readonly connect?: 'refuse' | 'wrong_certificate';
  /** In place of the answer; without it the honest answer is sent. */
  readonly act?: (call: FaultCall) => void;
}
