/** The conformance suite of the Model Context Protocol, and what stands between it and the API. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runProgram } from '../../tools/embedded/child.js';
import { startStub } from './connectors.js';
import type { WorkingService } from './http/working-service.js';
import type { Call, Connection } from './mcp-clients.js';
import { nodeOf, npmPackages } from './npm-packages.js';

const SUITE = '@modelcontextprotocol/conformance';
const VERSION = '0.2.0-alpha.12';
/** It needs 22 or newer. */
const NODE = '24.22.3';

export interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/**
 * Runs the suite against a server.
 *
 * @param which `--requirements` and a revision, or a scenario
 * @returns the checks of each scenario
 */
export async function runConformance(url: string, which: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>> {
  const [node, packages] = await Promise.all([
    nodeOf(NODE),
    npmPackages({ name: `mcp-conformance-${VERSION}`, packages: [`${SUITE}@${VERSION}`] }),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  const program = join(packages, SUITE, 'dist/index.js');
  const args = ['server', '--url', url, ...which, '--output-dir', folder];
  try {
    const { out, lastLines } = await runProgram(node, [program, ...args], { timeoutMs: 600_000 });
    const results = readdirSync(folder).map((name) => {
      const scenario = name.replace(/^server-|-\d{4}-\d\d-\d\dT[\w-]+$/g, '');
      return [scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as readonly Check[]] as const;
    });
    if (results.length === 0) throw new Error(`the suite did not run: ${out}${lastLines}`);
    return new Map(results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long platforms take, in milliseconds: what has to be a task, at least its two seconds. */
const SLOW_MS = 4_000;
const STEP_MS = 300;

/** Our tools as the suite's reference server has them. @param latency of the platform at that place */
type Alias = (input: Record<string, unknown>) => { readonly call: Call; readonly latency?: (place: number) => number };

/**
 * Passes on what the suite sends, which knows no key, and gives it our tools under the names of its reference server.
 *
 * @returns the address of the suite's server; `connect` says what is behind it
 */
export async function startGate() {
  let target: { readonly agent: Connection; readonly service: WorkingService } | undefined;
  let people = 0;
  /** Somebody of whom nothing is stored. */
  const lookup = (): Call => ['lookup', { usernames: [`robin-${people++}`], platforms: [...(target?.service.sites.slugs ?? [])] }];
  const brief: Alias = () => ({ call: ['list_platforms', { limit: 1 }] });
  const slow: Alias = () => ({ call: lookup(), latency: () => SLOW_MS });
  const aliases: Readonly<Record<string, Alias>> = {
    greet: brief,
    confirm_delete: brief,
    test_simple_text: brief,
    test_logging_tool: brief,
    test_streaming_elicitation: brief,
    test_error_handling: () => ({ call: ['read_lookup', { lookupId: 'lkp_00000000000000000000000000' }] }),
    test_tool_with_progress: () => ({ call: lookup(), latency: (place) => place * STEP_MS }),
    slow_compute: ({ seconds }) => ({ call: lookup(), latency: () => (seconds === 0 ? 0 : SLOW_MS) }),
    failing_job: slow,
  };

  /** The message with the tool's own name. @returns null: it names none of those */
  function translated(body: Buffer): { readonly body: Buffer; readonly from: string; readonly to: string } | null {
    const { params, ...message } = parsed(body);
    const from = String(params?.['name']);
    const alias = message['method'] === 'tools/call' ? aliases[from] : undefined;
    if (!alias) return null;
    const { call, latency } = alias((params?.['arguments'] ?? {}) as Record<string, unknown>);
    const { slugs = [], simulator } = target?.service.sites ?? {};
    // One that asks no platform leaves the others' lookups as slow as they are.
    if (latency) for (const [place, slug] of [...slugs].entries()) simulator?.setLatency(slug, { medianMs: latency(place) });
    const named = { ...message, params: { ...params, name: call[0], arguments: call[1] } };
    return { body: Buffer.from(JSON.stringify(named)), from, to: call[0] };
  }

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (!target) throw new Error('there is nothing behind the gate');
    const sent = await buffer(asked);
    const { body = sent, from, to } = translated(sent) ?? {};
    const headers = asked.rawHeaders.map((each, index) => {
      const name = asked.rawHeaders[index - 1]?.toLowerCase();
      if (index % 2 === 0) return each;
      if (name === 'content-length') return String(body.length);
      return name === 'mcp-name' && each === from && to !== undefined ? to : each;
    });
    headers.push('authorization', `Bearer ${target.agent.key}`);
    const { hostname, port } = new URL(target.agent.url);
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 500, received.rawHeaders);
      received.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    passed.end(body);
  }

  const stub = await startStub((asked, answer) => void pass(asked, answer));
  return { ...stub, connect: (service: WorkingService, agent: Connection) => (target = { service, agent }) };
}

function parsed(body: Buffer): { params?: Record<string, unknown> } & Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
