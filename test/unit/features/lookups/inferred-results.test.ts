import { describe, expect, it } from 'vitest';
import { inferResults, type InferenceInput } from '../../../../src/features/lookups/inferred-results.js';
import type { CheckOutcome } from '../../../../src/features/lookups/lookup.js';
import type { ModuleEvidence } from '../../../../src/features/lookups/module-facts.js';
import { inconclusiveOutcome } from '../../../../src/features/lookups/lookup-summary.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const THEN = new Date('2030-01-01T11:59:00Z');
const PLATFORMS = new Set(['gmail', 'proton', 'google-workspace', 'example-forum', 'example-shop']);

function known(
  more: { email?: string; probed?: readonly string[]; modules?: InferenceInput['plan']['modules'] } & Partial<
    Omit<InferenceInput, 'plan' | 'modules'>
  > & { facts?: InferenceInput['modules'] } = {},
): InferenceInput {
  const { email = 'ada@gmail.com', probed = [], modules = ['footprint', 'breaches'], facts = [], ...rest } = more;
  return {
    lookup: { subjects: { email }, platforms: null },
    plan: { targets: probed.map((platform) => ({ platform, subjects: ['email'] })), modules },
    modules: facts,
    outcomes: [],
    hasEnded: false,
    isInCatalogue: (slug) => PLATFORMS.has(slug),
    now: NOW,
    ...rest,
  };
}
const mailbox = (provider: string | null, exists: boolean | null): InferenceInput['modules'][number] => ({
  module: 'email',
  subject: 'email',
  checkedAt: THEN,
  evidence: { notes: [], mailbox: { provider, exists } },
});
const breaches = (...platforms: NonNullable<ModuleEvidence['platforms']>): InferenceInput['modules'][number] => ({
  module: 'breaches',
  subject: 'email',
  checkedAt: THEN,
  evidence: { notes: [], platforms },
});
const answered = (platform: string, state: 'registered' | 'not_registered', more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  ...inconclusiveOutcome(platform, 'email', 'timeout', NOW),
  state,
  reason: null,
  ...more,
});
const verdict = (outcomes: readonly CheckOutcome[]) => outcomes.map(({ platform, state, method }) => `${platform} ${state} ${method}`);

describe('the mailbox provider of an address', () => {
  it('is told by a consumer domain alone, at once and without asking anybody', () => {
    const [outcome] = inferResults(known());
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
    expect(inferResults(known({ modules: ['footprint', 'email'] }))).toEqual([]);
    expect(verdict(inferResults(known({ modules: ['footprint', 'email'], hasEnded: true })))).toEqual(['gmail registered domain_derived']);
  });

  it.each([
    ['a mail exchanger names it', 'ada@example.com', mailbox('google-workspace', null), ['google-workspace registered domain_derived']],
    ['the mailbox answers', 'ada@gmail.com', mailbox('gmail', true), ['gmail registered domain_derived']],
    ['the mailbox is known not to exist', 'ada@gmail.com', mailbox('gmail', false), ['gmail not_registered domain_derived']],
    ['nobody knows the provider', 'ada@example.com', mailbox(null, null), []],
    ['nobody knows the provider of a mailbox that does not exist', 'ada@example.com', mailbox(null, false), []],
    ['it is not in the catalogue', 'ada@example.com', mailbox('nowhere-mail', true), []],
  ])('%s', (_, email, fact, expected) => {
    expect(verdict(inferResults(known({ email, modules: ['footprint', 'email'], facts: [fact] })))).toEqual(expected);
  });

  it.each([
    ['its domain alone', null, 'domain'],
    ['a mailbox that answers', true, 'mailbox'],
    ['a mailbox that is known not to exist', false, 'mailbox'],
  ])('says that it is known by %s', (_, exists, basis) => {
    const [outcome] = inferResults(known({ modules: ['footprint', 'email'], facts: [mailbox('gmail', exists)] }));
    expect(outcome).toMatchObject({ basis, state: exists === false ? 'not_registered' : 'registered' });
  });

  it('what the module learnt has the time at which it was learnt', () => {
    expect(inferResults(known({ modules: ['footprint', 'email'], facts: [mailbox('gmail', true)] }))[0]?.checkedAt).toEqual(THEN);
  });

  it("is not there by the provider's own naming rules", () => {
    const [outcome] = inferResults(known({ email: 'ada_lovelace@gmail.com' }));
    expect(outcome).toMatchObject({ state: 'not_registered', mailboxProvider: false, basis: 'mailbox' });
  });

  it("of a domain of one's own, or of an alias, is not guessed", () => {
    expect(inferResults(known({ email: 'ada@example.com' }))).toEqual([]);
    expect(inferResults(known({ email: 'ada@duck.com', hasEnded: true }))).toEqual([]);
  });

  it('that the sweep asks is left to the sweep until all is over', () => {
    const probed = { email: 'ada@proton.me', probed: ['proton'] };
    expect(inferResults(known(probed))).toEqual([]);
    expect(
      verdict(inferResults(known({ ...probed, hasEnded: true, outcomes: [inconclusiveOutcome('proton', 'email', 'timeout', NOW)] }))),
    ).toEqual(['proton registered domain_derived']);
    expect(verdict(inferResults(known({ ...probed, hasEnded: true, outcomes: [answered('proton', 'registered')] })))).toEqual([
      'proton registered domain_derived',
    ]);
    expect(inferResults(known({ ...probed, hasEnded: true, outcomes: [answered('proton', 'not_registered')] }))).toEqual([]);
  });
});

