import { describe, expect, it } from 'vitest';
import { conclude, type KnownSoFar } from '../../../src/domain/conclusions.js';
import type { CheckOutcome } from '../../../src/domain/lookup.js';
import type { ModuleEvidence } from '../../../src/domain/module-evidence.js';
import { unanswered } from '../../../src/domain/lookup-summary.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const THEN = new Date('2030-01-01T11:59:00Z');
const PLATFORMS = new Set(['gmail', 'proton', 'google-workspace', 'example-forum', 'example-shop']);

function known(
  more: { email?: string; asked?: readonly string[]; modules?: KnownSoFar['plan']['modules'] } & Partial<
    Omit<KnownSoFar, 'plan' | 'modules'>
  > & { facts?: KnownSoFar['modules'] } = {},
): KnownSoFar {
  const { email = 'ada@gmail.com', asked = [], modules = ['footprint', 'breaches'], facts = [], ...rest } = more;
  return {
    lookup: { subjects: { email }, platforms: null },
    plan: { targets: asked.map((platform) => ({ platform, subjects: ['email'] })), modules },
    modules: facts,
    outcomes: [],
    over: false,
    knows: (slug) => PLATFORMS.has(slug),
    now: NOW,
    ...rest,
  };
}
const mailbox = (provider: string | null, exists: boolean | null): KnownSoFar['modules'][number] => ({
  module: 'email',
  subject: 'email',
  checkedAt: THEN,
  evidence: { notes: [], mailbox: { provider, exists } },
});
const breaches = (...platforms: NonNullable<ModuleEvidence['platforms']>): KnownSoFar['modules'][number] => ({
  module: 'breaches',
  subject: 'email',
  checkedAt: THEN,
  evidence: { notes: [], platforms },
});
const answered = (platform: string, state: 'registered' | 'not_registered', more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  ...unanswered(platform, 'email', 'timeout', NOW),
  state,
  doubt: null,
  ...more,
});
const said = (outcomes: readonly CheckOutcome[]) => outcomes.map(({ platform, state, method }) => `${platform} ${state} ${method}`);

describe('the mailbox provider of an address', () => {
  it('is told by a consumer domain alone, at once and without asking anybody', () => {
    const [outcome] = conclude(known());
    expect(outcome).toMatchObject({
      platform: 'gmail',
      subject: 'email',
      state: 'registered',
      method: 'domain_derived',
      mailboxProvider: true,
      checkedAt: NOW,
    });
  });

  it('waits for the e-mail module when that is to run, and is told without it when it was given up', () => {
    expect(conclude(known({ modules: ['footprint', 'email'] }))).toEqual([]);
    expect(said(conclude(known({ modules: ['footprint', 'email'], over: true })))).toEqual(['gmail registered domain_derived']);
  });

  it.each([
    ['a mail exchanger names it', 'ada@example.com', mailbox('google-workspace', null), ['google-workspace registered domain_derived']],
    ['the mailbox answers', 'ada@gmail.com', mailbox('gmail', true), ['gmail registered domain_derived']],
    ['the mailbox is known not to exist', 'ada@gmail.com', mailbox('gmail', false), ['gmail not_registered domain_derived']],
    ['nobody knows the provider', 'ada@example.com', mailbox(null, null), []],
    ['nobody knows the provider of a mailbox that does not exist', 'ada@example.com', mailbox(null, false), []],
    ['it is not in the catalogue', 'ada@example.com', mailbox('nowhere-mail', true), []],
  ])('%s', (_, email, fact, expected) => {
    expect(said(conclude(known({ email, modules: ['footprint', 'email'], facts: [fact] })))).toEqual(expected);
  });

  it('what the module learnt has the time at which it was learnt', () => {
    expect(conclude(known({ modules: ['footprint', 'email'], facts: [mailbox('gmail', true)] }))[0]?.checkedAt).toEqual(THEN);
  });

  it("is not there by the provider's own naming rules", () => {
    const [outcome] = conclude(known({ email: 'ada_lovelace@gmail.com' }));
    expect(outcome).toMatchObject({ state: 'not_registered', mailboxProvider: false });
  });

  it("of a domain of one's own, or of an alias, is not guessed", () => {
    expect(conclude(known({ email: 'ada@example.com' }))).toEqual([]);
    expect(conclude(known({ email: 'ada@duck.com', over: true }))).toEqual([]);
  });

  it('that the sweep asks is left to the sweep until all is over', () => {
    const asked = { email: 'ada@proton.me', asked: ['proton'] };
    expect(conclude(known(asked))).toEqual([]);
    expect(said(conclude(known({ ...asked, over: true, outcomes: [unanswered('proton', 'email', 'timeout', NOW)] })))).toEqual([
      'proton registered domain_derived',
    ]);
    expect(said(conclude(known({ ...asked, over: true, outcomes: [answered('proton', 'registered')] })))).toEqual([
      'proton registered domain_derived',
    ]);
    expect(conclude(known({ ...asked, over: true, outcomes: [answered('proton', 'not_registered')] }))).toEqual([]);
  });
});

