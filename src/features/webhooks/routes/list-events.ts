import { z } from 'zod';
import { Download } from '../../../kernel/http/answers.js';
import { cursorText, pageLimit } from '../../../kernel/http/request-fields.js';
import { encodedList } from '../../../kernel/values/json.js';
import { route } from '../../route.js';
import type { FeedPage } from '../store/event-feed.js';
import { type EventsContext, readEvents } from '../use-cases/read-events.js';
import { eventPage } from './shared/webhook-schemas.js';

/** `GET /v2/events`. */
export const listEventsRoute = route({
  operationId: 'listEvents',
  isUnsafe: true, // it opens the feed
  isLarge: true,
  rateClass: 'readsV2',
  scopes: ['webhooks', 'lookups:read'],
  method: 'get',
  path: '/v2/events',
  summary: 'Read the event feed',
  description:
    'Returns the events that webhooks send, with the same ids and bodies, to receivers that cannot be reached from outside. Send each ' +
    "page's `cursor` as the next `after` to get every event exactly once. The first call opens the feed. If nobody reads the feed for " +
    "as long as events are kept (30 days, or the account's retention period), it is closed and its cursors expire. The schemas of " +
    '`data` are under Events.',
  query: z.object({
    after: cursorText.describe(
      '`cursor` of the previous page. Without a cursor, the feed begins with the oldest event that will not be deleted soon.',
    ),
    limit: pageLimit.describe('How many events at most, 1 to 100; 20 by default. A page has fewer if the bodies exceed 8 MB.'),
  }),
  response: eventPage,
  errors: ['invalid_parameter', 'cursor_expired'],
  async handle(ctx: EventsContext, { caller: { accountId }, query: { after, limit }, limitRead }) {
    const { events, cursor, hasMore } = await limitRead(() => readEvents(ctx, { accountId, after, limit }));
    return new Download(encodedList('events', textsOf(events), { cursor, nextCursor: hasMore ? cursor : null }), 'application/json');
  },
});

/** The bytes of each event as they are stored. */
function* textsOf(events: FeedPage['events']): Generator<string> {
  for (const event of events) yield event.toString('utf8');
}
