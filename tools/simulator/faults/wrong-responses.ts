/** The platform sends the same response for every identity, or one about something else. */
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import { edgePage, homePage, namedNotFoundPage, redesignedPage } from '../pages.js';
import { compileReply } from '../reply.js';
import { fixedReply } from '../send-reply.js';
import type { Fault } from './fault.js';

const HOME = fixedReply(homePage);
const REDESIGNED = fixedReply(redesignedPage);
const NAMED = compileReply(namedNotFoundPage);
const EDGE = fixedReply(edgePage);

/** Another identity, whose page is sent for all. */
const OTHER_IDENTITY: Readonly<Record<QueryType, string>> = {
  email: 'somebody.else@example.com',
  phone: '+15550199',
  username: 'somebodyelse',
};

export const wrongResponseFaults = {
  soft_404: {
    description: '200 with the home page for everybody',
    truthKept: false,
    seenBy: 'answer',
    reply: () => HOME,
  },
  not_found_for_all: {
    description: "The platform's own answer for absent accounts, for everybody",
    truthKept: false,
    seenBy: 'control',
    reply: ({ replyOf }) => replyOf('absent'),
  },
  same_page: {
    description: "One account's page for everybody, without the asked identity",
    truthKept: false,
    seenBy: 'control',
    reply: ({ route, replyOf }) => replyOf('registered', OTHER_IDENTITY[route.queryType]),
  },
  same_page_echo: {
    description: "An account's page for everybody, under the name that was asked",
    truthKept: false,
    seenBy: 'control',
    reply: ({ replyOf }) => replyOf('registered'),
  },
  soft_404_echo: {
    description: '200 with a page that says the asked name is not there',
    truthKept: false,
    seenBy: 'control',
    reply: ({ identity }) => NAMED.render(() => identity),
  },
  own_page_echo: {
    description: "A page of the site's own for everybody, under the name that was asked",
    truthKept: false,
    seenBy: 'control',
    reply: ({ ownPage }) => ownPage(),
  },
  edge_404: {
    description: 'A bare 404 page of somebody in between, for everybody',
    truthKept: false,
    seenBy: 'control',
    reply: () => EDGE,
  },
  rule_gone_stale: {
    description: "A redesigned site: 200 for everybody with none of the rule's marks",
    truthKept: false,
    seenBy: 'answer',
    reply: () => REDESIGNED,
  },
  known_account_deleted: {
    description: 'The known accounts are gone; everybody else is answered truthfully',
    truthKept: true,
    seenBy: 'control',
  },
} satisfies Record<string, Fault>;
