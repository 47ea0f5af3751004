import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../../../src/domain/lookup/lookup-steps.js';
import type { LookupPlan } from '../../../../src/domain/lookup/lookup.js';

const targets: LookupPlan['targets'] = [{ platform: 'example-forum', subjects: ['email'] }];

describe('the steps of a plan', () => {
  it.each([
    ['a single check', { targets: [], modules: ['ip'] }, { shards: 0, modules: ['ip'], derived: false, brief: true }],
    [
      'facts without a sweep',
      { targets: [], modules: ['email', 'phone', 'ip'] },
      { shards: 0, modules: ['email', 'phone', 'ip'], derived: false, brief: true },
    ],
    ['facts beside a sweep', { targets, modules: ['footprint', 'email'] }, { shards: 1, modules: ['email'], derived: false, brief: false }],
    [
      'what takes seconds',
      { targets: [], modules: ['ip', 'breaches'] },
      { shards: 0, modules: ['ip', 'breaches'], derived: false, brief: false },
    ],
    ['a sweep alone', { targets, modules: ['footprint'] }, { shards: 1, modules: [], derived: false, brief: false }],
    [
      'derived usernames',
      { targets: [], modules: ['footprint'], derived: [{ handle: 'ada-example', subject: 'email', platforms: ['example-forum'] }] },
      { shards: 0, modules: [], derived: true, brief: false },
    ],
  ] as const satisfies readonly (readonly [string, LookupPlan, unknown])[])('%s', (_, plan, expected) => {
    expect(stepsOf(plan)).toEqual(expected);
  });
});
