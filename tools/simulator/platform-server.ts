/** Responds for the platforms over connections: counts a request, waits for the platform's latency, and sends what it answers. */
import type { CapacityModel } from './capacity.js';
import type { Counters } from './counters.js';
import type { Exchange } from './exchange.js';
import { faultByName } from './faults/index.js';
import type { LatencyModel } from './latency.js';
import { htmlSample, page } from './pages.js';
import { type MatchedRequest, createResponder, replyTo, type ResponderParts } from './responder.js';
import { fixedReply, sendReply } from './send-reply.js';

export interface PlatformServerParts extends ResponderParts {
  readonly latency: LatencyModel;
  readonly capacity: CapacityModel;
  readonly counters: Counters;
  readonly dripMs: number;
}

type Matched = Exclude<MatchedRequest, { kind: 'other' }>;

/** Fault name, in the request log, of a request that was refused because the platform was at capacity. */
const OVER_CAPACITY = 'over_capacity';
const OVERLOADED = fixedReply(htmlSample(503, page('Service unavailable', '<h1>Service unavailable</h1>', false)));

/** The handler of one exchange. */
export function createPlatformServer(parts: PlatformServerParts): (exchange: Exchange) => void {
  const { latency, capacity, counters, dripMs } = parts;
  const respond = createResponder({ ...parts, onRejected: (slug) => counters.countRejected(slug) });

  function act(exchange: Exchange, matched: Matched): void {
    const fault = matched.fault === null ? undefined : faultByName(matched.fault);
    if (matched.kind === 'before' && matched.isPrelude && fault?.prelude !== undefined) return fault.prelude({ exchange });
    const reply = replyTo(matched);
    if (reply === null) fault?.act?.({ ...matched.call, exchange, dripMs });
    else sendReply(exchange.response, reply);
  }

  /** After the platform's latency, unless the client leaves before. */
  function actLater(exchange: Exchange, matched: Matched): void {
    const delay = latency.delayFor(matched.slug);
    if (delay === 0) return act(exchange, matched);
    const timer = setTimeout(act, delay, exchange, matched);
    exchange.response.once('close', () => clearTimeout(timer));
  }

  function probe(exchange: Exchange, matched: Extract<Matched, { kind: 'probe' }>): void {
    const { response, host } = exchange;
    const { slug, identity, state, fault } = matched;
    const release = capacity.acquire(slug);
    const asked = { slug, queryType: identity.type, value: identity.value, state };
    const ended = counters.begin(host, { ...asked, fault: release === null ? OVER_CAPACITY : fault });
    const free = (): void => {
      ended();
      release?.();
    };
    // After the last byte is written, the client may send the next request: 'close' comes too late to count what is in flight.
    response.once('prefinish', free);
    response.once('close', free);
    if (release === null) sendReply(response, OVERLOADED);
    else actLater(exchange, matched);
  }

  return (exchange) => {
    const { request, response, host, secure, target, body, raw } = exchange;
    counters.countAgent(request.headers['user-agent'] ?? '');
    const matched = respond({ method: request.method ?? 'GET', headers: request.headers, secure, host, target, body, connection: raw });
    switch (matched.kind) {
      case 'other':
        if (!matched.isMatched) counters.countUnmatched();
        return sendReply(response, matched.reply);
      case 'page':
        counters.countUnmatched({ slug: matched.slug, path: target.split('?', 1)[0] ?? '/' });
        return actLater(exchange, matched);
      case 'before':
        counters.countPrelude(matched.slug);
        return actLater(exchange, matched);
      case 'probe':
        return probe(exchange, matched);
    }
  };
}
