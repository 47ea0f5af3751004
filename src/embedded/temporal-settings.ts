/**
 * Dynamic configuration of every Temporal server that Footprint is measured with; deploy/temporal-dynamicconfig.yaml says
 * the same and a test compares them. The stock server lets each hop of a workflow wait up to 50 ms for its next poll: one
 * activity took 80 ms from start to result with it and 26 ms without. Fairness keeps one account's batch from starving
 * another's lookups. One partition a queue: each further one is a hop, and a queue of a few hundred tasks a second needs one.
 *
 * What operators list is written a moment later and one at a time: each such write takes 4 ms of the only connection to
 * SQLite, between the steps of the workflows it tells of, and a workflow that is over by then is written once, not twice.
 */
export const DYNAMIC_CONFIG: Readonly<Record<string, number | boolean>> = {
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 4,
  'history.visibilityProcessorSchedulerWorkerCount': 1,
  'activity.enableStandalone': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/**
 * The server is written in Go, which collects garbage whenever memory has doubled: with 40 MB in use that is many times a
 * second. Four times the memory, as long as it is below the limit, takes a tenth off each workflow's CPU time and the peaks
 * off its latency (docs/benchmarks.md, "Single checks"). The limit has room for the server's own caches, which take 200 MB after some
 * thousand workflows: with 256 MiB it collected all the time from there on.
 */
export const GARBAGE_COLLECTION = { GOGC: '400', GOMEMLIMIT: '768MiB' } as const;

/** How long finished workflows can be looked at, in days. */
export const RETENTION_DAYS = 7;

/** Types that the server knows for search attributes. */
export type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';
export type SearchAttributes = Readonly<Record<string, SearchAttributeType>>;
