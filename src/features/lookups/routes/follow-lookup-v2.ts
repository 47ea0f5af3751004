import { STREAM_LIMITS } from '../../../kernel/http/operation-notes.js';
import type { RecordedOutcome } from '../lookup.js';
import { followingRoute } from './shared/streaming.js';
import { PRESENTATION_V2 } from './shared/v2/stream.js';

/** `GET /v2/lookup/{id}/stream`. */
export const followLookupV2Route = followingRoute<RecordedOutcome>({
  operationId: 'followLookupV2',
  path: '/v2/lookup/:id/stream',
  summary: 'Follow a lookup that was accepted before',
  description:
    'Sends all events of a lookup or single check of the account from its beginning, as GET /v2/lookup/stream does. The lookup ' +
    'can be running or finished, and can have been started in any way: asynchronously, in a batch or by v1. It is not billed. ' +
    'Both streams use the same event ids, so you can reconnect to either with `Last-Event-ID`. The id of a lookup of another ' +
    `account is treated as unknown. ${STREAM_LIMITS}`,
  ...PRESENTATION_V2,
});
