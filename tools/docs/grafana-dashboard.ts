/** deploy/grafana/footprint.json: what an operator looks at, in four rows. Panels are series over time. */

type Query = readonly [legend: string, expr: string];

interface Panel {
  readonly title: string;
  readonly unit: 's' | 'reqps' | 'ops' | 'short' | 'bytes' | 'percentunit';
  readonly queries: readonly Query[];
}

/** A rate over a time that follows the resolution of the panel. */
const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by: string): string =>
  `histogram_quantile(${share}, ${rate(`${metric}_bucket`, [by, 'le'].filter(Boolean).join(', '))})`;

const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  Requests: [
    { title: 'Requests', unit: 'reqps', queries: [['{{route}}', rate('footprint_http_request_seconds_count', 'route')]] },
    {
      title: 'Errors of the service',
      unit: 'percentunit',
      queries: [
        [
          'share of 5xx',
          'sum(rate(footprint_http_request_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(footprint_http_request_seconds_count[$__rate_interval]))',
        ],
      ],
    },
    { title: 'Time to respond, p99', unit: 's', queries: [['{{route}}', quantile(0.99, 'footprint_http_request_seconds', 'route')]] },
    { title: 'Open streams', unit: 'short', queries: [['streams', 'sum(footprint_open_streams)']] },
  ],
  'Lookups and events': [
    { title: 'Lookups finished', unit: 'ops', queries: [['{{kind}}', rate('footprint_lookup_seconds_count', 'kind')]] },
    {
      title: 'From acceptance to finish',
      unit: 's',
      queries: [
        ['p50', quantile(0.5, 'footprint_lookup_seconds', '')],
        ['p99', quantile(0.99, 'footprint_lookup_seconds', '')],
      ],
    },
    { title: 'Rows that wait', unit: 'short', queries: [['{{kind}}', 'max by (kind) (footprint_outbox_rows)']] },
    { title: 'Oldest of them', unit: 's', queries: [['{{kind}}', 'max by (kind) (footprint_outbox_oldest_seconds)']] },
    { title: 'Tasks that wait', unit: 'short', queries: [['{{queue}} {{kind}}', 'max by (queue, kind) (footprint_task_queue_tasks)']] },
    { title: 'Oldest task', unit: 's', queries: [['{{queue}} {{kind}}', 'max by (queue, kind) (footprint_task_queue_oldest_seconds)']] },
    {
      title: 'Free slots of workers',
      unit: 'short',
      queries: [['{{task_queue}} {{worker_type}}', 'sum by (task_queue, worker_type) (temporal_worker_task_slots_available)']],
    },
    {
      title: 'From scheduling to start, p99',
      unit: 's',
      queries: [['{{task_queue}}', quantile(0.99, 'temporal_activity_schedule_to_start_latency_seconds', 'task_queue')]],
    },
  ],
  Probes: [
    { title: 'Verdicts', unit: 'ops', queries: [['{{state}} {{reason}}', rate('footprint_probes_total', 'state, reason')]] },
    {
      title: 'Requests to platforms',
      unit: 'short',
      queries: [
        ['{{state}}', 'sum by (state) (footprint_probe_requests)'],
        ['deferred shards', 'sum(footprint_deferred_shards)'],
      ],
    },
    { title: 'Egress', unit: 'short', queries: [['{{egress}}', 'min by (egress) (footprint_egress_up)']] },
    {
      title: 'Platforms in quarantine',
      unit: 'short',
      queries: [['{{query_type}}', 'max by (query_type) (footprint_quarantined_platforms)']],
    },
    {
      title: 'Platforms whose "no" can count',
      unit: 'short',
      queries: [['{{query_type}} {{calibrated_by}}', 'max by (query_type, calibrated_by) (footprint_denying_platforms)']],
    },
    { title: 'Observations', unit: 'short', queries: [['{{instance}}', 'footprint_traffic_observations']] },
  ],
  Processes: [
    { title: 'CPU', unit: 'percentunit', queries: [['{{instance}}', rate('footprint_process_cpu_seconds_total', 'instance')]] },
    { title: 'Memory', unit: 'bytes', queries: [['{{instance}}', 'footprint_process_resident_memory_bytes']] },
    { title: 'Lag of the event loop, p99', unit: 's', queries: [['{{instance}}', 'footprint_nodejs_eventloop_lag_p99_seconds']] },
    { title: 'Wait for Postgres', unit: 's', queries: [['{{instance}} {{pool}}', 'footprint_database_wait_seconds']] },
    { title: 'Lag of the feed', unit: 's', queries: [['{{instance}}', 'footprint_feed_lag_seconds']] },
    {
      title: 'Calls to Temporal, p99',
      unit: 's',
      queries: [['{{operation}}', quantile(0.99, 'temporal_request_latency_seconds', 'operation')]],
    },
  ],
};

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const WIDTH = 24;
const SIZE = { w: 6, h: 7 };

/** Panels from left to right under the title of their row. */
function panels(): object[] {
  let y = 0;
  let id = 0;
  return Object.entries(ROWS).flatMap(([title, row]) => {
    const heading = { id: ++id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] };
    const below = row.map(({ title: name, unit, queries }, index) => ({
      id: ++id,
      type: 'timeseries',
      title: name,
      datasource: DATASOURCE,
      gridPos: { ...SIZE, x: (index * SIZE.w) % WIDTH, y: y + 1 + Math.floor((index * SIZE.w) / WIDTH) * SIZE.h },
      fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, showPoints: 'never' } }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
      targets: queries.map(([legendFormat, expr], at) => ({
        refId: String.fromCharCode(65 + at),
        datasource: DATASOURCE,
        expr,
        legendFormat,
      })),
    }));
    y += 1 + Math.ceil((row.length * SIZE.w) / WIDTH) * SIZE.h;
    return [heading, ...below];
  });
}

export function grafanaDashboard(): string {
  const datasource = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' };
  const dashboard = {
    uid: 'footprint',
    title: 'Footprint',
    tags: ['footprint'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [datasource] },
    panels: panels(),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
