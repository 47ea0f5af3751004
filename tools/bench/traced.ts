import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpuMs, type Harness, startHarness } from './harness.js';
import { ratio, table } from './stats.js';

const PROCESSES = ['api', 'worker', 'temporal'] as const;
type CpuMs = Readonly<Record<(typeof PROCESSES)[number], number>>;

/** Without and with traces, and in the other order: what else the machine does must not count for one of them. */
const ORDER = [false, true, true, false];

export interface TracedLoad {
  readonly sites: number;
  readonly latency: Parameters<Harness['setLatency']>[0];
  readonly lookups: number;
  /** Runs them, and waits until they are finished. @param name no other run's */
  readonly run: (harness: Harness, name: string) => Promise<unknown>;
}

/** A collector that takes everything. @returns its address and the bytes it was sent */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => (bytes += part.byteLength));
    request.on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

/** CPU time of each process under the load. @param collector address of a collector; undefined: traces are off */
async function cpuUnder({ sites, latency, run }: TracedLoad, collector: string | undefined): Promise<CpuMs> {
  const env: Readonly<Record<string, string>> = collector === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  const harness = await startHarness({ sites, latency: { medianMs: 0, sigma: 0, capMs: 0 }, env });
  try {
    await run(harness, 'warm');
    await harness.setLatency(latency);
    const used = (): number[] => PROCESSES.map((name) => cpuMs(harness.pids[name]));
    const before = used();
    await run(harness, 'measured');
    const after = used();
    return Object.fromEntries(PROCESSES.map((name, index) => [name, (after[index] ?? 0) - (before[index] ?? 0)])) as CpuMs;
  } finally {
    await harness.stop();
  }
}

/** What traces cost: CPU time of a lookup in each process, twice without and twice with a collector. */
export async function tracedTable(load: TracedLoad): Promise<string> {
  const collector = await startCollector();
  try {
    const sums = { off: { api: 0, worker: 0, temporal: 0 }, on: { api: 0, worker: 0, temporal: 0 } };
    for (const isOn of ORDER) {
      const used = await cpuUnder(load, isOn ? collector.url : undefined);
      for (const name of PROCESSES) sums[isOn ? 'on' : 'off'][name] += used[name];
    }
    const count = (ORDER.length / 2) * load.lookups;
    const total = (cpu: CpuMs): number => PROCESSES.reduce((sum, name) => sum + cpu[name], 0);
    const row = (title: string, cpu: CpuMs): string[] => [
      title,
      ...PROCESSES.map((name) => `${(cpu[name] / count).toFixed(1)} ms`),
      ratio(total(cpu) / total(sums.off)),
      cpu === sums.on ? `${Math.round(collector.bytes() / (ORDER.length * load.lookups))} B` : '–',
    ];
    return table(
      [`CPU of a lookup of ${load.sites} platforms at 2/s`, ...PROCESSES, 'all, to without', 'sent'],
      [row('without traces', sums.off), row('with traces', sums.on)],
    );
  } finally {
    await collector.close();
  }
}
