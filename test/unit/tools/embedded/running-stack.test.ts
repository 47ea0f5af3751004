import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type StateDir, openStateDir } from '../../../../tools/embedded/state-dir.js';
import { endStaleProcess } from '../../../../tools/embedded/stale-processes.js';
import { identify } from '../../../../tools/embedded/process-table.mjs';
import { lockStateDir } from '../../../../tools/embedded/running-stack.js';

function home(): StateDir {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footprint-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return openStateDir(dir);
}

function lives() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { child, gone, identity: identify(child.pid ?? 0) };
}

describe('the lock of a home', () => {
  test('a second start is told the address and pid of the first', async () => {
    const position = home();
    const lock = await lockStateDir(position);
    lock.publish('http://127.0.0.1:8080');
    await expect(lockStateDir(position)).rejects.toThrow(new RegExp(`already runs at http://127.0.0.1:8080 \\(pid ${process.pid}\\)`));
    lock.release();
    (await lockStateDir(position)).release();
  });

  test('a lock of a process that is gone, or whose pid was given to another, is taken over', async () => {
    const position = home();
    const file = path.join(position.run, 'supervisor.json');
    const { child, gone, identity } = lives();
    for (const stale of [{ ...identity, started: 'long ago' }, { pid: 2 ** 22 + 1, started: 'x' }, 'nonsense']) {
      writeFileSync(file, JSON.stringify(stale));
      (await lockStateDir(position)).release();
    }
    writeFileSync(file, JSON.stringify(identity));
    await expect(lockStateDir(position)).rejects.toThrow('already runs');
    child.kill('SIGKILL');
    await gone;
    (await lockStateDir(position)).release();
    expect(readdirSync(position.run)).toEqual([]);
  });

  test('a start waits for a supervisor that is stopping', async () => {
    const position = home();
    const { child, identity } = lives();
    writeFileSync(path.join(position.run, 'supervisor.json'), JSON.stringify({ ...identity, stopping: true }));
    const waiting = lockStateDir(position);
    child.kill('SIGKILL');
    (await waiting).release();
  });

  test('of many starts at once on a stale lock, one wins', async () => {
    const position = home();
    writeFileSync(path.join(position.run, 'supervisor.json'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'x' }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockStateDir(position)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('orphans', () => {
  test('a recorded process is ended, a stranger with its pid is not', async () => {
    const position = home();
    const { gone, identity } = lives();
    const file = path.join(position.run, 'worker.json');
    writeFileSync(file, JSON.stringify({ ...identity, started: 'another time' }));
    expect(await endStaleProcess(position, 'worker', ['SIGTERM'], 5_000)).toBe(false);
    expect(identify(identity?.pid ?? 0)).toEqual(identity);
    writeFileSync(file, JSON.stringify(identity));
    expect(await endStaleProcess(position, 'worker', ['SIGTERM', 'SIGKILL'], 5_000)).toBe(true);
    await gone;
  });
});
