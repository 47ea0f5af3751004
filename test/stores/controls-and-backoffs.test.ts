/** The stores of controls and pauses, on Postgres and in memory alike: a check that runs without a database must not differ. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Control } from '../../src/engine/controls/control.js';
import type { BackoffStore } from '../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import { inMemoryControls } from '../../src/engine/controls/in-memory-controls.js';
import { openTestRecords } from './support/record.js';
import { truncate } from '../support/databases.js';

const at = (second: number) => new Date(Date.UTC(2030, 0, 2, 3, 4, second));
const control = (platform: string, more: Partial<Control> = {}): Control => ({
  platform,
  subject: 'username',
  checkedAt: at(0),
  latencyMs: 70,
  outcome: {
    state: 'passed',
    mayConfirm: true,
    mayDeny: false,
    explanation: 'positive controls: registered',
    pages: { negative: 'abc', steady: null },
  },
  ...more,
});

interface Stores {
  readonly controlStore: ControlStore;
  readonly backoffs: BackoffStore;
}

const { record } = await openTestRecords();

const STORES: readonly (readonly [string, () => Promise<Stores>])[] = [
  [
    'Postgres',
    async () => {
      await truncate(record.database.sql, 'platform_controls', 'platform_backoffs');
      return record;
    },
  ],
  ['memory', async () => inMemoryControls(() => new Date())],
];

describe.each(STORES)('on %s', (_, position) => {
  let controlStore: ControlStore;
  let backoffs: BackoffStore;
  beforeEach(async () => {
    ({ controlStore, backoffs } = await position());
  });

  it('a control comes back as it was saved, by platform and query type, and only for whom it was asked', async () => {
    const email = control('a', {
      subject: 'email',
      outcome: { state: 'failed', explanation: 'positive controls: not_registered' },
      latencyMs: null,
    });
    for (const each of [control('a'), email, control('b')]) await controlStore.save(each);
    expect(await controlStore.newest(['a', 'c'])).toEqual(
      new Map([
        ['a:username', control('a')],
        ['a:email', email],
      ]),
    );
    expect(await controlStore.newest([])).toEqual(new Map());
  });

  it('a newer control replaces an older one, one of the same time what was said before, and an older one nothing', async () => {
    const outcomes = ['first', 'newer', 'confirmed', 'older'].map((explanation) => ({ state: 'blocked' as const, explanation }));
    const times = [at(0), at(10), at(10), at(5)];
    for (const [n, outcome] of outcomes.entries()) await controlStore.save(control('a', { outcome, checkedAt: times[n] as Date }));
    expect((await controlStore.newest(['a'])).get('a:username')?.outcome.explanation).toBe('confirmed');
  });

  it('a pause lasts as long as was asked, at most an hour, and a shorter one does not end it', async () => {
    const before = Date.now();
    await backoffs.backOff('a', 600, 'rate_limited');
    await backoffs.backOff('a', 5, 'rate_limited');
    await backoffs.backOff('b', 86_400, 'server_error');
    await backoffs.backOff('c', 0, 'rate_limited');
    await backoffs.backOff('d', -5, 'rate_limited');
    // Not at once, when the machine's clock is set back meanwhile.
    await expect.poll(async () => [...(await backoffs.backoffs()).keys()].sort()).toEqual(['a', 'b']);
    const backingOff = await backoffs.backoffs();
    const seconds = (slug: string) => ((backingOff.get(slug)?.getTime() ?? 0) - before) / 1_000;
    expect(seconds('a')).toBeGreaterThan(590);
    expect(seconds('a')).toBeLessThan(630);
    expect(seconds('b')).toBeGreaterThan(3_590);
    expect(seconds('b')).toBeLessThan(3_630);
  });
});

it('what two processes learnt of a rule is kept: contradictions of both, each once, forms of names, and pages; another rule begins without', async () => {
  await truncate(record.database.sql, 'platform_controls');
  const passed = (more: object, rule = 'r1') => control('a', { outcome: { ...control('a').outcome, rule, ...more } });
  const [first, second] = [
    { at: at(1).toISOString(), kind: 'positive' as const },
    { at: at(2).toISOString(), kind: 'answer' as const },
  ];
  const site = { accountsAt: at(1).toISOString(), accounts: ['x'], ownAt: at(1).toISOString(), own: ['y'] };
  await record.controlStore.save(
    passed({ contradictions: [first], site, forms: { '.': '2026-11-01T00:00:00Z', Latin: '2026-11-01T00:00:00Z' } }),
  );
  await record.controlStore.save(
    passed({ contradictions: [second, first], forms: { '-': '2026-11-02T00:00:00Z', '.': '2026-11-02T00:00:00Z' } }),
  );
  await record.controlStore.save(passed({ positiveAt: at(3).toISOString() }));
  const learnt = (await record.controlStore.newest(['a'])).get('a:username')?.outcome;
  expect(learnt).toMatchObject({ site, positiveAt: at(3).toISOString() });
  expect(learnt?.contradictions).toHaveLength(2);
  expect(learnt?.forms).toEqual({ '.': '2026-11-02T00:00:00Z', '-': '2026-11-02T00:00:00Z', Latin: '2026-11-01T00:00:00Z' });
  await record.controlStore.save(passed({}, 'r2'));
  const ofAnother = (await record.controlStore.newest(['a'])).get('a:username')?.outcome;
  expect([ofAnother?.contradictions, ofAnother?.site, ofAnother?.forms]).toEqual([undefined, undefined, undefined]);
});
