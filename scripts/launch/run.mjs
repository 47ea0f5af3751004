/** Runs one program in the foreground and ends as it ends. */
import { spawn } from 'node:child_process';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @param {string[]} args arguments of `node`
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, watched?: boolean }} options `watched`: the program has an IPC channel, whose
 *   end shows it that this process has ended, and then stops by itself
 * @returns {Promise<number>} the program's exit code; 128 + n after signal n
 */
export function runNode(args, { cwd, env = process.env, watched = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: watched ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    });
    // In a terminal Ctrl-C reaches the program as well; the second copy is harmless, the programs drop near repeats.
    const handlers = FORWARDED.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler);
      resolve(code ?? 128 + signalNumber(signal));
    });
  });
}

function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[signal] ?? 1;
}
