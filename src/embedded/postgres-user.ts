/** Postgres refuses to run as root. This finds another user, and the places that this user can reach. */
import { execFileSync, spawnSync } from 'node:child_process';
import { StartupError } from './startup-error.js';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const OWN_USER = 'footprint-pg';

/**
 * @returns the user to run Postgres as; null when we are not root and it runs as ourselves
 * @throws StartupError when root has nobody to hand over to
 */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp(OWN_USER) ?? create() ?? lookUp('nobody');
  if (user) return user;
  throw new StartupError('Postgres refuses to run as root and there is no other user to run it as: start Footprint as an ordinary user or set DATABASE_URL.');
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
 * Asks the kernel, not the mode bits: the question is put as that user.
 * @param how `x` pass through a folder or run a program, `r` read
 */
export function canReach(user: SystemUser, place: string, how: 'x' | 'r'): boolean {
  const asked = spawnSync('/bin/sh', ['-c', `test -${how} "$1"`, 'sh', place], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' });
  return asked.status === 0;
}
