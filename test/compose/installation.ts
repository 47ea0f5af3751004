/** A checkout in a machine with Docker, what an operator types there, and what clients send meanwhile. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { Machine } from '../../tools/deploy/machine/machine.js';
import { makeStandIns, WITHOUT_DIGESTS } from '../../tools/deploy/machine/stand-ins.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';

export const MINUTES = 60_000;
export const HOST = 'footprint.example.com';
/** Which cores containers have from then on, by either version of control groups; groups of former ones would hold on to theirs. */
export const onCores = (list: string): string => `for group in /sys/fs/cgroup/cpuset /sys/fs/cgroup; do
  [ -e $group/footprint-deploy/cpuset.cpus ] || continue
  find $group/footprint-deploy -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null || true
  echo ${list} > $group/footprint-deploy/cpuset.cpus
done`;
export const ALL_CORES = '$(cat /sys/devices/system/cpu/online)';
/** Accepted, finished, billed. */
const BOOKS = `SELECT (SELECT count(*) FROM lookups), (SELECT count(*) FROM lookups WHERE state = 'finished'), (SELECT count(*) FROM usage_ledger)`;

export class Installation {
  private constructor(readonly machine: Machine) {}

  /** A machine with the stand-ins for others' images, and this checkout in place of what a former one left. */
  static async make(): Promise<Installation> {
    const machine = await Machine.start();
    const made = new Installation(machine);
    await machine.online(() => makeStandIns(machine));
    const files = await execa('git', ['ls-files', '-co', '--exclude-standard'], { cwd: PROJECT_ROOT });
    await made.typed('cd /root; docker compose -p footprint down --volumes --remove-orphans; rm -rf footprint; mkdir footprint');
    const archive = execa('tar', ['-cf', '-', '-T', '-'], { cwd: PROJECT_ROOT, input: files.stdout, encoding: 'buffer' });
    await archive.pipe('tar', ['-xf', '-', '-C', path.join(machine.root, 'root/footprint')]);
    await made.typed(`cd /root/footprint; ${WITHOUT_DIGESTS}`);
    return made;
  }

  /** Runs commands that have to succeed. @returns what they wrote */
  async typed(script: string): Promise<string> {
    const { code, out } = await this.machine.run(`set -e\n${script}`);
    expect(code, out).toBe(0);
    return out;
  }

  /** The fields of the only row that a statement finds. */
  async sql(statement: string): Promise<string[]> {
    return (await this.typed(`docker compose exec -T postgres psql -qAt -F ' ' -U footprint -d footprint -c "${statement}"`)).split(' ');
  }

  /** Puts a program into the machine that looks $1 up with further arguments of curl; on every platform where DEEP is set. */
  giveKey(key: string): void {
    const body = String.raw`{\"query\":\"$1\"$platforms}`;
    const headers = [`authorization: Bearer ${key}`, 'content-type: application/json', 'idempotency-key: $1'].map((each) => `-H "${each}"`);
    const lines = [
      `[ -n "$DEEP" ] || platforms=',"platforms":["github","gitlab"]'`,
      `curl -sk -m 40 --resolve ${HOST}:443:127.0.0.1 ${headers.join(' ')} -d "${body}" "\${@:2}"`,
    ];
    writeFileSync(path.join(this.machine.root, 'root/lookup.sh'), `${lines.join('\n')}\n`);
  }

  /** Sends a lookup a second until a task has ended. @returns how often each status was answered; of others than 200 with the body */
  async whileSending(name: string, task: () => Promise<unknown>): Promise<Record<string, number>> {
    await this.typed('rm -f /tmp/end');
    const one = `echo "$(bash /root/lookup.sh ${name}-$n -w ' %{http_code}' https://${HOST}/v1/lookup)"`;
    const sent = this.machine.run(`n=0; while [ ! -e /tmp/end ]; do n=$((n+1)); ${one} & sleep 1; done; wait`);
    try {
      await task();
    } finally {
      await this.typed('touch /tmp/end');
    }
    const answers = (await sent).out.split('\n').filter(Boolean);
    const statuses = answers.map((line) => (line.endsWith(' 200') ? '200' : line));
    return Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]));
  }

  /** Containers that are neither at work, or healthy, nor done. */
  async unhealthy(): Promise<string[]> {
    const states = await this.typed(`docker compose ps --all --format '{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}'`);
    return states.split('\n').filter((line) => !/ running (healthy)? 0$| exited {2}0$/.test(line));
  }

  /** Every lookup that was accepted is finished, and billed once. */
  async booksClose(): Promise<void> {
    let books: string[] = [];
    await waitUntil(async () => new Set((books = await this.sql(BOOKS))).size === 1, 15 * MINUTES, 1_000);
    expect(new Set(books).size, books.join(' ')).toBe(1);
  }

  /** Runs as many workers as are named, from then on. */
  async scale(workers: number): Promise<void> {
    await this.typed(`sed -i '/^WORKER_REPLICAS/d' .env; echo WORKER_REPLICAS=${workers} >> .env; docker compose up --wait`);
  }
}
