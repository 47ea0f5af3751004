import { expect, test } from 'vitest';
import { runProgram } from '../../../../tools/embedded/child.js';

const node = (script: string, options: { timeoutMs?: number; env?: NodeJS.ProcessEnv } = {}) =>
  runProgram(process.execPath, ['-e', script], { timeoutMs: 20_000, ...options });

test('a program is run to its end with the environment that is given, and no other; both streams make up its last lines', async () => {
  const script = `console.log('one\\ntwo'); console.log(Object.keys(process.env).join()); console.error('three'); process.exitCode = Number(process.env.CODE)`;
  expect(await node(script, { env: { CODE: '0' } })).toMatchObject({ ok: true, out: 'one\ntwo\nCODE' });
  const failed = await node(script, { env: { CODE: '3' } });
  expect(failed).toMatchObject({ ok: false, out: 'one\ntwo\nCODE' });
  expect(failed.lastLines.split('\n').sort()).toEqual(['CODE', 'three', 'two']);
});

test('one that takes too long is killed, and one that cannot be started says why', async () => {
  const late = await node(`console.log('begun'); setInterval(() => undefined, 1_000)`, { timeoutMs: 2_000 });
  expect(late).toMatchObject({ ok: false, lastLines: expect.stringMatching(/\(ended by SIGKILL, time-out 2 s\)$/) as string });
  expect(await runProgram('/no/such/program', [], { timeoutMs: 1_000 })).toMatchObject({
    ok: false,
    out: '',
    lastLines: expect.stringContaining('ENOENT') as string,
  });
});
