import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StateDir } from '../../../tools/embedded/state-dir.js';
import { identify, isSameProcess } from '../../../tools/embedded/process-table.mjs';
import { startTemporal, type TemporalServer } from '../../../tools/embedded/temporal.js';
import { timeSkippingServer } from '../../../tools/embedded/test-stack.js';
import { temporaryHome } from './temporary-home.js';

async function started(home: StateDir): Promise<TemporalServer> {
  const server = await startTemporal({ home, searchAttributes: { FootprintTest: 'Keyword' } });
  onTestFinished(() => server.stop());
  return server;
}

async function connect(server: TemporalServer): Promise<Client> {
  const connection = await Connection.connect({ address: server.address });
  onTestFinished(() => connection.close());
  return new Client({ connection });
}

describe('embedded Temporal', () => {
  test('keeps workflows across kill -9 and across a clean stop, on the same port', async () => {
    const home = temporaryHome();
    const first = await started(home);
    const start = async (server: TemporalServer, workflowId: string) =>
      (await connect(server)).workflow.start('anything', { taskQueue: 'none', workflowId });
    await start(first, 'lookup/one');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await started(home);
    expect(second.address).toBe(first.address);
    await start(second, 'lookup/two');
    await second.stop();
    const client = await connect(await started(home));
    for (const id of ['lookup/one', 'lookup/two']) {
      expect((await client.workflow.getHandle(id).describe()).status.name).toBe('RUNNING');
    }
  });

  test('ends a server that a killed supervisor left on the same file, whatever is recorded', async () => {
    const home = temporaryHome();
    const first = await started(home);
    const orphan = identify(first.pid);
    rmSync(path.join(home.run, 'temporal.json'));
    const second = await started(home);
    expect(orphan && isSameProcess(orphan)).toBe(false);
    expect(second.pid).not.toBe(first.pid);
  });

  test('registers search attributes, keeps what is finished for a week and shows a UI', async () => {
    const server = await started(temporaryHome());
    const { connection } = await connect(server);
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
    expect(Object.keys(customAttributes ?? {})).toContain('FootprintTest');
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 86_400);
    expect((await fetch(server.uiUrl)).status).toBe(200);
  });

  test('a damaged file ends in one sentence that says what to do', async () => {
    const home = temporaryHome();
    writeFileSync(path.join(home.dir, 'temporal.db'), 'this is not a database, it only stands where one was '.repeat(100));
    await expect(startTemporal({ home })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('is damaged: move it away'),
    });
  });

  test('the time-skipping test server is found', async () => {
    expect(existsSync(await timeSkippingServer())).toBe(true);
  });
});
