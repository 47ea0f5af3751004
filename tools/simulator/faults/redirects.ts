/** The platform redirects the client elsewhere. */
import type { Reply } from '../reply.js';
import { fixedReply } from '../send-reply.js';
import type { Fault, ReplyCall } from './fault.js';

/** Target host of `redirect_offsite`; the simulator serves a page there. */
export const ELSEWHERE = 'elsewhere.example';

function to(location: (call: ReplyCall) => string): (call: ReplyCall) => Reply {
  return (call) => {
    // 307 keeps the method, so that a POST loops as well.
    const status = call.request.method === 'POST' ? 307 : 302;
    const empty = fixedReply({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, text: '' });
    return { ...empty, headers: ['Location', location(call)] };
  };
}

function nextHop({ request }: ReplyCall): string {
  const url = new URL(request.target, `${request.secure ? 'https' : 'http'}://${request.host}`);
  url.searchParams.set('hop', String(Number(url.searchParams.get('hop') ?? 0) + 1));
  return url.href;
}

export const redirectFaults = {
  redirect_to_login: {
    description: '302 to /login on the same host',
    truthKept: false,
    seenBy: 'answer',
    reply: to(() => '/login'),
  },
  redirect_offsite: {
    description: '302 to another host',
    truthKept: false,
    seenBy: 'answer',
    reply: to(() => `https://${ELSEWHERE}/`),
  },
  redirect_to_root: {
    description: '302 to the root of the same host, whoever is asked about',
    truthKept: false,
    seenBy: 'control',
    reply: to(() => '/'),
  },
  redirect_loop: {
    description: '302 to itself for ever, with a counter in the query',
    truthKept: false,
    seenBy: 'answer',
    reply: to(nextHop),
  },
} satisfies Record<string, Fault>;
