import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness } from '../harness.js';
import { ratio, table } from '../stats.js';
import { runBaseline } from './baseline.js';
import { runService } from './ours.js';
import { PEERS, runPeer } from './run-peer.js';
import { MAX_LATENCY_MS, type Fixture } from './fixture.js';
import { simulatorRemote } from './simulator-remote.js';
import { type Tally, tally } from './tally.js';

/** Result of one tool on one fixture. */
export interface ToolResult extends Tally {
  readonly who: string;
  readonly seconds: number;
  /** For the service: its worker's. */
  readonly cpuSeconds: number;
  /** Remark on the CPU time. */
  readonly cpuNote: string;
}

export interface Comparison {
  readonly fixture: Fixture;
  readonly ours: ToolResult;
  readonly peers: readonly ToolResult[];
  readonly baseline: { readonly answered: number; readonly seconds: number; readonly cpuSeconds: number } | null;
}

export const OURS = 'footprint';

/** Every tool on the same fixture, one after the other, on the harness's simulator. */
export async function compare(harness: Harness, fixture: Fixture): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-peers-'));
  const simulator = simulatorRemote(harness.control);
  try {
    const { answers, seconds, cpuSeconds, requests } = await runService(harness, simulator, fixture);
    const cpuNote = ` (API ${cpuSeconds.api.toFixed(2)}, engine ${cpuSeconds.temporal.toFixed(2)}; ${requests} requests)`;
    const ours: ToolResult = { who: OURS, ...tally(fixture, answers), seconds, cpuSeconds: cpuSeconds.worker, cpuNote };
    await simulator.untilNobodyIsConnected();
    const floor = fixture.faults.size > 0 ? null : await runBaseline(harness, fixture, folder);
    const peers: ToolResult[] = [];
    for (const peer of PEERS) {
      await simulator.untilNobodyIsConnected();
      const run = await runPeer(peer, harness, fixture, folder);
      peers.push({
        who: peer.package.replace('==', ' '),
        ...tally(fixture, run.answers),
        seconds: run.seconds,
        cpuSeconds: run.cpuSeconds,
        cpuNote: '',
      });
    }
    return { fixture, ours, peers, baseline: floor };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The comparison as a table. */
export function comparisonTable({ fixture, ours, peers, baseline }: Comparison): string {
  const toLongest = (seconds: number): string => ratio((seconds * 1_000) / MAX_LATENCY_MS);
  const rows = [ours, ...peers].map((each) => [
    each.who,
    String(each.falseFound),
    String(each.falseNotFound),
    `${each.healthyAnswered} of ${each.healthy}`,
    each.seconds.toFixed(1),
    toLongest(each.seconds),
    `${each.cpuSeconds.toFixed(1)}${each.cpuNote}`,
  ]);
  if (baseline)
    rows.push([
      'bare undici',
      '',
      '',
      `(${baseline.answered} asked)`,
      baseline.seconds.toFixed(1),
      toLongest(baseline.seconds),
      baseline.cpuSeconds.toFixed(1),
    ]);
  return table([fixture.name, 'false "found"', 'false "not found"', 'healthy answered', 'wall s', 'to longest answer', 'CPU s'], rows);
}
