import { userInfo } from 'node:os';
import { type Config, readConfig } from '../kernel/config/env.js';
import { databaseIdentity, findKeptSettings } from '../../tools/embedded/kept-settings.js';
import { pageAddress } from '../../tools/embedded/ports.js';
import { runningStacks } from '../../tools/embedded/running-stack.js';
import { SIMULATOR_EGRESS } from '../engine/flow/egress-pool.js';

/** The settings of operators' commands; of a running `npm start` also its key, its ledger, its addresses and its egress. */
export function operatorConfig(): Config {
  const { FOOTPRINT_HOME: dir } = readConfig(process.env);
  const url = databaseIdentity(process.env);
  const [stack] = url === null ? runningStacks(dir) : [];
  const publicUrl = process.env['PUBLIC_URL'] || (stack && pageAddress(stack.address));
  const { PROBE_EGRESS, PROBE_PROXY_URL } = process.env;
  const egress = stack?.isSimulated && !PROBE_EGRESS && !PROBE_PROXY_URL ? { PROBE_EGRESS: SIMULATOR_EGRESS } : {};
  return readConfig({
    ...process.env,
    ...egress,
    ...findKeptSettings(dir, url, process.env),
    ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
    ...(stack && !process.env['FOOTPRINT_URL'] ? { FOOTPRINT_URL: stack.address } : {}),
  });
}

/** Who runs a command, for the audit log: `FOOTPRINT_OPERATOR`, else the system's user; a number where it has no name. */
export function operatorName(): string {
  const { FOOTPRINT_OPERATOR: name } = readConfig(process.env);
  if (name !== undefined) return name;
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
