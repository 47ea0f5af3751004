import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type StateDir, openStateDir } from '../../../tools/embedded/state-dir.js';
import { databaseFolder } from '../../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../../tools/embedded/postgres-programs.js';

/** A FOOTPRINT_HOME that is removed after the test. @param closed its parent can be entered by its owner only */
export function temporaryHome({ closed = false } = {}): StateDir {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'footprint-home-'));
  chmodSync(parent, closed ? 0o700 : 0o755);
  const home = openStateDir(path.join(parent, 'home'));
  onTestFinished(() => {
    rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
    rmSync(parent, { recursive: true, force: true });
  });
  return home;
}
