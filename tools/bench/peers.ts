/**
 * Two other programs and the service on the same simulated platforms: who has an account, on healthy platforms and on such that mislead.
 * `PEERS` is a folder with a virtual environment for each (`mailaccess`, `user-scanner`), into which pip has installed it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { openCatalogue } from '../../src/wiring/platforms.js';
import type { FaultName } from '../simulator/faults/index.js';
import { type Harness, startHarness } from './harness.js';
import { openMailAccess, openUserScanner, type PeerProgram } from './peer-programs.js';
import { table } from './stats.js';
import { deletePlatformState, lookUpUntilFinished, setControlAccounts } from './truth/ours.js';
import { simulatorRemote } from './truth/simulator-remote.js';
import { addCounts, type Answers, type Confusion, confusion, omitted, right, wrong } from './truth/tally.js';
import { atMost, thresholdsTable } from './truth/thresholds.js';

const [ADA, NOBODY, OWN] = ['ada@example.com', 'nobody@example.com', 'control@example.com'];
/** At a domain that platforms refuse in some of the worlds, in their words for an address that is taken. */
const REFUSED = { email: 'nobody@example.org', exists: false, domain: 'example.org' };
const NONE: Confusion = confusion(new Map(), new Map());

interface World {
  readonly name: string;
  readonly fault: FaultName | null;
  readonly refuses?: boolean;
}

const WORLDS: readonly World[] = [
  { name: 'healthy', fault: null },
  { name: 'a bot check, 403', fault: 'challenge_403' },
  { name: 'a captcha, 200', fault: 'captcha_200' },
  { name: 'soft 404: the home page, 200', fault: 'soft_404' },
  { name: 'rate limit, 429', fault: 'rate_limited_429' },
  { name: 'refuses the domain, as if taken', fault: null, refuses: true },
  { name: '"registered" for everybody', fault: 'same_page_echo' },
  { name: '"not registered" for everybody', fault: 'not_found_for_all' },
];

/** What each program said of an address, by slug. */
interface Round {
  readonly world: World;
  readonly exists: boolean;
  readonly ours: Answers;
  readonly theirs: readonly Answers[];
}

