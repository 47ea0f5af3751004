import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createCalibrateActivities } from '../../../activities/controls/calibrate.js';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import type { Control } from '../../../src/engine/controls/control.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../../src/engine/catalogue/rules/revision.js';
import { platformOf } from '../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const MINUTE = 60_000;
const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
};
/** No negative control can be made for it. */
const hopeless: ProbeRule = { ...rule, pattern: '^x$' };
const platform = (slug: string, more: Partial<Platform> = {}) => platformOf(slug, { probes: { username: rule }, ...more });
const control = (slug: string, minutesOld: number, state: Control['outcome']['state'] = 'passed'): Control => ({
  platform: slug,
  subject: 'username',
  checkedAt: new Date(NOW.getTime() - minutesOld * MINUTE),
  latencyMs: 1,
  outcome: {
    ...(state === 'passed' ? { state, mayConfirm: true, mayDeny: true, explanation: 'x' } : { state, explanation: 'x' }),
    rule: ruleDigest(rule),
  },
});

interface Fixture {
  readonly platforms: readonly Platform[];
  readonly controls?: readonly Control[];
  readonly requested?: readonly string[];
  readonly backingOff?: readonly string[];
  readonly disabled?: readonly string[];
  readonly summarise?: () => Promise<number>;
}

function activitiesOf(
  { platforms, controls = [], requested = [], backingOff = [], disabled = [], summarise }: Fixture,
  renew: ControlRunner['run'],
  calls: string[] = [],
) {
  return createCalibrateActivities({
    catalogue: { platforms, get: (slug) => platforms.find((each) => each.slug === slug) },
    controlStore: { newest: async () => new Map(controls.map((each) => [`${each.platform}:username`, each])), save: async () => undefined },
    backoffs: { backoffs: async () => new Map(backingOff.map((slug) => [slug, NOW])), backOff: async () => undefined },
    switches: { current: async () => new Set(disabled) },
    controls: { run: renew, renew: async (...args: Parameters<ControlRunner['run']>) => void (await renew(...args)) } as ControlRunner,
    applicability: { countryOf: () => null, hasNegativeControl: (each) => each !== hopeless },
    platformStats: {
      summarise: summarise ?? (async () => calls.push('summarise')),
      probedSince: async (moment) => {
        calls.push(`asked since ${(NOW.getTime() - moment.getTime()) / MINUTE / 60} h ago`);
        return new Set(requested.map((slug) => `${slug}:username`));
      },
    },
    now: () => NOW,
  });
}

/** One run of the schedule. @returns the platforms whose control was run, in order, and what stood before */
async function run(setUp: Fixture) {
  const renewed: { platform: string; before: Control | undefined }[] = [];
  const calls: string[] = [];
  const activities = activitiesOf(
    setUp,
    async ({ slug }, _, before) => {
      renewed.push({ platform: slug, before });
      return before;
    },
    calls,
  );
  const result = await new MockActivityEnvironment().run(activities.calibrateDue);
  expect(result).toEqual({ calibrated: renewed.length });
  return { renewed: renewed.map((each) => each.platform), before: renewed.map((each) => each.before), calls };
}

