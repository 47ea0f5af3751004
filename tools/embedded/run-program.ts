import { spawn } from 'node:child_process';

export interface ProgramResult {
  readonly ok: boolean;
  /** Standard output. */
  readonly out: string;
  /** The last three lines of both streams, or why it could not be started. */
  readonly lastLines: string;
}

/**
 * Runs a program to its end. Never rejects.
 * @param timeoutMs milliseconds after which it is killed
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { timeoutMs: number; env?: NodeJS.ProcessEnv; cwd?: string },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      env: options.env ?? process.env,
      cwd: options.cwd,
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
    const last = () => all.trim().split('\n').slice(-3).join('\n');
    child.once('error', (error) => resolve({ ok: false, out, lastLines: error.message }));
    child.once('close', (code, signal) => {
      resolve({
        ok: code === 0,
        out,
        lastLines: signal ? `${last()} (ended by ${signal}, time-out ${options.timeoutMs / 1000} s)` : last(),
      });
    });
  });
}
