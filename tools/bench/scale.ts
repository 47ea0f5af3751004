import { actionsOf, compressed, type Usage, usageOf } from './footing.js';
import { atRate } from './instant.js';
import { type Harness, startHarness } from './harness.js';
import { closedLoop, ratio, table, until } from './stats.js';

const SITES = 120;
const MANY_SITES = 4_000;
const LATENCY = { medianMs: 60, sigma: 0.5, capMs: 1_000 };
const PLATFORMS = 11;
const COUNT = 300;
const DEEP = 12;
/** Requests a second to one host: the default of ten would be what is measured. */
const ENV = { INSTANT_PLATFORMS: String(PLATFORMS), PROBE_HOST_RATE: '1000' };
const AT_ONCE = 24;

interface Kind {
  readonly name: string;
  readonly count: number;
  /** Sends all of them. @returns the ids of the lookups */
  readonly send: (harness: Harness, keys: readonly string[]) => Promise<string[]>;
}

const idsOf = (answers: readonly { status: number; body: Record<string, unknown> }[]): string[] =>
  answers.map(({ status, body }) => {
    if (status >= 300) throw new Error(`a lookup was refused with ${status}`);
    return String(body['lookupId']);
  });

/** Resolves when a lookup is finished. */
const finished = ({ sql }: Harness, lookupId: string): Promise<void> =>
  until(async () => (await sql`SELECT 1 FROM lookups WHERE id = ${lookupId} AND state = 'finished'`).count > 0, 50);

/** Lookups of distinct names, some under way at once. */
const posted =
  (path: string, atOnce: number, count: number, name: string): Kind['send'] =>
  async (harness, keys) => {
    const one = async (index: number) => {
      const answer = await harness.post(path, keys[index % keys.length] as string, { query: `${name}_${index}` });
      if (answer.status < 300) await finished(harness, String(answer.body['lookupId']));
      return answer;
    };
    return idsOf((await closedLoop(count, atOnce, one)).results);
  };

const KINDS: readonly Kind[] = [
  {
    name: `instant, ${PLATFORMS} platforms`,
    count: COUNT,
    send: async (harness, keys) => idsOf(await atRate(harness, keys, { name: 'instant', perSecond: 5, seconds: COUNT / 5 })),
  },
  { name: `asynchronous, ${SITES} platforms`, count: COUNT, send: posted('/v1/lookup', 4, COUNT, 'async') },
  { name: 'waited for, the default band', count: COUNT, send: posted('/v1/lookup?wait=true', 8, COUNT, 'wait') },
  {
    name: 'of a batch, the default band',
    count: COUNT,
    async send(harness, keys) {
      const items = Array.from({ length: COUNT }, (_, index) => ({ identities: { usernames: [`batch_${index}`] } }));
      const { status, body } = await harness.post('/v2/batches?modules=footprint', keys[0] as string, { items });
      if (status !== 202) throw new Error(`the batch was refused with ${status}`);
      const address = `/v2/batches/${String(body['batchId'])}`;
      await until(async () => (await harness.get(address, keys[0] as string))['status'] === 'finished');
      const page = await harness.get(`${address}/items?limit=20`, keys[0] as string);
      return (page['items'] as { lookupId: string }[]).map(({ lookupId }) => lookupId);
    },
  },
];

