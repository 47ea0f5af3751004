import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import type { Activities } from '../../../activities/index.js';
import type { Queues } from '../../../workflows/contracts.js';

/** A client and the workers of the service over given activities, on task queues of their own. */
export interface TemporalWorkers {
  readonly client: Client;
  readonly connection: Connection;
  readonly queues: Queues;
}

export interface TemporalWorkersOptions {
  readonly address: string;
  readonly activities: Activities;
  readonly workflowBundle: WorkflowBundleWithSourceMap;
  /** Who the workers say they are; by default process and host. */
  readonly identity?: string;
}

/** Runs `use` while the engine works. */
export async function withTemporalWorkers<T>(options: TemporalWorkersOptions, use: (workers: TemporalWorkers) => Promise<T>): Promise<T> {
  const suffix = randomBytes(4).toString('hex');
  const queues: Queues = {
    lookups: `lookups-${suffix}`,
    sweeps: `sweeps-${suffix}`,
    checks: `checks-${suffix}`,
    webhooks: `webhooks-${suffix}`,
  };
  const [native, connection] = await Promise.all([
    NativeConnection.connect({ address: options.address }),
    Connection.connect({ address: options.address }),
  ]);
  const named = options.identity === undefined ? {} : { identity: options.identity };
  try {
    const common = { connection: native, activities: options.activities, shutdownGraceTime: '1 second', ...named } as const;
    const [lookups, ...others] = await Promise.all([
      Worker.create({ ...common, taskQueue: queues.lookups, workflowBundle: options.workflowBundle }),
      Worker.create({ ...common, taskQueue: queues.sweeps }),
      Worker.create({ ...common, taskQueue: queues.checks }),
      Worker.create({ ...common, taskQueue: queues.webhooks }),
    ]);
    const client = new Client({ connection, ...named });
    const run = () => use({ client, connection, queues });
    return await lookups.runUntil(others.reduce((inner, worker) => () => worker.runUntil(inner), run));
  } finally {
    await Promise.all([native.close(), connection.close()]);
  }
}
