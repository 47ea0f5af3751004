import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderFlow } from '../../../src/cli/flow-command.js';
import type { MemberStatus } from '../../../src/engine/flow/fleet.js';

const member = (more: Partial<MemberStatus> = {}): MemberStatus => ({
  takesWork: true,
  inFlight: 3,
  waiting: 7,
  deferred: 2,
  failedEgresses: [],
  reachability: { sent: 40, answered: 39 },
  queues: [{ host: 'slow.example', waiting: 7 }],
  ...more,
});
const shown = (...args: Parameters<typeof renderFlow>): string => stripVTControlCharacters(renderFlow(...args));

describe('footprint flow', () => {
  it('adds the workers up and shows each platform with its limit, its queue and its circuit', () => {
    const text = shown(
      [member(), member()],
      [
        { host: 'slow.example', egress: 'direct', concurrency: 8, openForMs: null, trips: 0 },
        { host: 'down.example', egress: 'direct', concurrency: 1, openForMs: 9_500, trips: 2 },
        { host: 'back.example', egress: 'direct', concurrency: 1, openForMs: 0, trips: 1 },
      ],
    );
    expect(text).toContain('2 workers: 6 requests in flight, 14 waiting, 4 shards deferred');
    expect(text).toContain('78 of 80 requests');
    expect(text).toMatch(/slow\.example.*direct.*8.*14.*closed/);
    expect(text).toMatch(/down\.example.*open for 10 s/);
    expect(text).toMatch(/back\.example.*open, trial due/);
  });

  it('says that no platform can be reached, and through which egress', () => {
    const text = shown([member({ failedEgresses: ['proxy.example'], reachability: { sent: 50, answered: 0 }, queues: [] })], []);
    expect(text).toContain('no platform can be reached');
    expect(text).toContain('failed egresses: proxy.example');
    expect(text).toContain('no circuit is open');
  });
});