describe('breaches of platforms', () => {
  const facts = [breaches({ platform: 'example-forum', breach: 'Example 2019' }, { platform: 'example-forum', breach: 'Example 2021' })];

  it('make one result a platform, with all their names as what it rests on, from the time they were learnt of', () => {
    const outcomes = conclude(known({ email: 'ada@example.com', facts }));
    expect(outcomes).toHaveLength(1);
    expect(outcomes[0]).toMatchObject({
      platform: 'example-forum',
      state: 'registered',
      method: 'breach_record',
      mailboxProvider: false,
      checkedAt: THEN,
      evidence: { matched: 'breach: Example 2019, Example 2021' },
    });
  });

  it.each([
    ['no answer of its own', [unanswered('example-forum', 'email', 'timeout', NOW)], ['example-forum registered breach_record']],
    ['its own "registered"', [answered('example-forum', 'registered')], []],
    ['its own "not registered"', [answered('example-forum', 'not_registered')], []],
    [
      'its own "not registered" of another identity',
      [answered('example-forum', 'not_registered', { subject: 'username' })],
      ['example-forum registered breach_record'],
    ],
  ])('where the platform gave %s', (_, outcomes, expected) => {
    const asked = { email: 'ada@example.com', asked: ['example-forum'], facts };
    expect(conclude(known({ ...asked, outcomes })), 'before the sweep is over').toEqual([]);
    expect(said(conclude(known({ ...asked, outcomes, over: true })))).toEqual(expected);
  });
});

describe('conclusions', () => {
  const facts = [breaches({ platform: 'example-forum', breach: 'Example' })];

  it('keep to the platforms that were asked for', () => {
    const lookup = { subjects: { email: 'ada@gmail.com' }, platforms: ['gmail'] };
    expect(said(conclude(known({ lookup, facts, over: true })))).toEqual(['gmail registered domain_derived']);
  });

  it('are none without the platform footprint', () => {
    expect(conclude(known({ modules: ['email', 'breaches'], facts: [...facts, mailbox('gmail', true)], over: true }))).toEqual([]);
  });

  it('are drawn once: what is recorded is not recorded again', () => {
    const first = conclude(known({ facts, over: true }));
    expect(said(first)).toEqual(['gmail registered domain_derived', 'example-forum registered breach_record']);
    expect(conclude(known({ facts, over: true, outcomes: first }))).toEqual([]);
  });

  it('are drawn for each of several addresses', () => {
    const lookup = { subjects: { email: 'ada@gmail.com', 'email#2': 'ada@proton.me' }, platforms: null };
    expect(conclude(known({ lookup })).map(({ platform, subject }) => `${platform} ${subject}`)).toEqual(['gmail email', 'proton email#2']);
  });
});
