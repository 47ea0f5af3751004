/** What the engine and the log keep of a run, as text that can be searched. */
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Client } from '@temporalio/client';
import { pino, type Logger } from 'pino';
import type { Sql } from '../../src/kernel/db/client.js';
import { checkContract, instantContract, lookupContract } from '../../workflows/contracts.js';

export interface CapturedLog {
  readonly log: Logger;
  /** Everything logged so far, the least severe lines included. */
  text(): string;
}

export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace' }, destination), text: () => lines.join('') };
}

/** All text in a message of the engine: names, values, and payloads as they are and decoded. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8'), Buffer.from(value).toString('base64')];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member, seen)]);
}

/** Everything that the engine keeps of a workflow: each event, memo, search attributes, summaries, pending activities. */
export async function engineTraces(client: Client, workflowId: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  const [history, description] = await Promise.all([handle.fetchHistory(), handle.describe()]);
  return [...textsIn(history), ...textsIn(description.raw), JSON.stringify(history), JSON.stringify(description.raw)].join('\n');
}

/** The same of what carries a lookup out: its workflow, or for a single check and an instant lookup its activity. */
export async function lookupTraces(client: Client, { id, mode }: { id: string; mode: string }): Promise<string> {
  const contract = { check: checkContract, instant: instantContract }[mode];
  if (!contract) return engineTraces(client, lookupContract.id(id));
  const { namespace } = client.options;
  const included = { includeInput: true, includeOutcome: true, includeHeartbeatDetails: true, includeLastFailure: true };
  const description = await client.workflowService.describeActivityExecution({ namespace, activityId: contract.id(id), ...included });
  return [...textsIn(description), JSON.stringify(description)].join('\n');
}

/** Every table's rows as text, as they are in a plain dump of the database. */
export async function tableTraces(sql: Sql): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const traces = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`SELECT t::text AS row FROM ${sql(name)} t`;
    traces.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return traces;
}

/** The same column by column, under `table.column`; bytes as text, as far as they are. */
export async function columnTraces(sql: Sql): Promise<Map<string, string>> {
  const columns = await sql<{ table: string; column: string; isBytes: boolean }[]>`
    SELECT table_name AS table, column_name AS column, data_type = 'bytea' AS "isBytes" FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const traces = new Map<string, string>();
  for (const { table, column, isBytes } of columns) {
    const text = isBytes ? sql`encode(${sql(column)}, 'escape')` : sql`${sql(column)}::text`;
    const [row] = await sql<{ all: string | null }[]>`SELECT string_agg(${text}, E'\n') AS all FROM ${sql(table)}`;
    traces.set(`${table}.${column}`, row?.all ?? '');
  }
  return traces;
}

/** What carried each lookup of an account out, by the lookup's id. */
export async function accountTraces(client: Client, sql: Sql, accountId: string): Promise<Map<string, string>> {
  const lookups = await sql<{ id: string; mode: string }[]>`SELECT id, mode FROM lookups WHERE account_id = ${accountId}`;
  return new Map(await Promise.all(lookups.map(async (each) => [each.id, await lookupTraces(client, each)] as const)));
}

/** The middle of a text's base64 at each of the three places where it can begin in a longer text. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(offset === 0 ? 0 : offset + 1, -2);
  });
}

/** The forms of an identity in which a trace holds it: plain and URL-encoded in any case, base64 at any offset. */
export function formsFound(trace: string, identity: string): string[] {
  const lower = trace.toLowerCase();
  const plain = [
    identity,
    encodeURIComponent(identity),
    new URLSearchParams({ q: identity }).toString().slice(2),
    JSON.stringify(identity).slice(1, -1),
  ];
  const found = plain.filter((form) => lower.includes(form.toLowerCase()));
  const encoded = [identity, identity.toLowerCase()]
    .flatMap(base64Forms)
    .filter((form) => trace.includes(form) || trace.includes(form.replaceAll('+', '-').replaceAll('/', '_')));
  return [...new Set([...found, ...encoded])];
}

/** The same, and as bytes in hexadecimal and as SHA-256 without a key: of the text, in lower case too, and with its kind before it. */
export function traceableForms(trace: string, kind: string, identity: string): string[] {
  const lower = trace.toLowerCase();
  const hex = [identity, identity.toLowerCase()].map((text) => Buffer.from(text).toString('hex')).filter((form) => lower.includes(form));
  const digests = [identity, identity.toLowerCase()]
    .flatMap((text) => [text, `${kind}:${text}`])
    .map((text) => createHash('sha256').update(text).digest());
  const found = digests.filter(
    (digest) =>
      lower.includes(digest.toString('hex')) ||
      [digest.toString('base64'), digest.toString('base64url')].some((form) => trace.includes(form.replace(/=+$/, ''))),
  );
  return [...formsFound(trace, identity), ...hex, ...found.map((digest) => `sha256 ${digest.toString('hex')}`)];
}

/** Everything that the engine keeps in a namespace: each execution of a workflow with its history. */
export async function namespaceTraces(client: Client): Promise<Map<string, string>> {
  const traces = new Map<string, string>();
  for await (const { workflowId, runId } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const text = await Promise.all([handle.fetchHistory(), handle.describe()]).then(
      ([history, description]) => [...textsIn(history), ...textsIn(description.raw)].join('\n'),
      () => '', // deleted meanwhile
    );
    traces.set(`${workflowId} ${runId}`, text);
  }
  return traces;
}
