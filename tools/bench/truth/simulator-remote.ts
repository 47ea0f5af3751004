import { waitUntil } from '../../embedded/wait-until.js';
import type { RequestReport } from '../../simulator/counters.js';
import type { FaultName } from '../../simulator/faults/index.js';
import type { FaultSetting } from '../../simulator/faults/occurrence.js';
import type { Latency } from '../../simulator/latency.js';
import type { Person } from '../../simulator/account-registry.js';

/** Controls the simulator of a harness through its control API. @param url the control API's address */
export function simulatorRemote(url: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`the simulator refused ${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    /** These faults and no others, by slug: of every request, of a share of them, or of one node of two. */
    async setFaults(faults: ReadonlyMap<string, FaultName | FaultSetting>): Promise<void> {
      await call('PUT', '/faults', { '*': null, ...Object.fromEntries(faults) });
    },
    /** Constant response times in milliseconds, by slug; the others respond at once. */
    async setLatencies(latencyMs: ReadonlyMap<string, number>): Promise<void> {
      const single = [...latencyMs].map(([slug, medianMs]): [string, Latency] => [slug, { medianMs }]);
      await call('PUT', '/latency', { '*': { medianMs: 0 }, ...Object.fromEntries(single) });
    },
    async setPeople(people: readonly Person[]): Promise<void> {
      await call('PUT', '/people', people);
    },
    requests: () => call<RequestReport>('GET', '/requests?log=0'),
    /** How often each platform was asked about each identity (`type/digest`), and for each page of its own (by path). */
    addresses: () => call<Record<string, Record<string, number>>>('GET', '/addresses'),
    resetRequests: () => call<unknown>('DELETE', '/requests'),
    /** Waits until no client is connected, so that the next one starts without open connections. @throws Error after a minute */
    async untilNobodyIsConnected(): Promise<void> {
      const isFree = async () => (await call<{ open: number }>('GET', '/health')).open === 0;
      if (!(await waitUntil(isFree, 60_000, 100))) throw new Error('connections to the simulator stayed open');
    },
  };
}

export type SimulatorRemote = ReturnType<typeof simulatorRemote>;
