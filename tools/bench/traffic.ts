/**
 * `npx tsx tools/bench/traffic.ts [wrong|lasting|denying] [lookups a second …]`: wrong "no" of platforms that turn bad once a month, by
 * the rules of traffic, and platforms that may deny (docs/adr/0047-denial-by-traffic.md). Ten seeds.
 */
import { table } from './stats.js';
import { FAULTS, type Model, runModel, type Tally } from './traffic-model.js';

const SEEDS = Array.from({ length: 10 }, (_, index) => `traffic-${index + 1}`);
const PLATFORMS = 60;
const MINUTE = 60_000;
const MONTH_MINUTES = 43_200;
/** What is seen in the first 15 minutes is not counted: memories fill. */
const FILLING_MINUTES = 15;
const DAY_MINUTES = 1_440;
const FAULT_DAYS = 15;
const LASTING_PLATFORMS = 10;
const SHARES = [0.01, 0.05, 0.2];
const ACCOUNTS = [1, 3, 20];

const sum = (all: readonly Tally[], of: 'registered' | 'covered' | 'noes' | 'wrong'): number =>
  all.reduce((total, each) => total + each[of], 0);

const run = (model: Omit<Model, 'seed'>, platforms = PLATFORMS): Tally[] =>
  Array.from({ length: platforms }, (_, index) => runModel({ ...model, seed: `${SEEDS[index % SEEDS.length]} ${index}` }));

/** Wrong "no" per 10,000 answers of a month with one such fault, and the share of "no" that counted before it. */
function wrongCell(model: Omit<Model, 'seed' | 'healthyMs' | 'faultMs'>): string {
  const healthyMinutes = 30;
  const all = run({ ...model, healthyMs: healthyMinutes * MINUTE, faultMs: 75 * MINUTE });
  return `${((sum(all, 'wrong') / answersOfMonth(all, healthyMinutes)) * 10_000).toFixed(2)} (${((sum(all, 'covered') / sum(all, 'noes')) * 100).toFixed(0)} %)`;
}

const answersOfMonth = (all: readonly Tally[], healthyMinutes: number): number =>
  ((sum(all, 'registered') + sum(all, 'covered')) / (healthyMinutes - FILLING_MINUTES)) * MONTH_MINUTES;

/** The same for a fault that stays until the end of the month, half of it on average; in brackets the share of platforms noticed. */
function lastingCell(model: Omit<Model, 'seed' | 'healthyMs' | 'faultMs'>): string {
  const healthyMinutes = 45;
  const all = run({ ...model, healthyMs: healthyMinutes * MINUTE, faultMs: FAULT_DAYS * DAY_MINUTES * MINUTE }, LASTING_PLATFORMS);
  const noticed = all.filter(({ isNoticed }) => isNoticed).length / all.length;
  return `${((sum(all, 'wrong') / answersOfMonth(all, healthyMinutes)) * 10_000).toFixed(2)} (${(noticed * 100).toFixed(0)} %)`;
}

/** Share of platforms that may deny after some minutes. A day is as an hour: nothing is older than 15 minutes. */
function denyingCell(model: Pick<Model, 'registered' | 'perSecond' | 'accounts'>): string {
  const after = [10, 60].map((minutes) => run({ ...model, isInstant: false, healthyMs: minutes * MINUTE, faultMs: 0 }));
  return after.map((all) => `${((all.filter(({ denies }) => denies).length / all.length) * 100).toFixed(0)} %`).join(', ');
}

const [section = 'wrong', ...rates] = process.argv.slice(2);
const cases = SHARES.flatMap((registered) =>
  (rates.length ? rates.map(Number) : [0.05, 0.5, 2]).map((perSecond) => ({ registered, perSecond })),
);
const faults = (Object.keys(FAULTS) as (keyof typeof FAULTS)[]).filter(
  (each) => section === 'wrong' || each === 'denies every second request',
);
const cell = section === 'lasting' ? lastingCell : wrongCell;
const shown = ({ registered, perSecond }: (typeof cases)[number]): string[] => [`${registered * 100} %`, String(perSecond)];
const rows =
  section === 'denying'
    ? cases.map((each) => [...shown(each), ...ACCOUNTS.map((accounts) => denyingCell({ ...each, accounts }))])
    : [false, true].flatMap((isInstant) =>
        faults.flatMap((fault) =>
          cases.map((each) => [
            isInstant ? 'instant' : 'waits',
            fault,
            ...shown(each),
            ...ACCOUNTS.map((accounts) => cell({ ...each, accounts, isInstant, fault })),
          ]),
        ),
      );
const head = [
  ...(section === 'denying' ? [] : ['mode', 'fault']),
  'registered',
  'lookups/s',
  ...ACCOUNTS.map((each) => `accounts: ${each}`),
];
process.stdout.write(`Seeds: ${SEEDS.join(', ')}\n${table(head, rows)}\n`);
