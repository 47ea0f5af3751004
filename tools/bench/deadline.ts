import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Harness, startHarness } from './harness.js';
import type { Answer } from './instant.js';
import { closedLoop, ms, openLoop, summary, table } from './stats.js';
import { MAX_LATENCY_MS } from './truth/fixture.js';
import { sampleLatencies } from './truth/sampling.js';
import { simulatorRemote } from './truth/simulator-remote.js';
import { thresholdsTable, type Threshold } from './truth/thresholds.js';

const SITES = 120;
/** Platforms that a lookup probes at most by the ceiling, of about three times as many that some deadline would let it probe. */
const MAX_PLATFORMS = 11;
/** Requests a second to one host: at ten lookups a second, each of which asks nearly all of the band, the default of ten would decide. */
const HOST_RATE = 20;
/** Each deadline, and the share of the platforms that must have answered by then: what a vendor publishes of its own service. */
const DEADLINES = [
  { deadlineMs: 900, least: null },
  { deadlineMs: 2_700, least: 0.85 },
  { deadlineMs: 3_600, least: 0.95 },
  { deadlineMs: 5_000, least: 0.98 },
] as const;
const LATE_MS = 30;
const MAX_DEADLINE_MS = 10_000;
const ALONE = 20;
const ALONE_TITLE = 'alone';
const RATE = 10;
const SECONDS = 30;
/** Seconds at that rate before it is measured: a process that has just started admits few lookups at once. */
const WARMING_SECONDS = 10;
const KEYS = 12;
/** Deep lookups that give each platform enough answers for statistics; and the time after which processes have read those. */
const CALIBRATING = 22;
const READ_AFTER_MS = 20_000;

const HOW = `\`INSTANT_PLATFORMS=${MAX_PLATFORMS}\`, \`PROBE_HOST_RATE=${HOST_RATE}\`, ${SITES} sites whose answering times are those of the comparison with other tools:
the median is 0.2 s, the longest ${MAX_LATENCY_MS / 1_000} s. "Of all" counts the answers in the response against those that the lookup with the longest
deadline gets (${MAX_DEADLINE_MS / 1_000} s, alone); "of asked" against those that the same lookup has in the end. At a rate the marks are of asked:
how many can be asked is up to the limits of hosts (eight requests at once, so four a second where one takes two seconds) and to the
machine.`;

interface Run {
  readonly deadlineMs: number;
  readonly how: string;
  readonly answers: readonly Answer[];
  /** Answers of the same lookups when they are finished. */
  readonly inTheEnd: number;
}

/** What an instant lookup answers by deadlines of its caller's own, one after another and at a rate. */
export async function benchDeadline(): Promise<string> {
  const env = { INSTANT_PLATFORMS: String(MAX_PLATFORMS), PROBE_HOST_RATE: String(HOST_RATE) };
  const harness = await startHarness({ sites: SITES, latency: { medianMs: 0, sigma: 0, capMs: 0 }, env });
  try {
    const keys = await Promise.all(Array.from({ length: KEYS }, async () => (await harness.account()).key));
    await calibrate(harness, keys);
    const lookUp = lookUpWith(harness, keys);
    const longest = await lookUp('longest', MAX_DEADLINE_MS, 0);
    const all = Number(longest.body['answered']);
    const alone = await inOrder(DEADLINES, async ({ deadlineMs }) => {
      const { results } = await closedLoop(ALONE, 1, (index) => lookUp(`alone_${deadlineMs}_${index}`, deadlineMs, index));
      return runOf(ALONE_TITLE, deadlineMs, results);
    });
    // After all of those: workers probe fewer platforms for some seconds after a crowd that was too much for the machine.
    const crowds = await inOrder(DEADLINES, async ({ deadlineMs }) => {
      const atRate = (name: string, seconds: number) =>
        openLoop(RATE * seconds, RATE * 60, (index) => lookUp(`${name}_${deadlineMs}_${index}`, deadlineMs, index));
      await atRate('warm', WARMING_SECONDS);
      return runOf(`${RATE} a second`, deadlineMs, await atRate('rate', SECONDS));
    });
    const runs = DEADLINES.flatMap(({ least }, index) => [alone, crowds].map((of) => ({ run: of[index] as Run, least })));
    const head = ['deadline', '', 'N', 'p50', 'p99', 'max', 'asked each', 'answers each', `of all (${all})`, 'of asked', 'refused'];
    const rows = runs.map(({ run }) => row(run, all));
    return [HOW, table(head, rows), thresholdsTable(runs.flatMap(({ run, least }) => marksOf(run, all, least)))].join('\n\n');

    async function runOf(how: string, deadlineMs: number, answers: readonly Answer[]): Promise<Run> {
      await harness.settled();
      const run = { how, deadlineMs, answers, inTheEnd: await answersInTheEnd(harness, keys, answers) };
      process.stdout.write(`${row(run, all).join(' | ')}\n`);
      return run;
    }
  } finally {
    await harness.stop();
  }
}

