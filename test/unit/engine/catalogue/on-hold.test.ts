/** Rules on hold and retired platforms: the loader checks what their files hold, and nothing behind it can probe with them. */
import { describe, expect, test } from 'vitest';
import { ENTRY_KINDS, type CatalogueFile } from '../../../../src/engine/catalogue/catalogue-files.js';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { supports } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, SafetyReview } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformFile, REVIEWED, usernameRule } from './rules.js';

const WHY = 'It has to be tried on an own account first.';
const step = (withoutPassword: SafetyReview['withoutPassword'], more: Partial<ProbeRule> = {}): ProbeRule =>
  usernameRule({
    safety: {
      ...REVIEWED,
      basis: 'identifier_step',
      evidence: 'Three projects read it as a look-up, and none of a message.',
      withoutPassword,
    },
    ...more,
  });
const ringing = usernameRule({
  safety: REVIEWED,
  request: {
    method: 'POST',
    url: 'https://api.example.com/names',
    body: { json: { name: '{username}', deep: [{ isRemoteNGCSupported: true }] } },
  },
});

/** The same rule in every form that a file can have. */
function filesOf(rule: ProbeRule): CatalogueFile[] {
  const platform = platformFile('a', rule);
  const url = platform.probes.username?.request.url.replace('a.example.com', '{host}');
  const software = {
    software: 'forum',
    name: 'Forum',
    probes: { username: { ...platform.probes.username, request: { ...platform.probes.username?.request, url } } },
    sites: [{ slug: 'a', name: 'A', host: 'a.example.com' }],
  };
  return ENTRY_KINDS.flatMap((kind) =>
    [platform, [platform], { platforms: [platform] }, software].map(
      (json, index): CatalogueFile => ({ kind, file: index === 0 ? 'a.json' : `many-${index}.json`, content: { json } }),
    ),
  );
}

describe('in files of every kind and form, of operators, bundles and imports', () => {
  test.each<[string, ProbeRule, RegExp]>([
    ['a request that starts a sign-in', ringing, /starts a sign-in/],
    ['the same on hold', { ...ringing, onHold: WHY }, /starts a sign-in/],
    ['an identifier step without the answer', step(undefined), /needs `withoutPassword`/],
    ['an identifier step whose answer is not known', step('not known'), /say in `onHold`/],
  ])('%s is refused', (_, rule, reason) => {
    for (const file of filesOf(rule)) {
      const { catalogue, refused } = assembleCatalogue([file]);
      expect(catalogue.platforms, file.kind).toEqual([]);
      expect(refused.map((each) => each.reason)).toEqual([expect.stringMatching(reason)]);
    }
  });

  test('a rule on hold is left out, and its platform stays with the reason', () => {
    for (const file of filesOf(step('not known', { onHold: WHY }))) {
      const { catalogue, samples, refused } = assembleCatalogue([file]);
      expect(refused).toEqual([]);
      expect(catalogue.get('a')).toMatchObject({ probes: {}, instant: [], onHold: { username: WHY } });
      expect(supports(catalogue.get('a') ?? expect.fail('it is gone'))).toEqual([]);
      expect(samples.get('a')).toEqual({});
    }
  });
});

test('the other rules of its platform stay', () => {
  const { username } = platformFile('a', usernameRule({ onHold: WHY })).probes;
  const email = { ...platformFile('a').probes.username, pattern: undefined, positiveControls: undefined };
  const open = JSON.parse(JSON.stringify(email).replaceAll('{username}', '{email}')) as object;
  const json = { ...platformFile('a'), instant: ['username', 'email'], probes: { username, email: open } };
  const { catalogue, refused } = assembleCatalogue([{ kind: 'curated', file: 'a.json', content: { json } }]);
  expect(refused).toEqual([]);
  expect(catalogue.get('a')).toMatchObject({ instant: ['email'], onHold: { username: WHY } });
  expect(Object.keys(catalogue.get('a')?.probes ?? {})).toEqual(['email']);
});

test.each(['a reason of its rule', 'a reason of the platform'])('an import does not bring back what has %s', (which) => {
  const held = platformFile('a', usernameRule({ onHold: WHY }));
  const json = which === 'a reason of its rule' ? held : { ...held, probes: {}, retired: 'Its interface was closed in 2026.' };
  const { catalogue, refused } = assembleCatalogue([
    { kind: 'curated', file: 'a.json', content: { json } },
    { kind: 'imported', file: 'many.json', content: { json: [platformFile('a')] } },
  ]);
  expect(supports(catalogue.get('a') ?? expect.fail('it is gone'))).toEqual([]);
  expect(refused.map(({ reason }) => reason)).toEqual(['the slug is taken by a.json']);
});

test('why a retired platform has rules, or none and no reason, is asked of its author', () => {
  const read = (more: object) =>
    assembleCatalogue([{ kind: 'operator', file: 'a.json', content: { json: { ...platformFile('a'), ...more } } }]);
  expect(read({ retired: 'Its interface was closed in 2026.' }).refused[0]?.reason).toMatch(/retired and has probes/);
  expect(read({ probes: {} }).refused[0]?.reason).toMatch(/no probe/);
  expect(read({ probes: {}, retired: 'Closed.' }).refused[0]?.reason).toMatch(/retired/);
  expect(read({ probes: {}, retired: 'Its interface was closed in 2026.' }).catalogue.get('a')).toMatchObject({ probes: {} });
});

describe('a platform with the account of another one', () => {
  const first = { kind: 'curated', file: 'a.json', content: { json: platformFile('a') } } as const;
  const load = (...more: { slug: string; sameAccountAs: string; probes?: object }[]) =>
    assembleCatalogue([
      first,
      ...more.map(({ probes = {}, ...fields }) => ({
        kind: 'curated' as const,
        file: `${fields.slug}.json`,
        content: { json: { ...platformFile(fields.slug), ...fields, probes } },
      })),
    ]);

  test('is accepted, without rules, and no import gives it any', () => {
    const { catalogue, refused } = assembleCatalogue([
      first,
      { kind: 'curated', file: 'b.json', content: { json: { ...platformFile('b'), sameAccountAs: 'a', probes: {} } } },
      { kind: 'imported', file: 'many.json', content: { json: [platformFile('b')] } },
    ]);
    expect(catalogue.get('b')).toMatchObject({ sameAccountAs: 'a', probes: {} });
    expect(refused.map(({ reason }) => reason)).toEqual(['the slug is taken by b.json']);
  });

  test('has to name one that answers for itself, whatever the order of the files', () => {
    const reasons = (...more: Parameters<typeof load>) => load(...more).refused.map(({ slug, reason }) => `${slug}: ${reason}`);
    expect(reasons({ slug: 'b', sameAccountAs: 'gone' })).toEqual([
      'b: `sameAccountAs` names gone, which is not a platform with its own rules',
    ]);
    expect(reasons({ slug: 'b', sameAccountAs: 'b' })).toHaveLength(1);
    expect(reasons({ slug: 'b', sameAccountAs: 'a' }, { slug: 'c', sameAccountAs: 'b' })).toEqual([
      expect.stringMatching(/^c: .* names b/),
    ]);
    expect(reasons({ slug: '0', sameAccountAs: 'b' }, { slug: 'b', sameAccountAs: 'a' })).toEqual([
      expect.stringMatching(/^0: .* names b/),
    ]);
    expect(reasons({ slug: 'b', sameAccountAs: 'a', probes: platformFile('b').probes })).toEqual([expect.stringMatching(/has probes/)]);
  });
});
