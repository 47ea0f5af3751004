/** What negative controls in the form of somebody show, by what a platform answers one after another. */
import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { type SimilarOutcome, SimilarControls } from '../../../../src/engine/controls/similar-controls.js';
import { REQUIRED_TICKET, type Target } from '../../../../src/engine/controls/control-probes.js';
import { pageFingerprint } from '../../../../src/engine/evaluation/page-fingerprint.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import type { Identity } from '../../../../src/kernel/identity/identity.js';
import { BARE_RULE } from '../../../support/bare-rule.js';

/** Registered, not registered, inconclusive. */
type Answer = 'r' | 'n' | 'u' | Verdict;
const evidence = { status: 200, explanation: 'x', host: 'example.com', latencyMs: 10, requests: 1 };
const VERDICTS: Readonly<Record<'r' | 'n' | 'u', Verdict>> = {
  r: { state: 'registered', evidence },
  n: { state: 'not_registered', evidence },
  u: { state: 'inconclusive', reason: 'timeout', evidence },
};
const PASSED = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x' } as const;
const control = (at = 0, outcome: Control['outcome'] = PASSED): Control => ({
  ...{ platform: 'one', subject: 'username', checkedAt: new Date(at), latencyMs: 1, outcome },
});

function setUp({ canMake = (_: string, __: number): boolean => true } = {}) {
  const clock = { now: 0 };
  const answers: Answer[] = [];
  const asked: string[] = [];
  /** The same kinds of characters: q for letters, 7 for digits. */
  const likeOf = (value: string, extra: number): string => {
    const like = value
      .replace(/\p{Ll}/gu, 'q')
      .replace(/\p{Lu}/gu, 'Q')
      .replace(/\p{Nd}/gu, '7');
    return like + like.slice(-1).repeat(extra);
  };
  const similar = new SimilarControls(
    {
      negativeIdentities: {
        make: () => null,
        makeLike: (_, { type, value }, extra) => (canMake(value, extra) ? { type, value: likeOf(value, extra) } : null),
      },
      probe: async ({ value }) => {
        asked.push(value);
        const answer = answers.shift() ?? 'u';
        return typeof answer === 'string' ? VERDICTS[answer] : answer;
      },
      now: () => new Date(clock.now),
    },
    { platform: { slug: 'one' }, queryType: 'username', rule: BARE_RULE } as unknown as Target,
  );
  /** What a control of one of both kinds shows, and the names that it asked. */
  const look =
    (kind: 'after' | 'ofForm') =>
    async (value: string, given: readonly Answer[] | string, under: Control = control()) => {
      answers.splice(0, answers.length, ...(given as readonly Answer[]));
      asked.length = 0;
      const identity: Identity = { type: 'username', value };
      return { outcome: await similar[kind](identity, under, REQUIRED_TICKET), asked: [...asked] };
    };
  return { behind: look('after'), ofForm: look('ofForm'), clock };
}

describe('a control in the form of a name, after a verdict', () => {
  it.each<[name: string, answers: string, outcome: SimilarOutcome, lengths: readonly number[]]>([
    ['abcdefgh', 'nn', 'free', [8, 8]],
    ['abcdefgh', 'nr', 'contradiction', [8, 8]],
    ['abcdefgh', 'nu', 'unknown', [8, 8]],
    ['abcdefgh', 'u', 'unknown', [8]],
    ['abcdefgh', 'rr', 'taken', [8, 8]],
    ['abcdefgh', 'rn', 'contradiction', [8, 8]],
    ['abcdefgh', 'ru', 'unknown', [8, 8]],
    ['abcdefg', 'nr', 'unknown', [7, 7]],
    ['1234567890', 'rn', 'contradiction', [10, 10]],
    ['123456789', 'nr', 'unknown', [9, 9]],
    ['abcdef', 'nr', 'unknown', [6, 6]],
    ['abcd', 'rr', 'taken', [4, 4]],
    ['abcd', 'rnn', 'unknown', [4, 4, 5]],
    ['abc', 'rn', 'unknown', [3, 4]],
    ['12345', 'rn', 'unknown', [5, 6]],
    ['1', 'rrrrrrr', 'taken', [1, 2, 3, 4, 5, 6, 6]],
  ])('like %s that is answered %s shows: %s', async (name, answers, outcome, lengths) => {
    const shown = await setUp().behind(name, answers);
    expect([shown.outcome, shown.asked.map((each) => each.length)]).toEqual([outcome, lengths]);
  });

  it('that is free is asked twice under each control of the platform, and once for further names of the form', async () => {
    const { behind } = setUp();
    const counts = [
      await behind('ada_9999', 'nn'),
      await behind('bob_1234', 'n'),
      await behind('bob_1234', 'nn', control(5)),
      await behind('ada-9999', 'nn', control(5)),
      await behind('Ada_9999', 'nn', control(5)),
    ].map(({ outcome, asked }) => [outcome, asked.length]);
    expect(counts).toEqual([2, 1, 2, 2, 2].map((count) => ['free', count]));
  });

  it('that everybody has is not asked again for an hour, by its kinds, separators and length', async () => {
    const { behind, clock } = setUp();
    expect(await behind('abcd_99', 'rr')).toMatchObject({ outcome: 'taken' });
    clock.now = 3_599_999;
    expect(await behind('efgh_12', 'nn')).toEqual({ outcome: 'taken', asked: [] });
    expect(await behind('efgh_123', 'nn')).toMatchObject({ outcome: 'free' });
    clock.now = 3_600_000;
    expect(await behind('efgh_12', 'nn')).toMatchObject({ outcome: 'free' });
  });

  it('begins at the length at which nobody had one before', async () => {
    const { behind } = setUp();
    await behind('abc', 'rn');
    expect(await behind('xyz', 'nn')).toEqual({ outcome: 'free', asked: ['qqqq', 'qqqq'] });
  });

  it('shows nothing where none can be made, or where the control of the platform has not passed', async () => {
    expect(await setUp({ canMake: () => false }).behind('abcdefg', 'nn')).toEqual({ outcome: 'unknown', asked: [] });
    expect(await setUp().behind('abcdefg', 'nn', control(0, { state: 'failed', explanation: 'x' }))).toMatchObject({ outcome: 'unknown' });
  });

  it('that is longer has the page for nobody, where that is always the same', async () => {
    const text = (seed: string) =>
      Array.from({ length: 60 }, (_, n) => `${seed}${'abcdefghij'[n % 10]}${'klmnopqrst'[(n * 7) % 10]}`).join(' ');
    const [usual, other] = [pageFingerprint(text('nobody'), '-'), pageFingerprint(text('elsewhere'), '-')];
    const no = (page: string | undefined): Verdict => ({ state: 'not_registered', page, evidence });
    const found = async (page: string | undefined, steady: boolean | null) => {
      const { behind } = setUp();
      const under = control(0, { ...PASSED, pages: { negative: usual, steady } });
      await behind('abc', ['r', no(page)], under);
      return (await behind('abc', [no(page), no(page)], under)).asked[0];
    };
    expect(await found(usual, true)).toBe('qqqq');
    expect(await found(other, true)).toBe('qqq');
    expect(await found(other, false)).toBe('qqqq');
    expect(await found(undefined, true)).toBe('qqqq');
  });
});