/** Controls and statistics of all platforms, at their times, known to both processes. */
async function calibrate(harness: Harness, keys: readonly string[]): Promise<void> {
  const law = { seed: `truth|${SITES}`, longestMs: MAX_LATENCY_MS };
  // Drawn apart, so that the longest time is one of theirs.
  const [some, others] = await probedAndOthers(harness.sites);
  await simulatorRemote(harness.control).setLatencies(new Map([...sampleLatencies(some, law), ...sampleLatencies(others, law)]));
  const key = (index: number) => keys[index % KEYS] as string;
  await harness.post('/v1/lookup?wait=true&deep=true', key(0), { query: 'control_example' });
  await closedLoop(CALIBRATING, 3, (index) =>
    harness.post('/v1/lookup?wait=true&deep=true', key(index), { query: `calibrating_${index}` }),
  );
  await harness.settled();
  await harness.summariseStatistics();
  const until = performance.now() + READ_AFTER_MS;
  const lookUp = lookUpWith(harness, keys);
  for (let index = 0; performance.now() < until; index += 1) await lookUp(`reading_${index}`, 900, index);
}

/** Slugs of the sites that some deadline lets an instant lookup probe, and of the others. */
async function probedAndOthers(folder: string): Promise<[string[], string[]]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const sites = await Promise.all(
    files.map(async (file) => {
      const { strength, instant } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { strength: string; instant?: string[] };
      return { slug: basename(file, '.json'), isProbed: strength === 'strong' || (instant ?? []).length > 0 };
    }),
  );
  const slugs = (isProbed: boolean) => sites.filter((site) => site.isProbed === isProbed).map(({ slug }) => slug);
  return [slugs(true), slugs(false)];
}

const lookUpWith =
  (harness: Harness, keys: readonly string[]) =>
  (username: string, deadlineMs: number, index: number): Promise<Answer> =>
    harness.post('/v2/lookup', keys[index % KEYS] as string, {
      identities: { usernames: [username] },
      modules: ['footprint'],
      mode: 'instant',
      deadlineMs,
    });

/** How many answers these lookups have when they are finished. */
async function answersInTheEnd(harness: Harness, keys: readonly string[], answers: readonly Answer[]): Promise<number> {
  const { results } = await closedLoop(answers.length, 2, async (index) => {
    const answer = answers[index];
    if (answer?.status !== 200) return 0;
    const body = await harness.get(`/v2/lookup/${String(answer.body['lookupId'])}`, keys[index % KEYS] as string);
    return Number(body['answered']);
  });
  return results.reduce((sum, each) => sum + each, 0);
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const accepted = ({ answers }: Run): readonly Answer[] => answers.filter(({ status }) => status === 200);
const sumOf = (answers: readonly Answer[], field: string): number => answers.reduce((sum, { body }) => sum + Number(body[field]), 0);

function row(run: Run, all: number): string[] {
  const answers = accepted(run);
  const { p50, p99, max } = summary(answers.map((answer) => answer.ms));
  const answered = sumOf(answers, 'answered');
  return [
    `${run.deadlineMs / 1_000} s`,
    run.how,
    String(run.answers.length),
    ms(p50),
    ms(p99),
    ms(max),
    (sumOf(answers, 'planned') / answers.length).toFixed(1),
    (answered / answers.length).toFixed(1),
    percent(answered / answers.length / all),
    percent(answered / run.inTheEnd),
    percent(1 - answers.length / run.answers.length),
  ];
}

function marksOf(run: Run, all: number, least: number | null): Threshold[] {
  const answers = accepted(run);
  const { p99 } = summary(answers.map((answer) => answer.ms));
  const what = `${run.deadlineMs / 1_000} s, ${run.how}`;
  const limit = run.deadlineMs + LATE_MS;
  const inTime = { what: `${what}: p99 at most ${limit} ms`, measured: ms(p99), met: p99 <= limit };
  if (least === null) return [inTime];
  const isAlone = run.how === ALONE_TITLE;
  const share = sumOf(answers, 'answered') / (isAlone ? answers.length * all : run.inTheEnd);
  return [
    { what: `${what}: of ${isAlone ? 'all' : 'asked'} at least ${least * 100} %`, measured: percent(share), met: share >= least },
    inTime,
  ];
}
