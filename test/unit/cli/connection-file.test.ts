import { homedir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { connectionFile } from '../../../src/cli/connection-file.js';

it.each([
  ['linux', { XDG_CONFIG_HOME: '/etc/of-ada' }, '/etc/of-ada'],
  ['linux', {}, path.join(homedir(), '.config')],
  ['darwin', { APPDATA: '/elsewhere' }, path.join(homedir(), '.config')],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, path.join(homedir(), '.config')],
  ['win32', { APPDATA: '/users/ada/roaming', XDG_CONFIG_HOME: '/elsewhere' }, '/users/ada/roaming'],
  ['win32', {}, path.join(homedir(), 'AppData', 'Roaming')],
] as const)('on %s with %j the connection is stored in %s', (platform, env, folder) => {
  expect(connectionFile(env, platform)).toBe(path.join(folder, 'footprint', 'config.json'));
});
