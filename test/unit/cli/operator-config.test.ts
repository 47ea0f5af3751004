import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { operatorConfig } from '../../../src/cli/operator-config.js';
import { lockStateDir, SIMULATOR_FOLDER } from '../../../tools/embedded/running-stack.js';
import { openStateDir } from '../../../tools/embedded/state-dir.js';

describe('commands beside `npm start`', () => {
  afterEach(() => vi.unstubAllEnvs());

  async function started(...folders: readonly string[]): Promise<void> {
    const home = mkdtempSync(join(tmpdir(), 'footprint-operator-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    vi.stubEnv('FOOTPRINT_HOME', home);
    for (const folder of folders) (await lockStateDir(openStateDir(join(home, folder)))).publish('http://127.0.0.1:8123');
  }

  it('know the egress of the simulator: controls, statistics and workers belong to it', async () => {
    await started(SIMULATOR_FOLDER);
    expect(operatorConfig().PROBE_EGRESS).toBe('simulator');
  });

  it('call the API of the stack, by the cookies of its address, unless FOOTPRINT_URL names another', async () => {
    await started('');
    expect(operatorConfig()).toMatchObject({ FOOTPRINT_URL: 'http://127.0.0.1:8123', PUBLIC_URL: 'http://localhost:8123' });
    vi.stubEnv('FOOTPRINT_URL', 'http://api:8080');
    expect(operatorConfig().FOOTPRINT_URL).toBe('http://api:8080');
  });

  it('have the operator’s own egress where one is set, and none beside the real one', async () => {
    await started(SIMULATOR_FOLDER);
    vi.stubEnv('PROBE_EGRESS', 'pool-eu');
    expect(operatorConfig().PROBE_EGRESS).toBe('pool-eu');
    vi.unstubAllEnvs();
    await started('', SIMULATOR_FOLDER);
    expect(operatorConfig().PROBE_EGRESS).toBeUndefined();
  });
});
