import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { KNOWN_REDIRECTS } from '../../../src/engine/controls/control.js';
import { rootRedirectOf } from '../../../src/engine/evaluation/root-redirect.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, type Behaviour, blocked, honest, no, NOBODY, probedBy, redirected, setUp, yes } from '../support/verdict-fixture.js';

const exists = (probed: string): boolean => ['northwind', 'contoso', 'ada'].includes(probed);
const redirecting: Behaviour = (probed) => (exists(probed) ? yes : redirected());
const everybodyRedirected: Behaviour = () => redirected();
/** A control that finds a redirect: further negative controls show at once whether the site is known for it. */
const KNOWN = ['positive', 'negative', 'negative', 'negative', 'negative'];

describe('a redirect to the site’s root', () => {
  it('counts as absence after four negative controls that were redirected alike, and a positive one that was requested after it', async () => {
    const { look, later } = setUp();
    later(0, redirecting);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: [...KNOWN, 'positive', 'nobody'].sort() });
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'positive'] });
    expect((await look('ada')).verdict).toBe('registered');
  });

  it('many that came before one pair of controls share it', async () => {
    const { look, later, saved } = setUp();
    later(0, redirecting);
    await look('nobody');
    const before = saved.length;
    const actual = await Promise.all(Array.from({ length: 20 }, (_, n) => look(`somebody${n}`)));
    expect(new Set(actual.map((each) => each.verdict))).toEqual(new Set(['not_registered']));
    expect(saved.length).toBe(before + 1);
  });

  it('a control that is under way when the answer comes does not confirm it: another one does', async () => {
    const { look, later, controls, platform, saved } = setUp();
    later(0, redirecting);
    await look('nobody');
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isHeld = true;
    later(5, async (probed) => {
      if (isHeld && probed === 'northwind') await gate;
      return redirecting(probed);
    });
    const early = controls.run(platform, 'username', saved.at(-1));
    const actual = look('somebody');
    await nextTick();
    isHeld = false;
    const before = saved.length;
    go();
    await early;
    expect((await actual).verdict).toBe('not_registered');
    expect(saved.length).toBe(before + 2);
  });

  it('is omitted when the site redirects everybody: the positive control shows it, and quarantines', async () => {
    const { look, later, saved } = setUp();
    later(0, redirecting);
    await look('nobody');
    later(1, everybodyRedirected);
    expect((await look('ada')).verdict).toBe('quarantined');
    expect(saved.at(-1)?.outcome.state).toBe('failed');
  });

  it('is omitted when the fault is over before the control repeats itself: the answer may stem from it', async () => {
    const { look, later } = setUp();
    later(0, redirecting);
    await look('nobody');
    let knownProbed = 0;
    later(1, (probed) => (probed === 'ada' || (probed !== 'qxzvbnmk' && (knownProbed += 1) <= 2) ? redirected() : redirecting(probed)));
    expect((await look('ada')).verdict).toBe('uncalibrated');
  });

  it('is omitted when the control is blocked', async () => {
    const { look, later } = setUp();
    later(0, redirecting);
    await look('nobody');
    later(1, (probed) => (exists(probed) ? blocked : redirecting(probed)));
    expect((await look('nobody')).verdict).toBe('uncalibrated');
  });

  it('is omitted where the negative control is answered otherwise or redirected elsewhere', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(2, (probed) => (probed === 'ada' ? redirected() : honest(probed)));
    expect((await look('ada')).verdict).toBe('uncalibrated');
    const other = setUp();
    other.later(0, (probed) => (probed === 'nobody' ? redirected('https://platform.example.com/?moved=1') : redirecting(probed)));
    expect((await other.look('nobody')).verdict).toBe('uncalibrated');
  });

  it('counts on a site that came to redirect only after two controls have shown it', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(2, redirecting);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: [...KNOWN, 'positive', 'nobody'].sort() });
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'positive'] });
    later(2, honest);
    expect((await look('nobody')).verdict).toBe('not_registered');
  });

  it('a bare "no" does not count on a site that redirects nobody', async () => {
    const { look, later } = setUp();
    later(0, (probed) => (probed === 'ada' ? no(NOBODY) : redirecting(probed)));
    expect((await look('ada')).verdict).toBe('uncalibrated');
  });
});

