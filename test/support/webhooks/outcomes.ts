import type { AttemptOutcome } from '../../../src/features/webhooks/delivery.js';

export const ACKNOWLEDGED: AttemptOutcome = {
  failure: null,
  detail: null,
  status: 200,
  durationMs: 12,
  remoteAddress: '192.0.2.7',
  responseBody: Buffer.from(''),
  retryAfterMs: null,
};
export const REFUSED: AttemptOutcome = { ...ACKNOWLEDGED, failure: 'status', status: 500 };