describe('controls that the schedule renews', () => {
  it('those of the instant and default bands that never had one, or whose control lapses within half an hour', async () => {
    const platforms = [
      platform('strong-new', { strength: 'strong' }),
      platform('instant-new', { instant: ['username'] }),
      platform('lapsing', { strength: 'strong' }),
      platform('standing', { strength: 'strong' }),
    ];
    const { renewed, calls } = await run({ platforms, controls: [control('lapsing', 331), control('standing', 329)] });
    expect(renewed).toEqual(['strong-new', 'instant-new', 'lapsing']);
    // Sums come first: what was asked of late is read from them.
    expect(calls).toEqual(['summarise', 'asked since 24 h ago']);
  });

  it('are renewed also when how platforms answered cannot be summed up', async () => {
    const { renewed } = await run({
      platforms: [platform('strong', { strength: 'strong' })],
      summarise: () => Promise.reject(new Error('broken')),
    });
    expect(renewed).toEqual(['strong']);
  });

  it('of the others when that of one fails', async () => {
    const platforms = Array.from({ length: 20 }, (_, n) => platform(`one-${n}`, { strength: 'strong' }));
    const renewed: string[] = [];
    const { calibrateDue } = activitiesOf(
      { platforms },
      async ({ slug }, _, before) => {
        if (Number(slug.slice(4)) % 2 === 0) throw new Error('broken');
        renewed.push(slug);
        return before;
      },
      [],
    );
    await new MockActivityEnvironment().run(calibrateDue);
    expect(renewed).toHaveLength(10);
  });

  it('never of a rule for which no negative control can be made', async () => {
    const platforms = [
      platform('hopeless', { strength: 'strong', probes: { username: hopeless } }),
      platform('one', { strength: 'strong' }),
    ];
    expect((await run({ platforms, requested: ['hopeless'] })).renewed).toEqual(['one']);
  });

  it('the others only while lookups ask them', async () => {
    const platforms = [platform('asked'), platform('forgotten'), platform('never-asked')];
    const { renewed } = await run({ platforms, controls: [control('asked', 400), control('forgotten', 400)], requested: ['asked'] });
    expect(renewed).toEqual(['asked']);
  });

  it('never of a platform that asked for a pause', async () => {
    expect(
      (await run({ platforms: [platform('one', { strength: 'strong' }), platform('two', { strength: 'strong' })], backingOff: ['one'] }))
        .renewed,
    ).toEqual(['two']);
  });

  it('never of a platform that an operator switched off', async () => {
    const platforms = [platform('one', { strength: 'strong' }), platform('two', { strength: 'strong' })];
    expect((await run({ platforms, disabled: ['one'] })).renewed).toEqual(['two']);
  });

  it('a platform in quarantine, or that turned its control away, is tried again', async () => {
    const platforms = [
      platform('failed', { strength: 'strong' }),
      platform('just-failed', { strength: 'strong' }),
      platform('blocked', { strength: 'strong' }),
    ];
    const { renewed } = await run({
      platforms,
      controls: [control('failed', 31, 'failed'), control('just-failed', 20, 'failed'), control('blocked', 10, 'blocked')],
    });
    expect(renewed).toEqual(['failed', 'blocked']);
  });

  it('is told what stood before, so that pages can be compared', async () => {
    const stood = control('one', 400);
    expect((await run({ platforms: [platform('one', { strength: 'strong' })], controls: [stood] })).before).toEqual([stood]);
  });

  it('a bounded number a run, the oldest first: those that turn controls away each time do not stand before the others', async () => {
    const blocked = Array.from({ length: 130 }, (_, n) => platform(`blocked-${n}`, { strength: 'strong' }));
    const lapsed = Array.from({ length: 100 }, (_, n) => platform(`lapsed-${n}`, { strength: 'strong' }));
    const controls = [...blocked.map(({ slug }) => control(slug, 10, 'blocked')), ...lapsed.map(({ slug }, n) => control(slug, 400 + n))];
    const { renewed } = await run({ platforms: [...blocked, ...lapsed], controls });
    expect(renewed).toHaveLength(120);
    expect(renewed.slice(0, 100)).toEqual(lapsed.map(({ slug }) => slug).reverse());
  });

  it('are not waited for when the worker stops, though a control that waits for a slot never ends', async () => {
    const environment = new MockActivityEnvironment();
    const { calibrateDue } = activitiesOf({ platforms: [platform('unreachable', { strength: 'strong' })] }, () => {
      environment.cancel('WORKER_SHUTDOWN');
      return new Promise(() => undefined);
    });
    await expect(environment.run(calibrateDue)).rejects.toThrow('WORKER_SHUTDOWN');
  });
});

it.each(['busy', 'unavailable', 'interrupted'] as const)(
  'a control that was not sent (%s) is not kept: it is no word of the platform',
  async (reason) => {
    const saved: Control[] = [];
    const controls = new ControlRunner({
      prober: {
        probe: async () => ({
          state: 'inconclusive',
          reason,
          evidence: { status: null, explanation: '', host: 'platform.example.com', latencyMs: 0, requests: 0 },
        }),
      },
      store: { newest: async () => new Map(), save: async (each) => void saved.push(each) },
      backoffs: { backoffs: async () => new Map(), backOff: async () => undefined },
      negativeIdentities: { make: (_, type) => ({ type, value: 'nobody' }), makeLike: () => null },
      now: () => NOW,
    });
    expect((await controls.run(platform('backing-off'), 'username', undefined))?.outcome.state).toBe('blocked');
    expect(saved).toEqual([]);
  },
);

it('where no negative control can be made nothing is probed, not even a known account', async () => {
  let probed = 0;
  const controls = new ControlRunner({
    prober: {
      probe: async () => {
        probed += 1;
        return { state: 'registered', evidence: { status: 200, explanation: '', host: 'platform.example.com', latencyMs: 1, requests: 1 } };
      },
    },
    store: { newest: async () => new Map(), save: async () => undefined },
    backoffs: { backoffs: async () => new Map(), backOff: async () => undefined },
    negativeIdentities: { make: () => null, makeLike: () => null },
    now: () => NOW,
  });
  const known = platform('known', { probes: { username: { ...rule, positiveControls: ['northwind'] } } });
  expect(await controls.run(known, 'username', undefined)).toBeUndefined();
  expect(probed).toBe(0);
});
