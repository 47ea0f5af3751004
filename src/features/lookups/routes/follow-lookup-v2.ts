import { STREAM_LIMITS } from '../../../kernel/http/operation-notes.js';
import type { RecordedOutcome } from '../lookup.js';
import { followingRoute } from './shared/streaming.js';
import { PRESENTATION_V2 } from './shared/v2/stream.js';

/** `GET /v2/lookup/{id}/stream`. */
export const followLookupV2Route = followingRoute<RecordedOutcome>({
  operationId: 'followLookupV2',
  path: '/v2/lookup/:id/stream',
  summary: 'Stream an existing lookup',
  description:
    'Sends all events of a lookup or single check of the account, from the first one, as GET /v2/lookup/stream does. The lookup may ' +
    'be running or finished, and may have been started in any way, including by a batch or v1. Following a lookup is not billed. Both ' +
    'streams use the same event ids, so you can reconnect to either with `Last-Event-ID`. Ids of other accounts return 404, as ' +
    `unknown ids do. ${STREAM_LIMITS}`,
  ...PRESENTATION_V2,
});