/** What a thousand lookups of each kind take, and what more workers change. */
export async function benchScale(): Promise<string> {
  const kinds = await withHarness(SITES, 1, async (harness, keys) => {
    const rows: Row[] = [];
    for (const kind of KINDS) rows.push(await rowOf(harness, keys, kind));
    return rows;
  });
  const deep = await withHarness(MANY_SITES, 1, async (harness, keys) => [
    await rowOf(harness, keys, {
      name: `deep, ${MANY_SITES} platforms`,
      count: DEEP,
      send: posted('/v1/lookup?deep=true', 2, DEEP, 'deep'),
    }),
  ]);
  const each = table(
    [
      ...['a thousand lookups', 'N', 'API', 'worker', 'Temporal', 'Postgres', 'statements', 'transactions', 'notifications', 'WAL'],
      ...['stored', 'requests', 'actions', 'sockets'],
    ],
    [...kinds, ...deep].map(({ taken }) => taken),
  );
  const stays = table(
    ['what a lookup leaves', 'all, at its finish', 'facts, for seven days', 'rows after an hour, without indexes', 'compressed a second'],
    [...kinds, ...deep].map(({ left }) => left),
  );
  const rates: number[] = [];
  const rows: string[][] = [];
  for (const workers of [1, 2, 4]) {
    const used = await withHarness(SITES, workers, (harness, keys) =>
      usageOf(harness, () => posted('/v1/lookup', AT_ONCE, COUNT, `of_${workers}`)(harness, keys)),
    );
    const rate = COUNT / used.seconds;
    rates.push(rate);
    const cpu = Object.values(used.cpu).reduce((sum, part) => sum + part, 0);
    rows.push([
      String(workers),
      rate.toFixed(1),
      ratio(rate / (rates[0] ?? rate)),
      `${((cpu / COUNT) * 1_000).toFixed(0)} ms`,
      `${((used.cpu.workers / COUNT) * 1_000).toFixed(0)} ms`,
      (used.statements / COUNT).toFixed(0),
      String(used.connections),
    ]);
    process.stdout.write(`${rows.at(-1)?.join(' | ')}\n`);
  }
  const more = table(
    [
      `asynchronous lookups of ${SITES} platforms, ${AT_ONCE} at once: workers`,
      'a second',
      'to one',
      'CPU each',
      'of workers',
      'statements each',
      'connections',
    ],
    rows,
  );
  return `${each}\n\n${stays}\n\n${more}`;
}

async function withHarness<T>(sites: number, workers: number, run: (harness: Harness, keys: readonly string[]) => Promise<T>): Promise<T> {
  const harness = await startHarness({ sites, workers, latency: { medianMs: 0, sigma: 0, capMs: 0 }, env: ENV });
  try {
    await harness.countStatements();
    const keys = await Promise.all(Array.from({ length: 12 }, async () => (await harness.account()).key));
    await harness.post('/v1/lookup?wait=true&deep=true', keys[0] as string, { query: 'ada_example' }); // makes the controls
    await harness.setLatency(LATENCY);
    await atRate(harness, keys, { name: 'warm', perSecond: 3, seconds: 10 });
    await harness.settled();
    return await run(harness, keys);
  } finally {
    await harness.stop();
  }
}

interface Row {
  readonly taken: readonly string[];
  readonly left: readonly string[];
}

async function rowOf(harness: Harness, keys: readonly string[], { name, count, send }: Kind): Promise<Row> {
  let ids: string[] = [];
  const used = await usageOf(harness, async () => (ids = await send(harness, keys)));
  const perThousand = (value: number): number => (value / count) * 1_000;
  const cpu = (part: keyof Usage['cpu']): string => `${perThousand(used.cpu[part]).toFixed(0)} s`;
  const many = (value: number): string => Math.round(perThousand(value)).toLocaleString('en');
  const megabytes = (value: number): string => `${(perThousand(value) / 1e6).toFixed(0)} MB`;
  const taken = [
    ...[name, String(count), cpu('api'), cpu('workers'), cpu('temporal'), cpu('postgres')],
    ...[
      many(used.statements),
      many(used.transactions),
      many(used.notifications),
      megabytes(used.wal),
      megabytes(used.stored),
      many(used.requests),
    ],
    ...[Math.round((await actionsOf(harness, ids)) * 1_000).toLocaleString('en'), String(used.sockets)],
  ];
  const { seconds, bytes } = await compressed(harness, ids);
  const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} kB`;
  const left = [
    ...[name, kilobytes(used.stored / count), kilobytes(used.facts / count), kilobytes(bytes / ids.length)],
    (ids.length / seconds).toFixed(0),
  ];
  process.stdout.write(`${[...taken, ...left].join(' | ')}\n`);
  return { taken, left };
}
