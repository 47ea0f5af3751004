/** What an operator is called for: the one source of `deploy/prometheus/rules.yml` and of the runbook's table. */

export interface Alert {
  /** As Prometheus names it. */
  readonly name: string;
  readonly summary: string;
  readonly expr: string;
  /** For how long it has to hold. */
  readonly for: string;
  /** `critical`: promises are broken, or will be soon; somebody is woken. */
  readonly severity: 'critical' | 'warning';
  readonly lookAt: string;
  /** Where in the runbook more is said, if not beside the table. */
  readonly section?: string;
  /** Series with which it fires, in promtool's notation of values a minute, and when. Tests of the rules are made of them. */
  readonly fires: { readonly series: Readonly<Record<string, string>>; readonly at: string };
}

export const ALERTS: readonly Alert[] = [
  {
    name: 'ApiFails',
    summary: 'the API fails',
    expr: 'sum(rate(footprint_http_request_seconds_count{status=~"5.."}[5m])) / sum(rate(footprint_http_request_seconds_count[5m])) > 0.01',
    for: '5m',
    severity: 'critical',
    lookAt: "the API's log, `/readyz`",
    fires: {
      series: {
        'footprint_http_request_seconds_count{route="GET /v2/lookup/:id",status="200"}': '0+96x30',
        'footprint_http_request_seconds_count{route="GET /v2/lookup/:id",status="503"}': '0+4x30',
      },
      at: '20m',
    },
  },
  {
    name: 'AcceptingIsSlow',
    summary: 'accepting and reading are slow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(footprint_http_request_seconds_bucket{route=~"POST /v1/lookup/batch|GET /v[12]/lookup/:id"}[5m]))) > 1',
    for: '10m',
    severity: 'warning',
    lookAt:
      "Postgres, then more APIs. `POST /v1/lookup` is left out: with `wait` its time is the lookup's; so is `POST /v2/batches`, whose time is its body's",
    fires: {
      series: {
        'footprint_http_request_seconds_bucket{route="GET /v2/lookup/:id",le="1"}': '0+90x40',
        'footprint_http_request_seconds_bucket{route="GET /v2/lookup/:id",le="2.5"}': '0+100x40',
        'footprint_http_request_seconds_bucket{route="GET /v2/lookup/:id",le="+Inf"}': '0+100x40',
      },
      at: '30m',
    },
  },
  {
    name: 'NobodyTakesTasks',
    summary: 'no worker takes the tasks of a queue',
    expr: 'max by (queue, kind) (footprint_task_queue_pollers) == 0',
    for: '2m',
    severity: 'critical',
    lookAt: 'whether workers run, and in the namespace of the API: what is accepted waits',
    fires: { series: { 'footprint_task_queue_pollers{queue="footprint-lookups",kind="workflow"}': '0x20' }, at: '10m' },
  },
  {
    name: 'TasksWait',
    summary: 'tasks wait in a queue',
    expr: 'max by (queue, kind) (footprint_task_queue_oldest_seconds) > 60',
    for: '5m',
    severity: 'warning',
    lookAt: 'more workers; `temporal_worker_task_slots_available` says which kind of slots is used up',
    fires: { series: { 'footprint_task_queue_oldest_seconds{queue="footprint-sweeps",kind="activity"}': '90x20' }, at: '15m' },
  },
  {
    name: 'LookupsAreNotStarted',
    summary: 'lookups or erasures are accepted and not started',
    expr: 'max by (kind) (footprint_outbox_oldest_seconds{kind=~"otherLookups|erasures"}) > 300',
    for: '5m',
    severity: 'critical',
    lookAt: 'Temporal, and whether its schedules run (`footprint operate schedules`): the reconciler starts them every half a minute',
    fires: { series: { 'footprint_outbox_oldest_seconds{kind="otherLookups"}': '0+60x30' }, at: '20m' },
  },
  {
    name: 'WebhooksWait',
    summary: 'webhooks are due and not attempted',
    expr: 'max by (kind) (footprint_outbox_oldest_seconds{kind="deliveries"}) > 3600',
    for: '10m',
    severity: 'warning',
    lookAt: 'one slow receiver whose slots are all in use (`WEBHOOK_CONCURRENCY`), or no workers',
    fires: { series: { 'footprint_outbox_oldest_seconds{kind="deliveries"}': '4000x30' }, at: '20m' },
  },
  {
    name: 'FeedLags',
    summary: 'an API hears of changes late',
    expr: 'footprint_feed_lag_seconds > 2',
    for: '2m',
    severity: 'warning',
    lookAt: 'its connection to Postgres: callers who wait, and streams, get results late',
    fires: { series: { 'footprint_feed_lag_seconds{instance="api:9090"}': '3x10' }, at: '6m' },
  },
  {
    name: 'DatabaseIsSlow',
    summary: 'statements wait for Postgres',
    expr: 'footprint_database_wait_seconds > 0.5',
    for: '5m',
    severity: 'warning',
    lookAt: 'Postgres; if it is not busy, `DATABASE_POOL`: all connections of that process are in use',
    fires: { series: { 'footprint_database_wait_seconds{instance="worker:9090",pool="background"}': '1x15' }, at: '10m' },
  },
  {
    name: 'EgressIsDown',
    summary: 'the egress returns no responses',
    expr: 'footprint_egress_up == 0',
    for: '1m',
    severity: 'critical',
    lookAt: 'proxy and network',
    section: 'proxies-and-blocked-addresses',
    fires: { series: { 'footprint_egress_up{egress="proxy-1",instance="worker:9090"}': '1 1 0x10' }, at: '8m' },
  },
  {
    name: 'PlatformsRefuse',
    summary: 'platforms refuse requests',
    expr: 'sum(rate(footprint_probes_total{reason=~"blocked|challenge|rate_limited"}[15m])) / sum(rate(footprint_probes_total[15m])) > 0.3',
    for: '30m',
    severity: 'warning',
    lookAt: 'the source address',
    section: 'proxies-and-blocked-addresses',
    fires: {
      series: {
        'footprint_probes_total{state="registered",reason=""}': '0+50x70',
        'footprint_probes_total{state="inconclusive",reason="blocked"}': '0+50x70',
      },
      at: '60m',
    },
  },
  {
    name: 'PlatformsAreQuarantined',
    summary: 'many more platforms failed their control than six hours ago',
    expr: 'max by (query_type) (delta(footprint_quarantined_platforms[6h])) > 50',
    for: '15m',
    severity: 'warning',
    lookAt: '`footprint catalogue health --failing`; if they are of all kinds, the source address',
    section: 'proxies-and-blocked-addresses',
    fires: { series: { 'footprint_quarantined_platforms{query_type="username"}': '10x60 110x400' }, at: '3h' },
  },
  {
    name: 'WorkersAreAtCapacity',
    summary: 'workers are at capacity',
    expr: 'sum(footprint_deferred_shards) > 500',
    for: '15m',
    severity: 'warning',
    lookAt: 'more workers; `footprint_platform_waiting` where it is one host',
    section: 'flow-control',
    fires: {
      series: {
        'footprint_deferred_shards{instance="worker-1:9090"}': '300x40',
        'footprint_deferred_shards{instance="worker-2:9090"}': '300x40',
      },
      at: '30m',
    },
  },
  {
    name: 'EventLoopLags',
    summary: "a worker's event loop lags",
    expr: 'footprint_nodejs_eventloop_lag_p99_seconds > 0.5',
    for: '10m',
    severity: 'warning',
    lookAt: 'more workers, or fewer `PROBE_CONCURRENCY`',
    section: 'size-and-growth',
    fires: { series: { 'footprint_nodejs_eventloop_lag_p99_seconds{instance="worker:9090"}': '0.8x30' }, at: '20m' },
  },
  {
    name: 'MemoryIsHigh',
    summary: 'memory',
    expr: 'footprint_process_resident_memory_bytes > 900e6',
    for: '10m',
    severity: 'warning',
    lookAt: 'a worker that sweeps uses 460 to 620 MB, an API 150 to 250 MB',
    section: 'size-and-growth',
    fires: { series: { 'footprint_process_resident_memory_bytes{instance="worker:9090"}': '950000000x30' }, at: '20m' },
  },
  {
    name: 'CatalogueExpires',
    summary: 'the catalogue is old',
    expr: 'footprint_catalogue_expiry_seconds < 7 * 86400',
    for: '1h',
    severity: 'warning',
    lookAt: '`footprint catalogue update`',
    fires: { series: { 'footprint_catalogue_expiry_seconds{instance="worker:9090"}': '86400x120' }, at: '90m' },
  },
  {
    name: 'LookupCannotFinish',
    summary: 'a lookup cannot finish',
    expr: 'increase(footprint_repeated_starts_total[2h]) > 0',
    for: '0m',
    severity: 'critical',
    lookAt: 'the worker\'s log: "a lookup ends again and again"; `footprint doctor`',
    fires: { series: { 'footprint_repeated_starts_total{instance="worker:9090"}': '0x10 1x10' }, at: '15m' },
  },
  {
    name: 'PlatformSaysYesToAll',
    summary: 'a platform says yes to all',
    expr: 'increase(footprint_registered_share_alerts_total[1h]) > 0',
    for: '0m',
    severity: 'warning',
    lookAt: '`footprint catalogue health --failing`',
    fires: { series: { 'footprint_registered_share_alerts_total{instance="worker:9090"}': '0x10 1x10' }, at: '15m' },
  },
  {
    name: 'PlatformOnlyConfirms',
    summary: 'a platform only confirms',
    expr: 'increase(footprint_unrecognised_absence_total[1d]) > 0',
    for: '0m',
    severity: 'warning',
    lookAt: "`footprint catalogue health --failing`: the rule's text for absence is to be repaired",
    fires: { series: { 'footprint_unrecognised_absence_total{instance="worker:9090"}': '0x10 1x10' }, at: '15m' },
  },
  {
    name: 'ProcessIsDown',
    summary: 'a process is down',
    expr: 'up{job=~"footprint.*"} == 0',
    for: '1m',
    severity: 'critical',
    lookAt: 'its last log line',
    fires: { series: { 'up{job="footprint-worker",instance="worker:9090"}': '1 1 0x10' }, at: '8m' },
  },
];
