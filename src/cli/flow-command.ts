import { Command } from 'commander';
import type { HostFlow, MemberStatus } from '../engine/flow/fleet.js';
import { isUnreachable, sumReachability } from '../engine/flow/reachability.js';
import { acceptOutput } from './output-option.js';
import { printForm, renderTable } from './output.js';
import { withStores } from './with-stores.js';

/** `footprint flow`: how the workers currently share the platforms' limits, from the database. */
export function flowCommand(): Command {
  return acceptOutput(new Command('flow'), ['table', 'json', 'csv'], 'a table; CSV has a row for each host')
    .description('show workers, queues, limits and open circuit breakers of platforms')
    .action(async () => {
      const { members, hosts } = await withStores(async ({ fleet }) => {
        const [statuses, { flows }] = await Promise.all([fleet.statuses(), fleet.pull(null)]);
        return { members: statuses, hosts: flows };
      });
      const rows = [hosts, ['host', 'egress', 'concurrency', 'openForMs']] as const;
      printForm({ table: () => renderFlow(members, hosts), json: { members, hosts }, rows });
    });
}

/** The state of flow control as tables for the terminal. */
export function renderFlow(members: readonly MemberStatus[], hosts: readonly HostFlow[]): string {
  const reachability = sumReachability(members.map((member) => member.reachability));
  const failed = [...new Set(members.flatMap(({ failedEgresses }) => failedEgresses))];
  const total = (of: (member: MemberStatus) => number): number => members.reduce((sum, member) => sum + of(member), 0);
  const waiting = new Map<string, number>();
  for (const queue of members.flatMap(({ queues }) => queues)) waiting.set(queue.host, (waiting.get(queue.host) ?? 0) + queue.waiting);
  const rows: string[][] = [];
  const known = new Set(hosts.map(({ host }) => host));
  for (const { host, egress, concurrency, openForMs } of hosts) {
    const circuit = openForMs === null ? 'closed' : openForMs === 0 ? 'open, trial due' : `open for ${Math.ceil(openForMs / 1_000)} s`;
    rows.push([host, egress, String(concurrency), String(waiting.get(host) ?? 0), circuit]);
  }
  for (const [host, count] of waiting) if (!known.has(host)) rows.push([host, '', '', String(count), 'closed']);
  return [
    `${members.length} workers: ${total((each) => each.inFlight)} requests in flight, ${total((each) => each.waiting)} waiting, ${total((each) => each.deferred)} shards deferred`,
    `last minute: ${reachability.answered} of ${reachability.sent} requests reached their platform${isUnreachable(reachability) ? ': no platform can be reached' : ''}`,
    ...(failed.length > 0 ? [`failed egresses: ${failed.join(', ')}`] : []),
    rows.length > 0
      ? renderTable(['platform host', 'egress', 'in flight at most', 'waiting', 'circuit'], rows)
      : 'Every platform is at its initial limit, and no circuit is open',
    '',
  ].join('\n');
}
