import {
  NativeConnection,
  Worker,
  type WorkerOptions,
  type ActivityExecuteInput,
  type ActivityInboundCallsInterceptor,
  type Next,
} from '@temporalio/worker';
import { AnonymousFailures } from '../../activities/runtime/failures.js';
import type { Activities } from '../../activities/index.js';
import { connectionOptions, type TemporalOptions } from '../kernel/temporal/connection.js';
import { workflowBundle } from './workflow-bundle.js';
import { activityInfo } from '@temporalio/activity';
import { defaultPayloadConverter, type WorkerDeploymentVersion } from '@temporalio/common';
import { TEMPORAL_PRIORITY } from '../features/lookups/lookup.js';
import { PRIORITY_HEADER, QUEUES, type Queues } from '../../workflows/contracts.js';

export interface WorkersOptions extends TemporalOptions {
  readonly activities: Activities;
  readonly queues?: Queues;
  /** Which of them; default: all. */
  readonly serves?: 'all' | 'lookups' | 'webhooks';
  /** The version of these workers; null when they have none. */
  readonly version: WorkerDeploymentVersion | null;
  /** Runs what no caller waits for; default: like everything else. */
  readonly inBackground?: RunInBackground;
  /** Around all others. */
  readonly outermost?: ActivityInboundCallsInterceptor | undefined;
  /** Called with the id of a lookup, or mail, whose execution ends because its row does not exist. */
  readonly onRowMissing?: (id: string) => void;
  /** Activities of a kind at once; a shard is one activity. */
  readonly concurrentActivities?: number;
}

export interface Workers {
  /** Runs until `shutdown` was called and everything under way has ended. @throws when a worker fails for good */
  run(): Promise<void>;
  shutdown(): void;
}

/** Shards of deep sweeps at once. Small ones mostly wait for one slow platform; of large ones few checks run (`probes/probe-shard.ts`). */
const MAX_SWEEP_SHARDS = 160;

/** Workers on one connection: for workflows and high-priority activities, shards of deep sweeps, single checks, and deliveries. */
export async function createWorkers(options: WorkersOptions): Promise<Workers> {
  const { queues = QUEUES, serves = 'all', outermost } = options;
  const connection = await NativeConnection.connect(connectionOptions(options));
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: options.namespace,
    activities: options.activities,
    interceptors: {
      activity: [
        ...(outermost ? [() => ({ inbound: outermost })] : []),
        () => ({ inbound: new AnonymousFailures(options.onRowMissing) }),
        () => ({ inbound: new BackgroundActivities(options.inBackground ?? ((work) => work())) }),
      ],
    },
    maxConcurrentActivityTaskExecutions: options.concurrentActivities ?? 200,
    maxHeartbeatThrottleInterval: '500 milliseconds',
    defaultHeartbeatThrottleInterval: '500 milliseconds',
    shutdownGraceTime: '2 seconds',
    ...(options.version && {
      workerDeploymentOptions: {
        version: options.version,
        useWorkerVersioning: true,
        // What may run for days; a lookup says otherwise (`workflows/lookup.ts`).
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    }),
  };
  const create = async (kind: 'lookups' | 'webhooks', more: Pick<WorkerOptions, 'taskQueue'> & Partial<WorkerOptions>) =>
    serves === 'all' || serves === kind ? Worker.create({ ...common, ...more }) : null;
  const created = await Promise.all([
    create('lookups', {
      workflowBundle: { codePath: await workflowBundle() },
      taskQueue: queues.lookups,
      // After a crash, tasks wait this long for the dead worker's cache (docs/adr, "recovery from kill -9").
      stickyQueueScheduleToStartTimeout: '500 milliseconds',
      maxCachedWorkflows: 500,
      reuseV8Context: true,
      // Modules of lookups without a sweep wait for their sources here; plans and finishes must not wait for them.
      maxConcurrentLocalActivityExecutions: 500,
    }),
    create('lookups', {
      taskQueue: queues.sweeps,
      maxConcurrentActivityTaskExecutions: options.concurrentActivities ?? MAX_SWEEP_SHARDS,
    }),
    // Checks mostly wait for their sources, a second at most.
    create('lookups', { taskQueue: queues.checks, maxConcurrentActivityTaskExecutions: 500 }),
    // Attempts mostly wait for receivers: many fit, and slow ones must not take the slots of the others.
    create('webhooks', { taskQueue: queues.webhooks, maxConcurrentActivityTaskExecutions: 1_000 }),
  ]);
  const workers = created.filter((worker) => worker !== null);
  return {
    async run() {
      try {
        await Promise.all(workers.map((worker) => worker.run()));
      } finally {
        await connection.close();
      }
    },
    shutdown() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
  };
}

/** Runs work that no caller waits for. */
type RunInBackground = <T>(work: () => T) => T;

/** Separates activities of lookups that a caller waits for from all others, which run in the background. */
class BackgroundActivities implements ActivityInboundCallsInterceptor {
  constructor(private readonly inBackground: RunInBackground) {}

  execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const header = input.headers[PRIORITY_HEADER];
    // A workflow's header, or the priority of an activity that runs without a workflow.
    const key = header ? defaultPayloadConverter.fromPayload<number>(header) : (activityInfo().priority?.priorityKey ?? 0);
    const isAwaited = key > 0 && key <= TEMPORAL_PRIORITY.wait;
    return isAwaited ? next(input) : this.inBackground(() => next(input));
  }
}
