import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { KNOWN_REDIRECTS } from '../../../src/domain/calibration/control.js';
import { rootRedirectOf } from '../../../src/domain/evaluation/root-redirect.js';
import type { Verdict } from '../../../src/domain/evaluation/verdict.js';
import { bare, type Behaviour, blocked, honest, no, NOBODY, probedBy, redirected, scene, yes } from '../support/verdict-scene.js';

const exists = (asked: string): boolean => ['northwind', 'contoso', 'ada'].includes(asked);
const redirecting: Behaviour = (asked) => (exists(asked) ? yes : redirected());
const everybodyRedirected: Behaviour = () => redirected();
/** A control that finds a redirect: further negative controls show at once whether the site is known for it. */
const KNOWN = ['positive', 'negative', 'negative', 'negative', 'negative'];

describe('a redirect to the site’s root', () => {
  it('counts as absence after four negative controls that were redirected alike, and a positive one that was requested after it', async () => {
    const { look, later } = scene();
    later(0, redirecting);
    expect(await look('nobody')).toEqual({ said: 'not_registered', asked: [...KNOWN, 'positive', 'nobody'].sort() });
    expect(await look('nobody')).toEqual({ said: 'not_registered', asked: ['nobody', 'positive'] });
    expect((await look('ada')).said).toBe('registered');
  });

  it('many that came before one pair of controls share it', async () => {
    const { look, later, saved } = scene();
    later(0, redirecting);
    await look('nobody');
    const before = saved.length;
    const said = await Promise.all(Array.from({ length: 20 }, (_, n) => look(`somebody${n}`)));
    expect(new Set(said.map((each) => each.said))).toEqual(new Set(['not_registered']));
    expect(saved.length).toBe(before + 1);
  });

  it('a control that is under way when the answer comes does not confirm it: another one does', async () => {
    const { look, later, controls, platform, saved } = scene();
    later(0, redirecting);
    await look('nobody');
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isHeld = true;
    later(5, async (asked) => {
      if (isHeld && asked === 'northwind') await gate;
      return redirecting(asked);
    });
    const early = controls.run(platform, 'username', saved.at(-1));
    const said = look('somebody');
    await nextTurn();
    isHeld = false;
    const before = saved.length;
    go();
    await early;
    expect((await said).said).toBe('not_registered');
    expect(saved.length).toBe(before + 2);
  });

  it('is omitted when the site redirects everybody: the positive control shows it, and quarantines', async () => {
    const { look, later, saved } = scene();
    later(0, redirecting);
    await look('nobody');
    later(1, everybodyRedirected);
    expect((await look('ada')).said).toBe('quarantined');
    expect(saved.at(-1)?.outcome.state).toBe('failed');
  });

  it('is omitted when the fault is over before the control repeats itself: the answer may stem from it', async () => {
    const { look, later } = scene();
    later(0, redirecting);
    await look('nobody');
    let knownAsked = 0;
    later(1, (asked) => (asked === 'ada' || (asked !== 'qxzvbnmk' && (knownAsked += 1) <= 2) ? redirected() : redirecting(asked)));
    expect((await look('ada')).said).toBe('uncalibrated');
  });

  it('is omitted when the control is blocked', async () => {
    const { look, later } = scene();
    later(0, redirecting);
    await look('nobody');
    later(1, (asked) => (exists(asked) ? blocked : redirecting(asked)));
    expect((await look('nobody')).said).toBe('uncalibrated');
  });

  it('is omitted where the negative control is answered otherwise or redirected elsewhere', async () => {
    const { look, later } = scene();
    await look('nobody');
    later(2, (asked) => (asked === 'ada' ? redirected() : honest(asked)));
    expect((await look('ada')).said).toBe('uncalibrated');
    const other = scene();
    other.later(0, (asked) => (asked === 'nobody' ? redirected('https://platform.example.com/?moved=1') : redirecting(asked)));
    expect((await other.look('nobody')).said).toBe('uncalibrated');
  });

  it('counts on a site that came to redirect only after two controls have shown it', async () => {
    const { look, later } = scene();
    await look('nobody');
    later(2, redirecting);
    expect(await look('nobody')).toEqual({ said: 'not_registered', asked: [...KNOWN, 'positive', 'nobody'].sort() });
    expect(await look('nobody')).toEqual({ said: 'not_registered', asked: ['nobody', 'positive'] });
    later(2, honest);
    expect((await look('nobody')).said).toBe('not_registered');
  });

  it('a bare "no" does not count on a site that redirects nobody', async () => {
    const { look, later } = scene();
    later(0, (asked) => (asked === 'ada' ? no(NOBODY) : redirecting(asked)));
    expect((await look('ada')).said).toBe('uncalibrated');
  });
});

const KNOWN_ACCOUNTS = ['northwind', 'contoso'];

/** What one question was, and when it was asked and answered, in the order of events. */
interface Event {
  readonly about: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly verdict: Verdict;
}
const MODES: readonly Behaviour[] = [
  redirecting,
  redirecting,
  everybodyRedirected,
  honest,
  () => blocked,
  (asked) => (exists(asked) ? redirected() : yes),
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
      fc.asyncProperty(lookups, modes, ticks, fc.boolean(), async (asked, behaviours, takes, isSteady) => {
        let clock = 0;
        const log: Event[] = [];
        const probe = async (_: unknown, { value: about }: { value: string }): Promise<Verdict> => {
          const askedAt = (clock += 1);
          for (let turn = takes[askedAt % takes.length] ?? 0; turn > 0; turn -= 1) await nextTurn();
          const behaviour = isSteady ? redirecting : (behaviours[askedAt % behaviours.length] as Behaviour);
          const verdict = await behaviour(about);
          log.push({ about, askedAt, answeredAt: (clock += 1), verdict });
          return verdict;
        };
        const now = (): Date => new Date(Date.UTC(2030, 0, 1) + clock * 10_000);
        const controls = new ControlRunner({
          prober: { probe },
          store: { newest: async () => new Map(), save: async () => undefined },
          cooldowns: { coolingPlatforms: async () => new Map(), cool: async () => undefined },
          negativeIdentities: { make: (_, type) => ({ type, value: 'qxzvbnmk' }), makeLike: () => null },
          now,
          spacingMs: 0,
        });
        await Promise.all(
          asked.map(async ({ about, startsIn }) => {
            for (let turn = startsIn; turn > 0; turn -= 1) await nextTurn();
            let answered: Event | undefined;
            const verdict = probe(null, { value: about }).then((given) => {
              answered = log.findLast((event) => event.verdict === given && event.about === about);
              return given;
            });
            const said = await verifyVerdict(controls, {
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
            if (target === undefined || said.state !== 'not_registered') return;
            counted += 1;
            const since = log.filter(({ askedAt }) => askedAt > (answered?.askedAt ?? Number.POSITIVE_INFINITY));
            expect(since.some(({ about, verdict }) => KNOWN_ACCOUNTS.includes(about) && verdict.state === 'registered')).toBe(true);
            const redirects = log.filter(({ about, verdict }) => about === 'qxzvbnmk' && rootRedirectOf(verdict) === target);
            const isAfter = redirects.some(({ askedAt }) => askedAt > (answered?.answeredAt ?? Number.POSITIVE_INFINITY));
            expect(isAfter || redirects.length >= KNOWN_REDIRECTS).toBe(true);
          }),
        );
      }),
      { numRuns: 300 },
    );
    expect(counted).toBeGreaterThan(100);
  }, 60_000);
});
