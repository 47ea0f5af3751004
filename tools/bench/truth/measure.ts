/** Runs programs to their end and measures the time they take. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measured {
  /** Wall time, in seconds. */
  readonly seconds: number;
  /** CPU time of the program and of all that it started and waited for, in seconds. */
  readonly cpuSeconds: number;
  readonly out: string;
}

/** CPU time of children that have ended, in seconds (proc(5): cutime and cstime, in ticks of 10 ms). */
function endedChildrenSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/**
 * Runs one program; nothing else that this process started may end meanwhile.
 *
 * @throws Error with its last lines of output when it fails or takes longer than `timeoutMs`
 */
export async function measure(
  program: string,
  args: readonly string[],
  options: { env: Readonly<Record<string, string>>; cwd: string; timeoutMs: number },
): Promise<Measured> {
  const cpuBefore = endedChildrenSeconds();
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  });
  let out = '';
  let all = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
    all += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    all += chunk;
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  });
  const seconds = (performance.now() - started) / 1_000;
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}: ${all.trim().split('\n').slice(-5).join('\n')}`);
  return { seconds, cpuSeconds: endedChildrenSeconds() - cpuBefore, out };
}
