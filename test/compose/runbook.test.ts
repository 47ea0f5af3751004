/** The commands of the runbook, typed as they stand there into a machine with Docker and a checkout, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { namedImages } from '../../tools/deploy/machine/stand-ins.js';
import { runbookBlock } from '../support/runbook.js';
import { ALL_CORES, HOST, Installation, MINUTES, onCores } from './installation.js';

const STARTS = Number(process.env['DEPLOY_STARTS'] ?? 10);
const SERVICES = ['worker', 'api', 'proxy', 'temporal', 'postgres'];
/** What the image adds to its base, of which the real one has some 225. */
const OWN_MB = 240;
/** What each site takes, and how many are asked at once, while a lookup of every platform is to last. */
const SLOWLY = { ms: 2_000, atOnce: 32 };
const sitesTake = (ms: number) => `docker compose exec -T simulator node --input-type=module - <<'JS'
await fetch('http://127.0.0.1:8898/latency', { method: 'PUT', body: JSON.stringify({ '*': { medianMs: ${ms} } }) });
JS`;
/** What an operator has who receives webhooks in a network of his own, under an authority of his own. */
const RECEIVER = `mkdir receiver
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout receiver/key.pem -out receiver/ca.pem -subj /CN=receiver \\
  -addext subjectAltName=DNS:hooks.example.com
chmod 755 receiver; chmod 644 receiver/*
for each in WEBHOOK_ALLOWED_NETWORKS=172.16.0.0/12,192.168.0.0/16 WEBHOOK_CA_FILE=/receiver/ca.pem; do echo "$each" >> .env; done
sed -i 's|^COMPOSE_FILE=.*|&:test/compose/receiver.yml|' .env
docker compose up --wait`;

