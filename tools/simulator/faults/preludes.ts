/** The request before the probe fails; the platform's other responses are its own. */
import { challengePage } from '../pages.js';
import { fixedReply, sendReply } from '../send-reply.js';
import type { Fault } from './fault.js';

const CHALLENGE = fixedReply({ ...challengePage, status: 200 });

export const preludeFaults = {
  prelude_hang: {
    description: 'The prelude takes the request and never answers',
    truthKept: true,
    seenBy: 'answer',
    prelude: () => undefined,
  },
  prelude_challenge: {
    description: 'A bot check with status 200 in place of the prelude',
    truthKept: true,
    seenBy: 'answer',
    prelude: ({ exchange }) => sendReply(exchange.response, CHALLENGE),
  },
} satisfies Record<string, Fault>;
