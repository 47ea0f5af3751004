/** The platform simulator as a part of the stack. */
import path from 'node:path';
import { DEMO_PERSON } from './demo-person.js';
import type { StateDir } from './state-dir.js';
import { type ReadyLine, type RunningProgram, startProgram } from './program.js';

export interface SimulatorPart extends RunningProgram {
  readonly proxyUrl: string;
  readonly caFile: string;
  readonly controlUrl: string | null;
}

/** Starts the simulator. A restart keeps its ports and CA file, because the worker's settings name them. */
export async function startSimulatorPart(home: StateDir, env: NodeJS.ProcessEnv, before: SimulatorPart | null): Promise<SimulatorPart> {
  const ports = before ? { SIMULATOR_PORT: portOf(before.proxyUrl), SIMULATOR_CONTROL_PORT: portOf(before.controlUrl) } : {};
  const running = await startProgram({
    home,
    entry: 'simulator',
    // Passed at the start, so that they exist again after a crash.
    env: {
      ...env,
      SIMULATOR_PEOPLE: env.SIMULATOR_PEOPLE || JSON.stringify([DEMO_PERSON]),
      SIMULATOR_CA_FILE: path.join(home.dir, 'simulator-ca.pem'),
      ...ports,
    },
    isReady: (line) => typeof line.proxyUrl === 'string' && typeof line.caFile === 'string',
  });
  const { proxyUrl, caFile, controlUrl } = running.ready as ReadyLine & { proxyUrl: string; caFile: string };
  return { ...running, proxyUrl, caFile, controlUrl: typeof controlUrl === 'string' ? controlUrl : null };
}

function portOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).port;
}
