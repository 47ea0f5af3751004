import type { FaultName } from '../../simulator/faults/index.js';
import type { FaultSetting } from '../../simulator/faults/occurrence.js';
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
    /** Mail domains at which every platform says of each address that it is registered. */
    async setCatchAll(domains: readonly string[]): Promise<void> {
      await call('PUT', '/catch-all', { '*': domains });
    },
    async setPeople(people: readonly Person[]): Promise<void> {
      await call('PUT', '/people', people);
    },
    /** How often each platform was asked about each identity (`type/digest`), and for each page of its own (by path). */
    addresses: () => call<Record<string, Record<string, number>>>('GET', '/addresses'),
  };
}
