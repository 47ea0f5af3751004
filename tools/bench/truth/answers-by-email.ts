/** What lookups by e-mail answer on the shipped platforms, with and without control accounts, and instant ones at a rate. */
import { shippedCatalogue } from '../../../src/main/wiring/platforms.js';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.js';
import type { Person } from '../../simulator/account-registry.js';
import { type Harness, startHarness } from '../harness.js';
import { atRate, instantRow, instantTable, SECONDS } from '../instant.js';
import { table } from '../stats.js';
import { lookUp, operatorsEnv, setControlAccounts } from './ours.js';
import { simulatorRemote } from './simulator-remote.js';
import type { Threshold } from './thresholds.js';

const OWN = 'control@example.com';
const ADA = 'ada@example.com';
const NOBODY = 'nobody@example.com';
const MIN_ANSWERS = 60;
const RATE = 10;
const MAX_PLATFORMS = 11;
const MIN_INSTANT = 9;
/** Requests a second to one host: with as many lookups a second, each of which asks the whole band, the default of ten would decide. */
const HOST_RATE = 20;
/** People of the instant runs: those are everywhere, `at_…` nowhere. */
const EVERYWHERE = Array.from({ length: RATE * SECONDS }, (_, index) => `everywhere_${index}@example.com`);
const PEOPLE: readonly Person[] = [{ identities: { email: [ADA, OWN, ...EVERYWHERE] }, share: 1 }];
/** Response times in the instant runs. */
const LATENCY = { medianMs: 150, sigma: 1, capMs: 5_000 };
/** Milliseconds of lookups that calibrate: longer than a worker uses the control accounts that it read. */
const WARMING_MS = 15_000;

interface Directions {
  readonly registered: number;
  readonly notRegistered: number;
}

export async function benchAnswersByEmail(): Promise<{ body: string; marks: Threshold[] }> {
  const { catalogue } = await loadCatalogue({ root: shippedCatalogue() });
  const probed = catalogue.platforms.filter(({ probes }) => probes.email).length;
  const env = { ...operatorsEnv(catalogue.platforms), INSTANT_PLATFORMS: String(MAX_PLATFORMS), PROBE_HOST_RATE: String(HOST_RATE) };
  const harness = await startHarness({ sites: 'shipped', latency: { medianMs: 0, sigma: 0, capMs: 0 }, env });
  try {
    await simulatorRemote(harness.control).setPeople(PEOPLE);
    const keys = await Promise.all(Array.from({ length: 12 }, async () => (await harness.account()).key));
    const without = await directions(harness, keys[0] as string);
    const own = await setControlAccounts(harness, catalogue.platforms, OWN);
    const withOwn = await directions(harness, keys[0] as string);
    await harness.setLatency(LATENCY);
    await atRate(harness, keys, { name: 'warm', perSecond: 5, seconds: 10, domain: 'example.com' });
    const instantly = async (name: string) => {
      const answers = await atRate(harness, keys, { name, perSecond: RATE, seconds: SECONDS, domain: 'example.com' });
      await harness.settled();
      return instantRow(RATE, answers);
    };
    const [found, absent] = [await instantly('everywhere'), await instantly('at')];
    const answersEach = Number(found[6]);
    const rows = [
      ['without control accounts', without],
      [`with control accounts on ${own.length} platforms`, withOwn],
    ] as const;
    return {
      body: [
        table(
          [
            `deep lookup by e-mail, ${probed} platforms`,
            'says registered, of somebody who is everywhere',
            'says not registered, of nobody',
          ],
          rows.map(([name, { registered, notRegistered }]) => [name, String(registered), String(notRegistered)]),
        ),
        `Instant lookups with \`PROBE_HOST_RATE=${HOST_RATE}\`, of people who are everywhere, then of nobody (five of the ${MAX_PLATFORMS} platforms can only\nconfirm):`,
        instantTable([found, absent]),
      ].join('\n\n'),
      marks: [
        atLeast('deep e-mail: answers in each direction, with control accounts', Math.min(...Object.values(withOwn)), MIN_ANSWERS),
        atLeast(`instant e-mail at ${RATE} a second: answers of ${MAX_PLATFORMS}`, answersEach, MIN_INSTANT),
      ],
    };
  } finally {
    await harness.stop();
  }
}

const atLeast = (what: string, value: number, limit: number): Threshold => ({
  what: `${what}: at least ${limit}`,
  measured: String(value),
  met: value >= limit,
});

/** Right answers of deep lookups, once their platforms are calibrated. @throws Error when one is wrong */
async function directions(harness: Harness, key: string): Promise<Directions> {
  const warmUntil = performance.now() + WARMING_MS;
  for (let i = 0; performance.now() < warmUntil; i++) await lookUp(harness, key, { email: `warm${i}@example.com` });
  const count = async (email: string, registered: boolean): Promise<number> => {
    const { answers } = await lookUp(harness, key, { email });
    const wrong = [...answers].filter(([, answer]) => answer !== registered).map(([slug]) => slug);
    if (wrong.length > 0) throw new Error(`wrong answers about ${email}: ${wrong.join(', ')}`);
    return answers.size;
  };
  return { registered: await count(ADA, true), notRegistered: await count(NOBODY, false) };
}
