/** The commands of the runbook, typed as they stand there into a machine with Docker and a checkout, and nothing else. */
import { writeFileSync } from 'node:fs';
import { execa } from 'execa';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { Machine } from '../../tools/deploy/machine/machine.js';
import { makeStandIns, namedImages, WITHOUT_DIGESTS } from '../../tools/deploy/machine/stand-ins.js';
import { runbookBlock } from '../support/runbook.js';

const MINUTES = 60_000;
const STARTS = Number(process.env['DEPLOY_STARTS'] ?? 10);
const SERVICES = ['worker', 'api', 'proxy', 'temporal', 'postgres'];
const HOST = 'footprint.example.com';
/** What the image adds to its base, of which the real one has some 225. */
const OWN_MB = 275;
/** Which cores containers have from then on, by either version of control groups; groups of former ones would hold on to theirs. */
const onCores = (list: string) => `for group in /sys/fs/cgroup/cpuset /sys/fs/cgroup; do
  [ -e $group/footprint-deploy/cpuset.cpus ] || continue
  find $group/footprint-deploy -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null || true
  echo ${list} > $group/footprint-deploy/cpuset.cpus
done`;
/** Accepted, finished, billed. */
const BOOKS = `SELECT (SELECT count(*) FROM lookups), (SELECT count(*) FROM lookups WHERE state = 'finished'), (SELECT count(*) FROM usage_ledger)`;