describe('docker compose, by the runbook', () => {
  let at: Installation;
  let key: string;
  const typed = (script: string) => at.typed(script);
  const client = `curl -sk --fail-with-body --resolve ${HOST}:443:127.0.0.1 -H 'content-type: application/json'`;

  beforeAll(async () => {
    at = await Installation.make();
  });
  afterAll(() => at?.machine.stop());

  it('the first commands build the image, start the service from nothing, make an account and scale', async () => {
    const out = await at.machine.online(() => typed(runbookBlock('## With replicas: docker compose')));
    expect(out).toMatch(/"key":"svc_/);
    expect(await at.unhealthy()).toEqual([]);
    expect((await typed('docker compose ps --quiet worker')).split('\n')).toHaveLength(4);
    expect(await typed('stat -c %a .env')).toBe('600');
  });

  it('the image is small', async ({ annotate }) => {
    const size = async (image: string) => Number(await typed(`docker image inspect --format '{{.Size}}' ${image}`)) / 1e6;
    const [image, base] = [await size('footprint:local'), await size(namedImages().find((name) => name.startsWith('node:')) ?? '')];
    await annotate(`${image.toFixed()} MB, of which the base has ${base.toFixed()}`);
    expect(image - base).toBeLessThan(OWN_MB);
  });

  it(`starts ${STARTS} times of ${STARTS} from nothing, half of them on one core`, async ({ annotate }) => {
    await typed(`sed -i '/^WORKER_REPLICAS/d' .env`);
    for (let start = 0; start < STARTS; start += 1) {
      const cores = start < STARTS / 2 ? ALL_CORES : '0';
      await typed(`docker compose down --volumes\n${onCores(cores)}`);
      const began = performance.now();
      await typed('docker compose up --wait');
      await annotate(`${cores === '0' ? 'one core' : 'all cores'}: ${((performance.now() - began) / 1_000).toFixed()} s`);
      expect(await at.unhealthy()).toEqual([]);
    }
    await typed(onCores(ALL_CORES));
  });

  it('with the simulator, the catcher of mails and TLS a lookup finds who is there', async () => {
    await typed(`for each in 'PROXY_TLS=tls internal' PROBE_CONCURRENCY=${SLOWLY.atOnce}; do echo "$each" >> .env; done`);
    await typed(runbookBlock('### With the simulator and a mail catcher'));
    await typed(runbookBlock('### With TLS in front').replace('--build ', ''));
    const account = await typed(
      'docker compose run --rm cli account create --email you@example.com --plan growth --scopes lookups webhooks',
    );
    key = /"key":"([^"]+)"/.exec(account)?.[1] ?? '';
    at.giveKey(key);
    expect(await at.unhealthy()).toEqual([]);
    const out = await typed(`bash /root/lookup.sh robinsample 'https://${HOST}/v1/lookup?wait=true'`);
    expect(JSON.parse(out)).toMatchObject({ platformsChecked: 2 });
  });

  it('a mailed code arrives and signs in', async () => {
    const browser = `${client} -b /tmp/jar -c /tmp/jar -H 'sec-fetch-site: same-origin'`;
    await typed(`${browser} -d '{"email":"you@example.com"}' https://${HOST}/dashboard/api/sign-in/code`);
    let code = '';
    const arrived = async () => {
      const { out } = await at.machine.run(`curl -sf http://127.0.0.1:8025/view/latest.txt`);
      return (code = /#code=(\d+)/.exec(out)?.[1] ?? '') !== '';
    };
    await waitUntil(arrived, 5 * MINUTES, 1_000);
    await typed(`${browser} -d '{"code":"${code}"}' https://${HOST}/dashboard/api/sign-in`);
    expect(await typed(`${browser} https://${HOST}/dashboard/api/me`)).toContain('you@example.com');
  });

  it('an event reaches a receiver, with a signature that verifies', async () => {
    await typed(RECEIVER);
    const authorised = `${client} -H 'authorization: Bearer ${key}'`;
    const endpoint = '{"url":"https://hooks.example.com:8443/","eventTypes":["lookup.completed"]}';
    const added = await typed(`${authorised} -d '${endpoint}' https://${HOST}/v2/webhooks/endpoints`);
    const { secret } = JSON.parse(added) as { secret: string };
    const lookup = await typed(`bash /root/lookup.sh webhook-1 'https://${HOST}/v1/lookup?wait=true'`);
    const { lookupId } = JSON.parse(lookup) as { lookupId: string };
    const received = (name: string) => at.machine.run(`docker compose exec -T receiver cat /tmp/${name}`);
    await waitUntil(async () => (await received('signature')).code === 0, 5 * MINUTES, 1_000);
    const signature = (await received('signature')).out;
    const verifies = async (change: string) => {
      const verify = `FOOTPRINT_API_KEY=none bash docs/examples/quickstart/quickstart.sh verify '${signature}' '${secret}'`;
      return (await at.machine.run(`docker compose exec -T receiver cat /tmp/body | ${change} | ${verify}`)).code === 0;
    };
    expect([await verifies('cat'), await verifies('tr 1 2')]).toEqual([true, false]);
    expect(JSON.parse((await received('body')).out)).toMatchObject({ type: 'lookup.completed', data: { lookupId } });
  });

  it('refuses nothing, and loses nothing of a lookup of every platform, while workers become three, and two again', async () => {
    await typed(sitesTake(SLOWLY.ms));
    const accepted = await typed(`DEEP=1 bash /root/lookup.sh everywhere https://${HOST}/v1/lookup`);
    const { lookupId } = JSON.parse(accepted) as { lookupId: string };
    const row = `FROM lookups WHERE id = '${lookupId}'`;
    const known = `SELECT state, (SELECT count(DISTINCT platform) FROM lookup_results WHERE lookup_id = id) ${row}`;
    const begun = async () => {
      const [state, platforms] = await at.sql(known);
      return state === 'running' && Number(platforms) > 0;
    };
    await waitUntil(begun, 5 * MINUTES, 1_000);
    const statuses = await at.whileSending('scale', async () => {
      await at.scale(3);
      // The third worker found it unfinished, and so does the end of that worker.
      expect(await begun()).toBe(true);
      await at.scale(2);
      await typed(sitesTake(0));
    });
    expect(Object.keys(statuses)).toEqual(['200']);
    await at.booksClose();
    const [planned] = await at.sql(`SELECT jsonb_array_length(plan->'targets') ${row}`);
    expect(await at.sql(known)).toEqual(['finished', planned]);
    expect(await at.sql(`SELECT count(*) FROM usage_ledger WHERE lookup_id = '${lookupId}'`)).toEqual(['1']);
  });

  it.each(SERVICES)('loses nothing when %s is killed while lookups run', async (service) => {
    await at.whileSending(`kill-${service}`, () =>
      typed(`docker kill "$(docker compose ps --quiet ${service} | head -n 1)"; docker compose up --wait`),
    );
    expect(await at.unhealthy()).toEqual([]);
    await at.booksClose();
  });

  it('an upgrade refuses no request, nor does the way back', async () => {
    await typed(`echo 'LABEL upgraded=true' >> deploy/Dockerfile`);
    const [upgrade = '', back = ''] = runbookBlock('## Upgrades', 'upgrade.sh').split('\n');
    for (const command of [upgrade, back]) {
      const statuses = await at.whileSending(command.includes('back') ? 'back' : 'upgrade', () => typed(command));
      expect(Object.keys(statuses)).toEqual(['200']);
      expect(await at.unhealthy()).toEqual([]);
    }
    await at.booksClose();
  });

  it('a backup is made and restored beside the other overlays', async () => {
    await typed(`sed -i 's|^COMPOSE_FILE=.*|&:deploy/compose/backup.yml|' .env`);
    await typed(runbookBlock('### Backup and restore', 'compose stop'));
    expect(await at.unhealthy()).toEqual([]);
    await at.booksClose();
  });

  it.each(['api', 'worker'])('%s is confined, logs no identity and stops in time', async (service) => {
    const inside = (command: string) => at.machine.run(`docker compose exec -T ${service} ${command}`);
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
