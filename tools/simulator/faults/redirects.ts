/** The platform redirects the client elsewhere. */
import { fixedReply, sendReply } from '../send-reply.js';
import type { Fault, FaultCall } from './fault.js';

/** Target host of `redirect_offsite`; the simulator serves a page there. */
export const ELSEWHERE = 'elsewhere.example';

function to(location: (call: FaultCall) => string): (call: FaultCall) => void {
  return (call) => {
    // 307 keeps the method, so that a POST loops as well.
    const status = call.exchange.request.method === 'POST' ? 307 : 302;
    const empty = fixedReply({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, text: '' });
    sendReply(call.exchange.response, { ...empty, headers: ['Location', location(call)] });
  };
}

function nextHop({ exchange }: FaultCall): string {
  const url = new URL(exchange.target, `${exchange.secure ? 'https' : 'http'}://${exchange.host}`);
  url.searchParams.set('hop', String(Number(url.searchParams.get('hop') ?? 0) + 1));
  return url.href;
}

export const redirectFaults = {
  redirect_to_login: {
    description: '302 to /login on the same host',
    truthKept: false,
    seenBy: 'answer',
    act: to(() => '/login'),
  },
  redirect_offsite: {
    description: '302 to another host',
    truthKept: false,
    seenBy: 'answer',
    act: to(() => `https://${ELSEWHERE}/`),
  },
  redirect_to_root: {
    description: '302 to the root of the same host, whoever is asked about',
    truthKept: false,
    seenBy: 'control',
    act: to(() => '/'),
  },
  redirect_loop: {
    description: '302 to itself for ever, with a counter in the query',
    truthKept: false,
    seenBy: 'answer',
    act: to(nextHop),
  },
} satisfies Record<string, Fault>;