/** @returns a table for each program: on the platforms that it asks as the service does, both beside each other */
export async function benchPeers(): Promise<string> {
  const installed = process.env['PEERS'];
  if (installed === undefined) throw new Error('PEERS does not say where the other programs are installed');
  const folder = mkdtempSync(join(tmpdir(), 'footprint-peers-'));
  const platforms = openCatalogue({ CATALOGUE_PATH: undefined }).catalogue.platforms.filter(({ probes }) => probes.email);
  const harness = await startHarness({ sites: 'shipped' });
  const peers: PeerProgram[] = [];
  try {
    for (const open of [openMailAccess, openUserScanner]) peers.push(await open({ installed, folder, proxy: harness.proxy }));
    const rounds = await askAll(harness, platforms, peers);
    const every = platforms.map(({ slug }) => slug);
    const wrongs = rounds.map((round) => wrong(countsOf(every, [round], ourAnswers))).reduce((sum, each) => sum + each, 0);
    const mark = atMost(`the service, ${every.length} platforms, ${rounds.length} questions: wrong answers`, wrongs, 0);
    if (!mark.met) process.exitCode = 1;
    const alone = table(
      [`ours, all ${every.length} platforms`, ...SIDES],
      WORLDS.map((world) => [world.name, ...cellsOf(every, ofWorld(rounds, world), ourAnswers)]),
    );
    return [...peers.map((peer, at) => peerTable(peer, platforms, rounds, at)), alone, thresholdsTable([mark])].join('\n\n');
  } finally {
    await harness.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askAll(harness: Harness, platforms: readonly Platform[], peers: readonly PeerProgram[]): Promise<Round[]> {
  const simulator = simulatorRemote(harness.control);
  await simulator.setPeople([ADA, OWN].map((email) => ({ identities: { email: [email as string] }, share: 1 })));
  await setControlAccounts(harness, platforms, OWN as string);
  const { key } = await harness.account();
  const slugsOf = peers.map(({ checks }) => slugsByCheck(platforms, checks));
  const rounds: Round[] = [];
  for (const world of WORLDS) {
    await simulator.setFaults(world.fault === null ? new Map() : new Map([['*', world.fault]]));
    await simulator.setCatchAll(world.refuses ? [REFUSED.domain] : []);
    const asked = world.refuses ? [REFUSED] : [ADA, NOBODY].map((email) => ({ email: email as string, exists: email === ADA }));
    for (const { email, exists } of asked) {
      await deletePlatformState(harness);
      const ours = await lookUpUntilFinished(harness, key, { email });
      const theirs = await Promise.all(peers.map(async (peer, at) => bySlug(await peer.ask(email), slugsOf[at] ?? new Map())));
      rounds.push({ world, exists, ours, theirs });
      process.stdout.write(`${world.name}, ${exists ? 'an account' : 'nobody'}: asked\n`);
    }
  }
  return rounds;
}

/** The platforms that a check may ask: its text names the host of their rule, and the key of a host that serves many. */
function slugsByCheck(platforms: readonly Platform[], checks: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const requests = platforms.flatMap(({ slug, probes }) => {
    const url = new URL(probes.email?.request.url.replace(/\{[^}]*\}/g, 'x') ?? '');
    return [{ slug, parts: [url.host, url.searchParams.get('key') ?? ''] }];
  });
  const slugsOf = (text: string): string[] =>
    requests.filter(({ parts }) => parts.every((part) => text.includes(part))).map(({ slug }) => slug);
  return new Map([...checks].map(([check, text]) => [check, slugsOf(text)]));
}

const bySlug = (said: Answers, slugs: ReadonlyMap<string, readonly string[]>): Answers =>
  new Map([...said].flatMap(([check, answer]) => (slugs.get(check) ?? []).map((slug) => [slug, answer] as const)));

const SIDES = ['right', 'wrong yes', 'wrong no', 'omitted'];
const ourAnswers = ({ ours }: Round): Answers => ours;
const ofWorld = (rounds: readonly Round[], world: World): Round[] => rounds.filter((round) => round.world === world);

const countsOf = (slugs: readonly string[], rounds: readonly Round[], said: (round: Round) => Answers): Confusion =>
  rounds.map((round) => confusion(new Map(slugs.map((slug) => [slug, round.exists])), said(round))).reduce(addCounts, NONE);

function cellsOf(slugs: readonly string[], rounds: readonly Round[], said: (round: Round) => Answers): string[] {
  const counts = countsOf(slugs, rounds, said);
  return [right(counts), counts.absent.registered, counts.registered.absent, omitted(counts)].map(String);
}

function peerTable({ name, checks }: PeerProgram, platforms: readonly Platform[], rounds: readonly Round[], at: number): string {
  const slugs = [...new Set([...slugsByCheck(platforms, checks).values()].flat())];
  const said = ({ theirs }: Round): Answers => theirs[at] ?? new Map();
  const healthy = rounds.filter(({ world }) => world.fault === null && !world.refuses);
  // Where the simulator knows its request, and sends what it waits for: both sides are then right.
  const alike = slugs.filter((slug) => healthy.every((round) => said(round).get(slug) === round.exists));
  const rows = WORLDS.map((world) => [
    world.name,
    ...cellsOf(alike, ofWorld(rounds, world), said),
    ...cellsOf(alike, ofWorld(rounds, world), ourAnswers),
  ]);
  return [
    `${name}: ${checks.size} checks, ${slugs.length} at hosts that the service asks too, ${alike.length} in the same way`,
    table([`${name}, ${alike.length} platforms`, ...SIDES, ...SIDES.map((side) => `ours ${side}`)], rows),
  ].join('\n\n');
}