describe('breaches of platforms', () => {
  const facts = [breaches({ platform: 'example-forum', breach: 'Example 2019' }, { platform: 'example-forum', breach: 'Example 2021' })];

  it('make one result a platform, with all their names as what it rests on, from the time they were learnt of', () => {
    const outcomes = inferResults(known({ email: 'ada@example.com', facts }));
    expect(outcomes).toHaveLength(1);
    expect(outcomes[0]).toMatchObject({
      platform: 'example-forum',
      state: 'registered',
      method: 'breach_record',
      mailboxProvider: false,
      checkedAt: THEN,
      evidence: { explanation: 'breach: Example 2019, Example 2021' },
    });
  });

  it.each([
    ['no answer of its own', [inconclusiveOutcome('example-forum', 'email', 'timeout', NOW)], ['example-forum registered breach_record']],
    ['its own "registered"', [answered('example-forum', 'registered')], []],
    ['its own "not registered"', [answered('example-forum', 'not_registered')], []],
    [
      'its own "not registered" of another identity',
      [answered('example-forum', 'not_registered', { subject: 'username' })],
      ['example-forum registered breach_record'],
    ],
  ])('where the platform gave %s', (_, outcomes, expected) => {
    const probed = { email: 'ada@example.com', probed: ['example-forum'], facts };
    expect(inferResults(known({ ...probed, outcomes })), 'before the sweep is over').toEqual([]);
    expect(verdict(inferResults(known({ ...probed, outcomes, hasEnded: true })))).toEqual(expected);
  });
});

describe('conclusions', () => {
  const facts = [breaches({ platform: 'example-forum', breach: 'Example' })];

  it('keep to the platforms that were asked for', () => {
    const lookup = { subjects: { email: 'ada@gmail.com' }, platforms: ['gmail'] };
    expect(verdict(inferResults(known({ lookup, facts, hasEnded: true })))).toEqual(['gmail registered domain_derived']);
  });

  it('are none without the platform footprint', () => {
    expect(inferResults(known({ modules: ['email', 'breaches'], facts: [...facts, mailbox('gmail', true)], hasEnded: true }))).toEqual([]);
  });

  it('are drawn once: what is recorded is not recorded again', () => {
    const first = inferResults(known({ facts, hasEnded: true }));
    expect(verdict(first)).toEqual(['gmail registered domain_derived', 'example-forum registered breach_record']);
    expect(inferResults(known({ facts, hasEnded: true, outcomes: first }))).toEqual([]);
  });

  it('are drawn for each of several addresses', () => {
    const lookup = { subjects: { email: 'ada@gmail.com', 'email#2': 'ada@proton.me' }, platforms: null };
    expect(inferResults(known({ lookup })).map(({ platform, subject }) => `${platform} ${subject}`)).toEqual([
      'gmail email',
      'proton email#2',
    ]);
  });
});
