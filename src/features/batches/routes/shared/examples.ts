/** Examples that operations on batches show. */
export const ITEM_EXAMPLE = { identities: { emails: ['ada@example.com'] }, ref: 'customer-1' };
export const LISTED_ITEM_EXAMPLE = {
  index: 0,
  ref: 'customer-1',
  lookupId: 'lkp_01m7y8dd45e4fbn0v7h1d9p9b9',
  status: 'finished' as const,
  fault: null,
  identities: [{ type: 'email' as const, value: 'ada@example.com' }],
  found: {
    ...{ platformsChecked: 41, omitted: 2, matches: 2, socialMatches: 1, hits: ['github', 'gravatar'] },
    risk: { score: 12, level: 'low' as const },
  },
};
export const CREATED_EXAMPLE = {
  batchId: 'bat_01m7y8dd45e4fbn0v7h1d9p9b9',
  items: 2,
  invalid: 0,
  faults: [],
  reading: null,
  cost: { amount: 2, unit: 'lookups' as const },
  estimatedSeconds: 4,
};
export const BATCH_EXAMPLE = {
  batchId: 'bat_01m7y8dd45e4fbn0v7h1d9p9b9',
  apiKeyId: 'key_01m7y8dd45e4fbn0v7h1d9p9b9',
  mode: 'default' as const,
  status: 'running' as const,
  pausedBecause: null,
  startedWhole: false,
  purpose: null,
  noise: null,
  items: 2,
  counts: { waiting: 0, running: 1, finished: 1, refused: 0, invalid: 0, cancelled: 0, deleted: 0, erased: 0 },
  estimatedSeconds: 2,
  createdAt: '2026-11-21T05:14:09.500Z',
  startedAt: '2026-11-21T05:14:10.020Z',
  finishedAt: null,
};
