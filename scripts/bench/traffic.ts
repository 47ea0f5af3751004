/** `npx tsx scripts/bench/traffic.ts`: wrong "no" of platforms that turn bad once a month, by the rules of traffic. Ten seeds. */
import { table } from './stats.js';
import { FAULTS, type Model, runModel, type Tally } from './traffic-model.js';

const SEEDS = Array.from({ length: 10 }, (_, index) => `traffic-${index + 1}`);
const HOUR = 3_600_000;
const MONTH_HOURS = 720;
const PLATFORMS = Number(process.env.TRAFFIC_PLATFORMS ?? 6);

const sum = (all: readonly Tally[], of: keyof Tally): number => all.reduce((total, each) => total + each[of], 0);

function run(model: Omit<Model, 'seed'>): Tally[] {
  return SEEDS.flatMap((seed) => Array.from({ length: PLATFORMS }, (_, index) => runModel({ ...model, seed: `${seed} ${index}` })));
}

const rows: string[][] = [];
for (const isInstant of [false, true])
  for (const fault of Object.keys(FAULTS) as (keyof typeof FAULTS)[])
    for (const registered of [0.01, 0.05, 0.2])
      for (const perSecond of (process.env.TRAFFIC_RATES ?? "0.05 0.5 2").split(" ").map(Number)) {
        const cells = [1, 3, 20].map((accounts) => {
          const healthyMs = HOUR / 2;
          const all = run({ registered, perSecond, accounts, isInstant, fault, healthyMs, faultMs: 1.25 * HOUR });
          const hours = (healthyMs / HOUR - 0.25) * all.length;
          const answers = ((sum(all, 'registered') + sum(all, 'covered')) / hours) * MONTH_HOURS;
          const wrong = sum(all, 'wrong') / all.length;
          return `${((wrong / answers) * 10_000).toFixed(2)} (${((sum(all, 'covered') / sum(all, 'noes')) * 100).toFixed(0)} %)`;
        });
        rows.push([isInstant ? 'instant' : 'waits', fault, `${registered * 100} %`, String(perSecond), ...cells]);
        console.error(rows.at(-1)?.join(' | '));
      }
console.log(`Seeds: ${SEEDS.join(', ')}`);
console.log(table(['mode', 'fault', 'registered', 'lookups/s', '1 account', '3', '20'], rows));
