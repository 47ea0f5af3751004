import { ServiceError } from '../../../kernel/values/errors.js';
import type { EventFeed, FeedPage } from '../store/event-feed.js';

export interface EventsContext {
  readonly eventFeed: EventFeed;
}

export interface ReadEventsInput {
  readonly accountId: string;
  /** `cursor` of the page before; absent: from the oldest event that a new reader is shown. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * The next events of an account's feed. From the first call on, the account's events are written for the feed too.
 *
 * @throws ServiceError invalid_parameter for a cursor that is none of ours, cursor_expired
 */
export async function readEvents(ctx: EventsContext, { accountId, after, limit }: ReadEventsInput): Promise<FeedPage> {
  const page = await ctx.eventFeed.read(accountId, { after, limit });
  if (page === 'malformed') throw new ServiceError('invalid_parameter', 'after: send the `cursor` of an earlier page.');
  if (page === 'expired') throw new ServiceError('cursor_expired');
  return page;
}
