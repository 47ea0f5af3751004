/** Postgres refuses to run as root. Finds another user, and checks which folders that user can reach. */
import { execFileSync, spawnSync } from 'node:child_process';
import { StartupError } from './startup-error.js';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const OWN_USER = 'footprint-pg';

/**
 * @returns the user to run Postgres as; null when we are not root and it runs as the same user
 * @throws StartupError when there is no other user to run it as
 */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp(OWN_USER) ?? create() ?? lookUp('nobody');
  if (user) return user;
  throw new StartupError(
    'Postgres refuses to run as root and there is no other user to run it as: start Footprint as an ordinary user or set DATABASE_URL.',
  );
}

function lookUp(name: string): SystemUser | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    const user = { name, uid: id('-u'), gid: id('-g') };
    return user.uid > 0 ? user : null;
  } catch {
    return null;
  }
}

function create(): SystemUser | null {
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER], { stdio: 'ignore' });
  return made.status === 0 ? lookUp(OWN_USER) : null;
}

/**
 * Tests the access as that user, so that the kernel decides, not the mode bits.
 * @param how `x` traverse a folder or run a program, `r` read
 */
export function canReach(user: SystemUser, place: string, how: 'x' | 'r'): boolean {
  const asked = spawnSync('/bin/sh', ['-c', `test -${how} "$1"`, 'sh', place], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' });
  return asked.status === 0;
}
