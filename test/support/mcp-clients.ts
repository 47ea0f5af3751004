/** Clients of the Model Context Protocol that start `footprint mcp`: of its present revision, of 2025, in Python, and none at all. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SCOPES } from '../../src/features/accounts/api-keys.js';
import type { PlanName } from '../../src/features/accounts/plans.js';
import type { Service } from './service.js';
import { runProgram } from '../../tools/embedded/child.js';
import { entryArguments, PROJECT } from '../../tools/embedded/program.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';

export const MCP_TOOLS = ['check', 'list_history', 'list_platforms', 'lookup', 'read_lookup'];

export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: Record<string, unknown> | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}
export interface Run {
  /** Revision of the protocol. */
  readonly version: string;
  readonly tools: readonly string[];
  readonly results: readonly ToolResult[];
}
export type Call = readonly [tool: string, input: Record<string, unknown>];
export interface Connection {
  readonly url: string;
  readonly key: string;
}

function startOf({ url, key }: Connection) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', FOOTPRINT_URL: url, FOOTPRINT_API_KEY: key };
  return { command: process.execPath, args: entryArguments('cli', ['mcp']), env, cwd: PROJECT };
}

/** What starts the server of an agent, or where it is: over HTTP the API serves it. */
export type Over = 'stdio' | 'http';

const addressOf = ({ url, key }: Connection) =>
  [new URL('/mcp', url), { requestInit: { headers: { authorization: `Bearer ${key}` } } }] as const;

/** A connected client of the present revision. */
export async function connectAgent(connection: Connection, over: Over = 'stdio'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const http = () => new StreamableHTTPClientTransport(...addressOf(connection));
  await client.connect(over === 'http' ? http() : new StdioClientTransport(startOf(connection)));
  return client;
}

export const callTool = async (client: Client, [name, input]: Call): Promise<ToolResult> =>
  (await client.callTool({ name, arguments: input })) as ToolResult;

async function runPresent(connection: Connection, calls: readonly Call[], over?: Over): Promise<Run> {
  const client = await connectAgent(connection, over);
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const results: ToolResult[] = [];
  for (const call of calls) results.push(await callTool(client, call));
  const version = client.getNegotiatedProtocolVersion() ?? '';
  await client.close();
  return { version, tools, results };
}

/** It keeps the revision to itself: what its transport is told after the handshake. */
async function runOld(connection: Connection, calls: readonly Call[], over?: Over): Promise<Run> {
  const client = new OldClient({ name: 'test', version: '1' });
  const old = over === 'http' ? new OldHttpTransport(...addressOf(connection)) : new OldTransport(startOf(connection));
  const transport = Object.assign(old, {
    version: '',
    setProtocolVersion(version: string) {
      this.version = version;
    },
  });
  await client.connect(transport as never);
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const results: ToolResult[] = [];
  for (const [name, input] of calls) results.push((await client.callTool({ name, arguments: input })) as ToolResult);
  await client.close();
  return { version: transport.version, tools, results };
}

const PYTHON = `
import asyncio, json, sys
from mcp import Client, StdioServerParameters
async def main():
    run = json.load(open(sys.argv[1]))
    async with Client(StdioServerParameters(**run['start'])) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = [(await client.call_tool(name, args)).model_dump(by_alias=True, mode='json') for name, args in run['calls']]
        print(json.dumps({'version': str(client.protocol_version), 'tools': tools, 'results': results}))
asyncio.run(main())
`;

async function runPython(connection: Connection, calls: readonly Call[]): Promise<Run> {
  const python = join(await pythonEnvironment({ name: 'mcp-2.3.0', packages: ['mcp==2.3.0'] }), 'python');
  const folder = mkdtempSync(join(tmpdir(), 'mcp-python-'));
  writeFileSync(join(folder, 'run.py'), PYTHON);
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ start: startOf(connection), calls }));
  const { ok, out, lastLines } = await runProgram(python, [join(folder, 'run.py'), join(folder, 'run.json')], { timeoutMs: 120_000 });
  rmSync(folder, { recursive: true, force: true });
  if (!ok) throw new Error(lastLines);
  return JSON.parse(out) as Run;
}

/** Clients that need no other process, over HTTP. By name, as `CLIENTS`. */
export const HTTP_CLIENTS = { 'its own client': runPresent, 'a client of 2025': runOld } as const;

/** By name: lists the tools, makes the calls one after the other, and ends. */
export const CLIENTS = { 'its own client': runPresent, 'a client of 2025': runOld, 'the Python client': runPython } as const;

/** A new account with a key for an agent. @param more limits of the key, and its scopes */
export async function agentOf(service: Service, more: object = { monthlyLookups: 100 }, plan: PlanName = 'growth') {
  const { accountId, key: owner } = await service.account(plan, { scopes: SCOPES });
  const { body } = await service.call('POST', '/v2/account/keys', { key: owner, body: more });
  return { accountId, url: service.url, key: (body as { key: string }).key };
}

/** @throws when the tool failed */
export function factsOf({ structuredContent, isError, content }: ToolResult): never {
  if (isError) throw new Error(content[0]?.text);
  return structuredContent as never;
}
export const textOf = ({ content }: ToolResult): string => content.map(({ text = '' }) => text).join('\n');

/** The server without a client: what it writes, byte by byte. */
export function startRaw(connection: Connection, args: readonly string[] = []) {
  const { command, args: program, env, cwd } = startOf(connection);
  const child: ChildProcessWithoutNullStreams = spawn(command, [...program, ...args], { env, cwd, stdio: 'pipe' });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (written.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (written.stderr += part.toString()));
  return {
    written,
    send: (message: object | string) =>
      void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    /** Closes its input. @returns its exit code */
    async end(): Promise<number | null> {
      const closed = once(child, 'close') as Promise<[number | null]>;
      if (child.exitCode === null) child.stdin.end();
      return child.exitCode ?? (await closed)[0];
    },
    /** Every line of standard output as a message. @throws when one is none */
    messages: () =>
      written.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { jsonrpc?: string; id?: number; result?: unknown }),
  };
}