describe('a control in the form of a name, its length aside', () => {
  it.each<[name: string, answers: string, outcome: SimilarOutcome, asked: readonly string[]]>([
    ['ada', 'n', 'free', ['qqqqqqqq']],
    ['abcdefghij', 'n', 'free', ['qqqqqqqqqq']],
    ['ada', 'u', 'unknown', ['qqqqqqqq']],
    ['ada', 'rr', 'taken', ['qqqqqqqq', 'qqqqqqqq']],
    ['ada', 'rn', 'contradiction', ['qqqqqqqq', 'qqqqqqqq']],
    ['ada', 'ru', 'unknown', ['qqqqqqqq', 'qqqqqqqq']],
    ['12345', 'nn', 'free', ['77777', '7777']],
    ['12345', 'nr', 'taken', ['77777', '7777']],
    ['12345', 'rn', 'taken', ['77777', '7777']],
    ['12345', 'nu', 'unknown', ['77777', '7777']],
    ['7', 'n', 'free', ['7']],
    ['7a', 'n', 'free', ['7qqqqqqq']],
    ['a7', 'n', 'free', ['q777777777']],
  ])('like %s that is answered %s shows: %s', async (name, answers, outcome, asked) => {
    expect(await setUp().ofForm(name, answers)).toEqual({ outcome, asked });
  });

  it('counts as long as the control of the platform, for names of the form of whatever length', async () => {
    const { ofForm } = setUp();
    const asked = async (name: string, answers: string, at = 0) => (await ofForm(name, answers, control(at))).asked.length;
    expect([await asked('ada9', 'n'), await asked('grace99', 'n'), await asked('ada9', 'n', 5)]).toEqual([1, 0, 1]);
    expect([await asked('9ada', 'n'), await asked('8bob', 'n'), await asked('99ada', 'n')]).toEqual([1, 0, 1]);
    expect([await asked('Ada9', 'n'), await asked('a.da9', 'n'), await asked('ADA9', 'n'), await asked('BO9', 'n')]).toEqual([1, 1, 1, 0]);
  });

  it('is asked again where it showed nothing, or now this, now that, and not where all are taken', async () => {
    const { ofForm } = setUp();
    const shown = [];
    for (const answers of ['u', 'rn', 'rr', 'n']) shown.push((await ofForm('ada', answers)).outcome);
    expect(shown).toEqual(['unknown', 'contradiction', 'taken', 'taken']);
  });

  it('is of the length of the name where none longer can be made, and shows nothing where none can', async () => {
    expect(await setUp({ canMake: (_, extra) => extra === 0 }).ofForm('ada', 'n')).toEqual({ outcome: 'free', asked: ['qqq'] });
    expect(await setUp({ canMake: () => false }).ofForm('ada', 'n')).toEqual({ outcome: 'unknown', asked: [] });
    expect(await setUp({ canMake: (value) => !value.startsWith('q') }).ofForm('ada', 'r')).toMatchObject({ outcome: 'unknown' });
  });
});
