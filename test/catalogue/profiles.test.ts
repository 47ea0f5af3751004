import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntries } from '../../src/engine/catalogue/read-entries.js';
import { isStrong } from '../../src/engine/catalogue/rules/platform.js';
import type { ProfileRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { readProfile } from '../../src/engine/profiles/read-profile.js';
import { profilePageOf } from '../../src/engine/profiles/profile-page.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { renderTemplate } from '../../src/engine/evaluation/template.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { CATALOGUE_ROOT } from '../support/simulated.js';
import { shipped } from '../support/shipped-catalogue.js';

const { catalogue, samples } = shipped;
const withProfiles = catalogue.platforms.flatMap((platform) =>
  QUERY_TYPES.flatMap((type) => {
    const rule = platform.probes[type];
    // Sites that were imported have the rules of files that have samples.
    const sample = samples.get(platform.slug)?.[type]?.registered;
    return rule?.profile && sample ? [{ slug: platform.slug, type, platform, rule, profile: rule.profile }] : [];
  }),
);

/** The profile that a rule reads of its own sample about somebody. */
function sampled({ slug, type, profile }: (typeof withProfiles)[number], value = 'casey-example') {
  const identity = { type, value } as const;
  const sample = JSON.stringify(samples.get(slug)?.[type]?.registered?.json);
  const body = renderTemplate(sample, variablesFor(identity));
  return readProfile(profile, JSON.parse(body), { identity: value, variables: variablesFor(identity), now: Date.now() });
}

describe('rules that show a profile', () => {
  it('are there, most of them with a date', () => {
    const curated = withProfiles.filter(({ platform }) => platform.ownFile);
    expect(curated.length).toBeGreaterThanOrEqual(50);
    expect(curated.filter(({ profile }) => profile.createdAt).length).toBeGreaterThanOrEqual(30);
    expect(withProfiles.filter(({ profile, platform, type }) => profile.createdAt && isStrong(platform, type)).length).toBeGreaterThan(20);
  });

  it.each(withProfiles)('$slug by $type: its sample shows the fields that the rule names', (each) => {
    const { profile } = each;
    const shown = sampled(each);
    expect(shown).not.toBeNull();
    if (profile.createdAt) expect(shown).toMatchObject({ createdAt: expect.any(String), createdYear: expect.any(Number) });
    expect(profilePageOf(each.platform, each.type, 'casey-example')).toMatch(/^https:\/\/.*casey-example/);
  });

  it.each(withProfiles)('$slug by $type: the sample of somebody else shows nothing', (each) => {
    const { slug, type, profile } = each;
    const identity = { type, value: 'casey-example' } as const;
    const body = renderTemplate(
      JSON.stringify(samples.get(slug)?.[type]?.registered?.json),
      variablesFor({ type, value: 'somebody-else' }),
    );
    const probed = { identity: identity.value, variables: variablesFor(identity), now: Date.now() };
    expect(readProfile(profile, JSON.parse(body), probed)).toBeNull();
  });

  it.each<[Partial<ProfileRule>, string]>([
    [{ handle: { pointer: '/id', is: 'number' } }, 'must be the probed identity'],
    [{ handle: { pointer: '/login', equals: 'octocat' } }, 'must be the probed identity'],
    [{ displayName: '/friends/0/name' }, "field of the account's own object"],
    [{ displayName: '/friends/*/name' }, "field of the account's own object"],
    [{ createdAt: { json: '/a~2', as: 'iso' } }, 'not a JSON Pointer'],
    [{ counts: { followers: '/lists/3/followers' } }, "field of the account's own object"],
    [{ picture: { json: '/avatar', hosts: ['secure.gravatar.com'] } }, 'a digest of an e-mail address'],
    [{ picture: { json: '/avatar', hosts: [] } }, 'hosts'],
    [{ state: { bot: { pointer: '/owners/0/bot', is: 'true' } } }, "field of the account's own object"],
  ])('are refused with a reason: %j', (change, reason) => {
    const json = JSON.parse(readFileSync(`${CATALOGUE_ROOT}/curated/gitee.json`, 'utf8')) as {
      probes: { username: { profile: object } };
    };
    json.probes.username.profile = { ...json.probes.username.profile, ...change };
    const { entries, refused } = readEntries({ kind: 'operator', file: 'one.json', content: { json } });
    expect(entries).toEqual([]);
    expect(refused[0]?.reason).toContain(reason);
  });

  it.each(['http://example.com/{username}', 'https://example.com/', 'https://example.com/"{username}'])(
    'a profile page has to be an https address with the username: %s',
    (profilePage) => {
      const json = JSON.parse(readFileSync(`${CATALOGUE_ROOT}/curated/gitee.json`, 'utf8')) as object;
      const { entries } = readEntries({ kind: 'operator', file: 'one.json', content: { json: { ...json, profilePage } as never } });
      expect(entries).toEqual([]);
    },
  );
});
