/** Responds for the platforms over connections: counts a request, waits for the platform's latency, and sends what it answers. */
import type { CapacityModel } from './capacity.js';
import type { Counters } from './counters.js';
import type { Exchange } from './exchange.js';
import { faultByName } from './faults/index.js';
import type { LatencyModel } from './latency.js';
import { htmlSample, page } from './pages.js';
import { type Asked, createResponder, replyTo, type ResponderParts } from './responder.js';
import { fixedReply, sendReply } from './send-reply.js';

export interface PlatformServerParts extends ResponderParts {
  readonly latency: LatencyModel;
  readonly capacity: CapacityModel;
  readonly counters: Counters;
  readonly dripMs: number;
}

type Matched = Exclude<Asked, { kind: 'other' }>;

/** Fault name, in the request log, of a request that was refused because the platform was at capacity. */
const OVER_CAPACITY = 'over_capacity';
const OVERLOADED = fixedReply(htmlSample(503, page('Service unavailable', '<h1>Service unavailable</h1>', false)));

/** The handler of one exchange. */
export function createPlatformServer(parts: PlatformServerParts): (exchange: Exchange) => void {
  const { latency, capacity, counters, dripMs } = parts;
  const ask = createResponder({ ...parts, onRejected: (slug) => counters.countRejected(slug) });

  function act(exchange: Exchange, asked: Matched): void {
    const fault = asked.fault === null ? undefined : faultByName(asked.fault);
    if (asked.kind === 'before' && asked.isPrelude && fault?.prelude !== undefined) return fault.prelude({ exchange });
    const reply = replyTo(asked);
    if (reply === null) fault?.act?.({ ...asked.call, exchange, dripMs });
    else sendReply(exchange.response, reply);
  }

  /** After the platform's latency, unless the client leaves before. */
  function actLater(exchange: Exchange, asked: Matched): void {
    const timer = setTimeout(act, latency.delayFor(asked.slug), exchange, asked);
    exchange.response.once('close', () => clearTimeout(timer));
  }

  function probe(exchange: Exchange, asked: Extract<Matched, { kind: 'probe' }>): void {
    const { response, host } = exchange;
    const { slug, identity, state, fault } = asked;
    const place = capacity.acquire(slug);
    const ended = counters.begin(host, {
      slug,
      queryType: identity.type,
      value: identity.value,
      state,
      fault: place === null ? OVER_CAPACITY : fault,
    });
    const leave = (): void => {
      ended();
      place?.release();
    };
    let timer: NodeJS.Timeout | undefined;
    // After the last byte is written, the client may send the next request: 'close' comes too late to count what is in flight.
    response.once('prefinish', leave);
    response.once('close', () => {
      clearTimeout(timer);
      leave();
    });
    if (place === null) return sendReply(response, OVERLOADED);
    place.onServed(() => {
      const delay = latency.delayFor(slug);
      if (delay > 0) timer = setTimeout(act, delay, exchange, asked);
      else act(exchange, asked);
    });
  }

  return (exchange) => {
    const { request, response, host, secure, target, body, raw } = exchange;
    counters.countAgent(request.headers['user-agent'] ?? '');
    const asked = ask({ method: request.method ?? 'GET', headers: request.headers, secure, host, target, body, connection: raw });
    switch (asked.kind) {
      case 'other':
        if (!asked.isMatched) counters.countUnmatched();
        return sendReply(response, asked.reply);
      case 'page':
        counters.countUnmatched({ slug: asked.slug, path: target.split('?', 1)[0] ?? '/' });
        return actLater(exchange, asked);
      case 'before':
        counters.countPrelude(asked.slug);
        return actLater(exchange, asked);
      case 'probe':
        return probe(exchange, asked);
    }
  };
}