describe('docker compose, by the runbook', () => {
  let machine: Machine;
  let key: string;
  /** Runs commands that have to succeed. @returns what they wrote */
  const typed = async (script: string): Promise<string> => {
    const { code, out } = await machine.run(`set -e\n${script}`);
    expect(code, out).toBe(0);
    return out;
  };
  /** Puts a program into the machine that looks $1 up with further arguments of curl. */
  const giveKey = (given: string) => {
    key = given;
    const body = String.raw`{\"query\":\"$1\",\"platforms\":[\"github\",\"gitlab\"]}`;
    const headers = [`authorization: Bearer ${key}`, 'content-type: application/json', 'idempotency-key: $1'].map((each) => `-H "${each}"`);
    const command = `curl -sk -m 40 --resolve ${HOST}:443:127.0.0.1 ${headers.join(' ')} -d "${body}" "\${@:2}"`;
    writeFileSync(path.join(machine.root, 'root/lookup.sh'), `${command}\n`);
  };
  /** Sends a lookup a second until a task has ended. @returns how often each status was answered */
  async function whileSending(name: string, task: () => Promise<unknown>): Promise<Record<string, number>> {
    await typed('rm -f /tmp/end');
    const one = `bash /root/lookup.sh ${name}-$n -o /dev/null -w '%{http_code}\\n' https://${HOST}/v1/lookup`;
    const sent = machine.run(`n=0; while [ ! -e /tmp/end ]; do n=$((n+1)); ${one} & sleep 1; done; wait`);
    try {
      await task();
    } finally {
      await typed('touch /tmp/end');
    }
    const statuses = (await sent).out.split('\n').filter(Boolean);
    return Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]));
  }
  const unhealthy = async () =>
    (await typed(`docker compose ps --all --format '{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}'`))
      .split('\n')
      .filter((line) => !/ running (healthy)? 0$| exited {2}0$/.test(line));
  async function booksClose() {
    let books: string[] = [];
    const read = async () =>
      (books = (await typed(`docker compose exec -T postgres psql -qAt -F ' ' -U footprint -d footprint -c "${BOOKS}"`)).split(' '));
    await waitUntil(async () => new Set(await read()).size === 1, 5 * MINUTES, 1_000);
    expect(new Set(books).size, books.join(' ')).toBe(1);
  }

  beforeAll(async () => {
    machine = await Machine.start();
    await machine.online(() => makeStandIns(machine));
    const files = await execa('git', ['ls-files', '-co', '--exclude-standard'], { cwd: PROJECT_ROOT });
    await typed('cd /root; docker compose -p footprint down --volumes; rm -rf footprint; mkdir footprint');
    const checkout = path.join(machine.root, 'root/footprint');
    const archive = execa('tar', ['-cf', '-', '-T', '-'], { cwd: PROJECT_ROOT, input: files.stdout, encoding: 'buffer' });
    await archive.pipe('tar', ['-xf', '-', '-C', checkout]);
    await typed(`cd /root/footprint; ${WITHOUT_DIGESTS}`);
  });
  afterAll(() => machine?.stop());

  it('the first commands build the image, start the service from nothing, make an account and scale', async () => {
    const out = await machine.online(() => typed(runbookBlock('## With replicas: docker compose')));
    expect(out).toMatch(/"key":"svc_/);
    expect(await unhealthy()).toEqual([]);
    expect((await typed('docker compose ps --quiet worker')).split('\n')).toHaveLength(4);
    expect(await typed('stat -c %a .env')).toBe('600');
    const size = async (image: string) => Number(await typed(`docker image inspect --format '{{.Size}}' ${image}`));
    const base = namedImages().find((image) => image.startsWith('node:')) ?? '';
    expect(((await size('footprint:local')) - (await size(base))) / 1e6).toBeLessThan(OWN_MB);
  });

  it(`starts ${STARTS} times of ${STARTS} from nothing, half of them on one core`, async () => {
    await typed(`sed -i '/^WORKER_REPLICAS/d' .env`);
    for (let start = 0; start < STARTS; start += 1) {
      await typed(
        `docker compose down --volumes\n${onCores(start < STARTS / 2 ? '$(cat /sys/devices/system/cpu/online)' : '0')}\ndocker compose up --wait`,
      );
      expect(await unhealthy()).toEqual([]);
    }
    await typed(onCores('$(cat /sys/devices/system/cpu/online)'));
  });

  it('with the simulator, the catcher of mails and TLS a lookup finds who is there', async () => {
    await typed(`echo 'PROXY_TLS=tls internal' >> .env\n${runbookBlock('### With the simulator and a mail catcher')}`);
    await typed(runbookBlock('### With TLS in front').replace('--build ', ''));
    giveKey(
      /"key":"([^"]+)"/.exec(await typed('docker compose run --rm cli account create --email you@example.com --plan growth'))?.[1] ?? '',
    );
    expect(await unhealthy()).toEqual([]);
    const out = await typed(`bash /root/lookup.sh robinsample 'https://${HOST}/v1/lookup?wait=true'`);
    expect(JSON.parse(out)).toMatchObject({ platformsChecked: 2 });
  });

  it('refuses nothing while workers become three, and two again', async () => {
    const scaled = (count: number) =>
      typed(`sed -i '/^WORKER_REPLICAS/d' .env; echo WORKER_REPLICAS=${count} >> .env; docker compose up --wait`);
    const statuses = await whileSending('scale', async () => {
      await scaled(3);
      await scaled(2);
    });
    expect(Object.keys(statuses)).toEqual(['200']);
    await booksClose();
  });

  it.each(SERVICES)('loses nothing when %s is killed while lookups run', async (service) => {
    await whileSending(`kill-${service}`, () =>
      typed(`docker kill "$(docker compose ps --quiet ${service} | head -n 1)"; docker compose up --wait`),
    );
    expect(await unhealthy()).toEqual([]);
    await booksClose();
  });

  it('an upgrade refuses no request, nor does the way back', async () => {
    await typed(`echo 'LABEL upgraded=true' >> deploy/Dockerfile`);
    const [upgrade = '', back = ''] = runbookBlock('## Upgrades', 'upgrade.sh').split('\n');
    for (const command of [upgrade, back]) {
      expect(Object.keys(await whileSending(command.includes('back') ? 'back' : 'upgrade', () => typed(command)))).toEqual(['200']);
      expect(await unhealthy()).toEqual([]);
    }
    await booksClose();
  });

  it('a backup is made and restored beside the other overlays', async () => {
    await typed(`sed -i 's|^COMPOSE_FILE=.*|&:deploy/compose/backup.yml|' .env`);
    await typed(runbookBlock('### Backup and restore', 'compose stop'));
    expect(await unhealthy()).toEqual([]);
    await booksClose();
  });

  it.each(['api', 'worker'])('%s is confined, logs no identity and stops in time', async (service) => {
    const inside = (command: string) => machine.run(`docker compose exec -T ${service} ${command}`);
    expect((await inside('id -u')).out).toBe('1000');
    expect((await inside('cat /proc/1/status')).out).toMatch(/CapEff:\s0+\n.*NoNewPrivs:\s1\n.*Seccomp:\s2/s);
    for (const folder of ['/', '/app', '/etc', '/home/node'])
      expect((await inside(`touch ${folder}/written`)).out).toContain('Read-only file system');
    expect((await inside(`sh -c 'i=0; while [ $i -lt 600 ]; do sleep 9 & i=$((i+1)); done'`)).out).toMatch(/fork/i);
    expect((await inside(`node -e 'const held = []; for (;;) held.push(Buffer.alloc(1 << 26, 1))'`)).code).not.toBe(0);
    const logs = await typed('docker compose logs');
    for (const secret of [key, 'robinsample', 'kill-api-', 'upgrade-']) expect(logs).not.toContain(secret);
    const container = await typed(`docker compose ps --quiet ${service} | head -n 1`);
    await typed(`docker stop ${container}`);
    // 137 would be the kill at the end of the grace period.
    expect(await typed(`docker inspect --format '{{.State.ExitCode}}' ${container}`)).toBe('0');
    await typed('docker compose up --wait');
  });
});
