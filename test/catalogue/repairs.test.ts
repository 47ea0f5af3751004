/** What the research of November 2026 found wrong in shipped rules, as the platforms answer: through the real prober, from a simulator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { RuleProber } from '../../src/engine/platform-prober.js';
import { ruleOrigin } from '../../src/engine/catalogue/load-catalogue.js';
import { requestViolation } from '../../src/engine/catalogue/safety/check-request.js';
import reviews from '../../tools/importers/reviews.json' with { type: 'json' };
import { inDefaultBand, NO_STATISTICS } from '../../src/engine/catalogue/rules/bands.js';
import type { ProbeSamples, SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import { isReservedName } from '../../src/engine/catalogue/rules/rule-scope.js';
import { denialOf } from '../../src/engine/catalogue/rules/rule-counts.js';
import { createOutboundHttp } from '../../src/engine/http/transport.js';
import { startSimulator } from '../../tools/simulator/start-simulator.js';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const ROOT = join(fileURLToPath(new URL('../..', import.meta.url)), 'catalogue');
const { catalogue } = loaded;
const platform = (slug: string) => {
  const found = catalogue.get(slug);
  if (found === undefined) throw new Error(`${slug} is not in the catalogue`);
  return found;
};

/** What the shipped rule makes of an answer of its platform. */
async function actual(slug: string, sample: SampleResponse): Promise<string> {
  const samples: ProbeSamples = { registered: sample, absent: sample };
  const simulator = await startSimulator({ platforms: [platform(slug)], samples: () => samples });
  const transport = createOutboundHttp({ proxyUrl: simulator.proxyUrl, caFile: simulator.caFile, idleMs: 1 });
  try {
    const prober = new RuleProber({ transport, violation: requestViolation });
    const identity = { type: 'username', value: 'northwind' } as const;
    const queue = { requestClass: 'wait', fairnessKey: 'account', maxWaitMs: 5_000 } as const;
    const verdict = await prober.probe(platform(slug), identity, { signal: new AbortController().signal, deadlineMs: 5_000, queue });
    return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
  } finally {
    await transport.close();
    await simulator.close();
  }
}
const json = (status: number, body: SampleResponse['json']): SampleResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  json: body as never,
});
const shipped = (slug: string, side: keyof ProbeSamples): SampleResponse =>
  loaded.samples.get(slug)?.username?.[side] ?? { status: 500, text: 'no sample' };

describe('omg.lol', () => {
  const miss = (code: number) => ({
    request: { status_code: code, success: false },
    response: { message: 'That address is not registered.' },
  });

  test.each([200, 404])('a miss is a "no" with status %i', async (status) => {
    expect(await actual('omg-lol', json(status, miss(status)))).toBe('not_registered');
  });

  test('a limit or a fault that comes with status 200 is none', async () => {
    expect(await actual('omg-lol', json(200, miss(429)))).toBe('unrecognised');
    expect(await actual('omg-lol', json(200, miss(503)))).toBe('unrecognised');
    expect(await actual('omg-lol', shipped('omg-lol', 'registered'))).toBe('registered');
  });
});

test.each(["Couldn't", 'Couldn\u2019t'])('BandLab: "%s find any matching element" is a "no"', async (verb) => {
  const answer = { errorCode: 404, errorMessage: `${verb} find any matching element, it might be deleted` };
  expect(await actual('bandlab', json(404, answer))).toBe('not_registered');
  expect(await actual('bandlab', json(404, { errorCode: 404, errorMessage: 'No such route' }))).toBe('unrecognised');
});

test('Unsplash: a proof of work is asked for in place of an answer, and is none; the answers themselves are read as before', async () => {
  expect(await actual('unsplash', shipped('unsplash', 'blocked'))).toBe('challenge');
  expect(await actual('unsplash', { ...shipped('unsplash', 'blocked'), status: 200 })).toBe('challenge');
  expect(await actual('unsplash', shipped('unsplash', 'absent'))).toBe('not_registered');
  expect(await actual('unsplash', shipped('unsplash', 'registered'))).toBe('registered');
});