const KNOWN_ACCOUNTS = ['northwind', 'contoso'];

/** What one question was, and when it was asked and answered, in the order of events. */
interface Event {
  readonly about: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly verdict: Verdict;
}
const MODES: readonly Behaviour[] = [
  redirecting,
  redirecting,
  everybodyRedirected,
  honest,
  () => blocked,
  (probed) => (exists(probed) ? redirected() : yes),
  () => yes,
];

describe('whatever a platform does, and however questions and controls interleave', () => {
  it('a redirect never becomes "not registered" without a positive control after it, and a negative one or four before', async () => {
    const lookups = fc.array(fc.record({ about: fc.constantFrom('ada', 'nobody', 'somebody'), startsIn: fc.nat(12) }), {
      minLength: 1,
      maxLength: 6,
    });
    const modes = fc.array(fc.constantFrom(...MODES), { minLength: 40, maxLength: 40 });
    const ticks = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(lookups, modes, ticks, fc.boolean(), async (probed, behaviours, takes, isSteady) => {
        let clock = 0;
        const log: Event[] = [];
        const probe = async (_: unknown, { value: about }: { value: string }): Promise<Verdict> => {
          const sentAt = (clock += 1);
          for (let iteration = takes[sentAt % takes.length] ?? 0; iteration > 0; iteration -= 1) await nextTick();
          const behaviour = isSteady ? redirecting : (behaviours[sentAt % behaviours.length] as Behaviour);
          const verdict = await behaviour(about);
          log.push({ about, sentAt, answeredAt: (clock += 1), verdict });
          return verdict;
        };
        const now = (): Date => new Date(Date.UTC(2030, 0, 1) + clock * 10_000);
        const controls = new ControlRunner({
          prober: { probe },
          store: { newest: async () => new Map(), save: async () => undefined },
          backoffs: { backoffs: async () => new Map(), backOff: async () => undefined },
          negativeIdentities: { make: (_, type) => ({ type, value: 'qxzvbnmk' }), makeLike: () => null },
          now,
          spacingMs: 0,
        });
        await Promise.all(
          probed.map(async ({ about, startsIn }) => {
            for (let iteration = startsIn; iteration > 0; iteration -= 1) await nextTick();
            let answered: Event | undefined;
            const verdict = probe(null, { value: about }).then((given) => {
              answered = log.findLast((event) => event.verdict === given && event.about === about);
              return given;
            });
            const actual = await verifyVerdict(controls, {
              platform: probedBy(bare),
              identity: { type: 'username', value: 'ada' },
              stored: { control: undefined, readAt: new Date(0) },
              verdict,
              now,
              requestClass: 'async',
              sent: Promise.resolve(),
              repeat: () => probe(null, { value: about }),
            });
            const target = answered && rootRedirectOf(answered.verdict);
            if (target === undefined || actual.state !== 'not_registered') return;
            counted += 1;
            const since = log.filter(({ sentAt }) => sentAt > (answered?.sentAt ?? Number.POSITIVE_INFINITY));
            expect(since.some(({ about, verdict }) => KNOWN_ACCOUNTS.includes(about) && verdict.state === 'registered')).toBe(true);
            const redirects = log.filter(({ about, verdict }) => about === 'qxzvbnmk' && rootRedirectOf(verdict) === target);
            const isAfter = redirects.some(({ sentAt }) => sentAt > (answered?.answeredAt ?? Number.POSITIVE_INFINITY));
            expect(isAfter || redirects.length >= KNOWN_REDIRECTS).toBe(true);
          }),
        );
      }),
      { numRuns: 300 },
    );
    expect(counted).toBeGreaterThan(20);
  });
});
