/**
 * Dynamic configuration of every Temporal server that Footprint is measured with; deploy/temporal-dynamicconfig.yaml has
 * the same values and a test compares them. The stock server lets each hop of a workflow wait up to 50 ms for its next poll: one
 * activity took 80 ms from start to result with it and 26 ms without. Fairness keeps one account's batch from starving
 * another's lookups. One partition per queue: each further one adds a hop, and a few hundred tasks a second need only one.
 *
 * Visibility records, which operators list, are written with a delay and one at a time: each such write takes 4 ms of the only
 * connection to SQLite, between the steps of the workflows, and a workflow that has ended by then is written once, not twice.
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
 * second. Four times the memory, below the limit, saves a tenth of each workflow's CPU time and removes its latency peaks
 * (docs/benchmarks.md, "Single checks"). The limit has room for the server's own caches, which take 200 MB after some thousand
 * workflows: with a limit of 256 MiB it then collected continuously.
 */
export const GARBAGE_COLLECTION = { GOGC: '400', GOMEMLIMIT: '768MiB' } as const;

/** How long finished workflows are kept, in days. */
export const RETENTION_DAYS = 7;

/** The server's types of search attributes. */
export type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';
export type SearchAttributes = Readonly<Record<string, SearchAttributeType>>;