describe('Telegram: a person has an account, a channel, a group or a bot is none', () => {
  const page = (extra: string, button: string): SampleResponse => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: [
      '<!DOCTYPE html><html><head><title>Telegram: Contact @{username}</title></head><body>',
      '<div class="tgme_page_title" dir="auto"><span dir="auto">Example</span></div>',
      ...extra.split('|').map((line) => `<div class="tgme_page_extra">${line}</div>`),
      `<a class="tgme_action_button_new shine" href="tg://resolve?domain={username}">${button}</a></body></html>`,
    ],
  });

  test('a person', async () => {
    expect(await actual('telegram', page('@{username}', 'Send Message'))).toBe('registered');
  });

  test.each([
    ['a channel', '149 subscribers', 'View in Telegram'],
    ['a group', '26 481 members, 1 564 online', 'View in Telegram'],
    ['a group in which nobody is online', '12 members', 'Join Group'],
    ['a bot', '@{username}|8 705 765 monthly users', 'Start Bot'],
    ['a bot that offers what a person does', '@{username}|12 monthly users', 'Send Message'],
    ['a channel that does', '149 subscribers', 'Send Message'],
  ])('%s', async (_, extra, button) => {
    expect(await actual('telegram', page(extra, button))).toBe('unrecognised');
  });

  test('names that end as those of bots do are asked about nobody', () => {
    const rule = platform('telegram').probes.username;
    if (rule === undefined) throw new Error('Telegram has a rule');
    expect(['examplebot', 'Example_Bot'].every((name) => isReservedName(rule, name))).toBe(true);
    expect(isReservedName(rule, 'botanist')).toBe(false);
  });
});

describe('only confirmed', () => {
  test.each([
    'wordpress-com',
    'write-as',
    'boosty',
    'steam',
    'figma',
    'bitbucket',
    'duolingo',
    'paypal',
    'venmo',
    'cash-app',
    'blogger',
    'naver',
  ])('a username at %s is never denied', (slug) => {
    const rule = platform(slug).probes.username;
    expect(rule && denialOf(rule)).toBe('no');
  });

  test('an address at Duolingo neither', () => {
    const rule = platform('duolingo').probes.email;
    expect(rule && denialOf(rule)).toBe('no');
  });
});

describe('reviews of imported rules', () => {
  test('each is about a platform that there is, and is in its rule', () => {
    const marks = Object.entries(reviews.suspects).flatMap(([suspect, slugs]) => slugs.map((slug) => [slug, suspect] as const));
    const rules = new Map(marks.map(([slug]) => [slug, platform(slug).probes.username]));
    expect(marks.filter(([slug, suspect]) => rules.get(slug) !== undefined && rules.get(slug)?.suspect !== suspect)).toEqual([]);
    const unread = Object.entries(reviews.readsAbsent).filter(([slug, classes]) => {
      const rule = platform(slug).probes.username;
      return rule !== undefined && JSON.stringify(rule.readsAbsent) !== JSON.stringify(classes);
    });
    expect(unread).toEqual([]);
    expect(new Set(marks.map(([slug]) => slug)).size).toBe(marks.length);
  });

  test('no other imported rule is marked', () => {
    const named = new Set(Object.values(reviews.suspects).flat());
    const marked = catalogue.platforms.filter(({ slug, probes }) => {
      return ruleOrigin(loaded, slug, 'username')?.kind === 'imported' && probes.username?.suspect !== undefined && !named.has(slug);
    });
    expect(marked.map(({ slug }) => slug)).toEqual([]);
  });
});

test('what is walled or doubtful is in no default band', () => {
  const emails = ['atlassian', 'dirbam', 'otsintood', 'start-me', 'visidarbi', 'coursera', 'emirates', 'flipboard', 'hackerrank'];
  const more = ['myanimelist-account', 'nba', 'playtomic', 'quizlet', 'skyscanner', 'wix'];
  expect([...emails, ...more].filter((slug) => inDefaultBand(platform(slug), 'email', NO_STATISTICS))).toEqual([]);
  expect(inDefaultBand(platform('liberapay'), 'username', NO_STATISTICS)).toBe(false);
});

test('no rule calls us a browser, or anything that we are not', () => {
  const named = catalogue.platforms.filter(({ probes }) =>
    Object.values(probes).some(({ request }) => Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'user-agent')),
  );
  expect(named.map(({ slug }) => slug)).toEqual([]);
});

test('an importer admits nothing in the place of what is retired', () => {
  const { platforms } = JSON.parse(readFileSync(join(ROOT, 'curated/retired.json'), 'utf8')) as { platforms: { slug: string }[] };
  expect(platforms.length).toBeGreaterThan(50);
  for (const { slug } of platforms)
    expect(platform(slug)).toMatchObject({ probes: {}, retired: expect.stringMatching(/.{20}/) as unknown });
});

describe('platforms that refuse a name in other capitals and yet look it up exactly', () => {
  test.each(['manifold', 'open-library'])('%s only confirms', (slug) => {
    expect(denialOf(platform(slug).probes.username ?? expect.fail('it has no rule'))).toBe('no');
  });
});
