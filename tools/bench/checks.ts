import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { startDnsServer, type DnsTable } from '../../test/support/dns-server.js';
import { bareActivities } from './bare-activities.js';
import { startHarness, type Harness } from './harness.js';
import { ms, openLoop, summary, table } from './stats.js';

const PER_MINUTE = 600;
const COUNT = 300;
/** Warm-up requests, until Node's compilers have settled: the first hundred are several times slower, and times improve for a minute. */
const WARM = 600;

/** Hosting, access, mobile and special addresses, IPv6 among them, and addresses of all over the Internet. */
const ADDRESSES: readonly string[] = [
  '8.8.8.8',
  '1.1.1.1',
  '185.220.101.1',
  '167.99.1.1',
  '52.95.110.1',
  '73.15.20.1',
  '172.56.10.1',
  '2001:4860:4860::8888',
  '127.0.0.1',
  '10.0.0.1',
  ...Array.from({ length: 190 }, (_, index) =>
    [((index * 37) % 190) + 20, (index * 91) % 256, (index * 53) % 256, ((index * 17) % 254) + 1].join('.'),
  ),
];
const NUMBERS: readonly string[] = [
  '+12025550123',
  '+442079460000',
  '+447400123456',
  '+4915112345678',
  '+919876543210',
  '+5511987654321',
  '+33970123456',
  '+815012345678',
  '+18005551212',
  '+447700900123',
];

/** Mail domains as bad as they come: name servers that are slow or silent, mail servers that never greet. */
const SLOW_EMAIL: DnsTable = {
  'slow-names.example': { MX: [{ preference: 10, exchange: 'mx.slow-names.example' }], delayMs: 700 },
  'mx.slow-names.example': { A: ['127.0.0.1'], delayMs: 700 },
  'silent-names.example': 'DROP',
  'silent-mail.example': { MX: [{ preference: 10, exchange: 'mx.silent-mail.example' }] },
  'mx.silent-mail.example': { A: ['127.0.0.1'] },
  example: { NS: ['ns.nic.example'] },
};

type Row = readonly [string, string, string, string, string];

/** Single checks at ten a second through the whole service, compared with one Temporal activity that does nothing. */
export async function benchChecks(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'footprint-bench-home-'));
  const names = await startDnsServer(SLOW_EMAIL);
  const mutedEmail = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => mutedEmail.listen(0, '127.0.0.1', resolve));
  const harness = await startHarness({
    sites: 5,
    latency: { medianMs: 0, sigma: 0, capMs: 0 },
    env: {
      FOOTPRINT_HOME: home,
      RDAP: 'false',
      DNS_SERVERS: names.address,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_PROBE: 'true',
      SMTP_PROBE_PORT: String((mutedEmail.address() as AddressInfo).port),
    },
  });
  try {
    const domains = ['slow-names.example', 'silent-names.example', 'silent-mail.example'];
    const rows: Row[] = [
      ...(await bareRows(harness.temporalAddress)),
      await checkRow(harness, 'POST /v1/ip', '/v1/ip', (index) => ({ ip: ADDRESSES[index % ADDRESSES.length] })),
      await checkRow(harness, 'POST /v1/phone', '/v1/phone', (index) => ({ phone: NUMBERS[index % NUMBERS.length] })),
      await checkRow(harness, 'POST /v1/email, DNS and SMTP slow or silent', '/v1/email', (index) => ({
        email: `ada-${index}@${domains[index % domains.length]}`,
      })),
    ];
    return table(['ten a second', 'N', 'p50', 'p99', 'max'], rows);
  } finally {
    await harness.stop();
    await names.close();
    mutedEmail.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** @param bodyOf the n-th request; every fact has to be there, or the check counts as unanswered */
async function checkRow(harness: Harness, title: string, path: string, bodyOf: (index: number) => object): Promise<Row> {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => harness.account()));
  const check = (index: number) => harness.post(path, (accounts[index % accounts.length] as { key: string }).key, bodyOf(index));
  await openLoop(WARM, PER_MINUTE, check);
  const answers = await openLoop(COUNT, PER_MINUTE, check);
  await harness.settled();
  const refused = answers.filter(({ status }) => status !== 200).length;
  if (refused > 0) throw new Error(`${refused} of ${COUNT} requests to ${path} were refused`);
  const field = `${path.slice('/v1/'.length)}Details`;
  const unanswered = answers.filter(({ body }) => body[field] === null).length;
  const { n, p50, p99, max } = summary(answers.map((answer) => answer.ms));
  return [unanswered === 0 ? title : `${title} (${unanswered} null)`, String(n), ms(p50), ms(p99), ms(max)];
}

/** Baseline: a workflow with one activity, ordinary and local, and an activity alone, run by a client on the same server. */
async function bareRows(address: string): Promise<Row[]> {
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const worker = await Worker.create({
    connection: native,
    taskQueue: 'bare',
    activities: bareActivities,
    workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
  });
  const workflow = (type: string) => (id: string) => client.workflow.execute(type, { workflowId: id, taskQueue: 'bare', args: [] });
  const activity = (id: string) =>
    client.activity
      .typed<typeof bareActivities>()
      .execute('finish', { id, taskQueue: 'bare', startToCloseTimeout: '10 seconds', args: [] });
  const row = async (title: string, carryOut: (id: string) => Promise<unknown>): Promise<Row> => {
    const run =
      (series: string) =>
      async (index: number): Promise<number> => {
        const started = performance.now();
        await carryOut(`${title}, ${series} ${index}`);
        return performance.now() - started;
      };
    await openLoop(WARM, PER_MINUTE, run('warm'));
    const { n, p50, p99, max } = summary(await openLoop(COUNT, PER_MINUTE, run('timed')));
    return [title, String(n), ms(p50), ms(p99), ms(max)];
  };
  try {
    return await worker.runUntil(async () => [
      await row('bare workflow with one ordinary activity', workflow('bareOrdinary')),
      await row('bare workflow with one local activity', workflow('bareLocal')),
      await row('bare activity without a workflow', activity),
    ]);
  } finally {
    await connection.close();
    await native.close();
  }
}
