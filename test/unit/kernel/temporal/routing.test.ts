import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TemporalClient } from '../../../../src/kernel/temporal/connection.js';
import { followRouting } from '../../../../src/kernel/temporal/routing.js';

const A = { deploymentName: 'footprint', buildId: 'a' };
const B = { deploymentName: 'footprint', buildId: 'b' };

describe('the routing of versions', () => {
  const describeTaskQueue = vi.fn();
  const temporal = { client: { options: { namespace: 'test' }, workflowService: { describeTaskQueue } } } as unknown as TemporalClient;
  const onFailure = vi.fn();
  const follow = (version: typeof A | null) => followRouting(temporal, { version, taskQueue: 'lookups', onFailure });
  const routes = (current: object | null, ramping: object | null = null) =>
    describeTaskQueue.mockResolvedValue({ versioningInfo: { currentDeploymentVersion: current, rampingDeploymentVersion: ramping } });
  const afterRead = () => vi.advanceTimersByTimeAsync(5_000);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  it('a worker without a version takes work, and asks nothing', async () => {
    const routing = follow(null);
    await routing.routed;
    expect(routing.isRouted()).toBe(true);
    expect(describeTaskQueue).not.toHaveBeenCalled();
  });

  it('a version takes work while it is current or ramping, and no other deployment of its build', async () => {
    routes(null);
    const routing = follow(A);
    const routed = vi.fn();
    void routing.routed.then(routed);
    await afterRead();
    expect(routing.isRouted()).toBe(false);
    for (const [current, ramping, expected] of [
      [{ ...A, deploymentName: 'other' }, null, false],
      [B, null, false],
      [B, A, true],
      [A, null, true],
      [A, B, true],
      [B, null, false],
    ] as const) {
      routes(current, ramping);
      await afterRead();
      expect(routing.isRouted()).toBe(expected);
    }
    expect(routed).toHaveBeenCalledTimes(1);
    routing.close();
  });

  it('keeps what it read last while Temporal does not answer, and reads on', async () => {
    routes(A);
    const routing = follow(A);
    await afterRead();
    describeTaskQueue.mockRejectedValue(new Error('unavailable'));
    await afterRead();
    expect(routing.isRouted()).toBe(true);
    expect(onFailure).toHaveBeenCalledTimes(1);
    routes(B);
    await afterRead();
    expect(routing.isRouted()).toBe(false);
    routing.close();
    const reads = describeTaskQueue.mock.calls.length;
    await afterRead();
    expect(describeTaskQueue).toHaveBeenCalledTimes(reads);
  });
});
