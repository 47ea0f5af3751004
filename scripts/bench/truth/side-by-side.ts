import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from '../lab.js';
import { ratio, table } from '../stats.js';
import { runFloor } from './floor.js';
import { runOurs } from './ours.js';
import { PEERS, runPeer } from './run-peer.js';
import { LONGEST_MS, type Scene } from './scene.js';
import { simulatorRemote } from './simulator-remote.js';
import { type Tally, tally } from './tally.js';

/** Result of one tool on one fixture. */
export interface Outcome extends Tally {
  readonly who: string;
  readonly seconds: number;
  /** For the service: its worker's. */
  readonly cpuSeconds: number;
  /** Remark on the CPU time. */
  readonly cpuNote: string;
}

export interface Comparison {
  readonly scene: Scene;
  readonly ours: Outcome;
  readonly peers: readonly Outcome[];
  readonly floor: { readonly answered: number; readonly seconds: number; readonly cpuSeconds: number } | null;
}

export const OURS = 'footprint';

/** Every tool on the same fixture, one after the other, on the harness's simulator. */
export async function compare(lab: Lab, scene: Scene): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-peers-'));
  const simulator = simulatorRemote(lab.control);
  try {
    const { said, seconds, cpuSeconds, requests } = await runOurs(lab, simulator, scene);
    const cpuNote = ` (API ${cpuSeconds.api.toFixed(2)}, engine ${cpuSeconds.engine.toFixed(2)}; ${requests} requests)`;
    const ours: Outcome = { who: OURS, ...tally(scene, said), seconds, cpuSeconds: cpuSeconds.worker, cpuNote };
    await simulator.untilNobodyIsConnected();
    const floor = scene.faults.size > 0 ? null : await runFloor(lab, scene, folder);
    const peers: Outcome[] = [];
    for (const peer of PEERS) {
      await simulator.untilNobodyIsConnected();
      const run = await runPeer(peer, lab, scene, folder);
      peers.push({
        who: peer.package.replace('==', ' '),
        ...tally(scene, run.said),
        seconds: run.seconds,
        cpuSeconds: run.cpuSeconds,
        cpuNote: '',
      });
    }
    return { scene, ours, peers, floor };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The comparison as a table. */
export function comparisonTable({ scene, ours, peers, floor }: Comparison): string {
  const toLongest = (seconds: number): string => ratio((seconds * 1_000) / LONGEST_MS);
  const rows = [ours, ...peers].map((each) => [
    each.who,
    String(each.falseFound),
    String(each.falseNotFound),
    `${each.healthyAnswered} of ${each.healthy}`,
    each.seconds.toFixed(1),
    toLongest(each.seconds),
    `${each.cpuSeconds.toFixed(1)}${each.cpuNote}`,
  ]);
  if (floor)
    rows.push([
      'bare undici',
      '',
      '',
      `(${floor.answered} asked)`,
      floor.seconds.toFixed(1),
      toLongest(floor.seconds),
      floor.cpuSeconds.toFixed(1),
    ]);
  return table([scene.name, 'false "found"', 'false "not found"', 'healthy answered', 'wall s', 'to longest answer', 'CPU s'], rows);
}
