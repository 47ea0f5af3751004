import { describe, expect, it } from 'vitest';
import { lookupCatalogue } from '../../src/wiring/platforms.js';
import { readEntries } from '../../src/engine/catalogue/read-entries.js';
import type { LinkedAccountRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Json } from '../../src/kernel/values/json.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { ResponseView } from '../../src/engine/evaluation/evidence-match.js';
import { linkedAccountsOf } from '../../src/engine/linked-accounts/linked-accounts.js';
import { LINKED_PLATFORMS } from '../../src/engine/linked-accounts/profile-pages.js';
import { CATALOGUE_ROOT } from '../support/simulated.js';
import { readFileSync } from 'node:fs';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const { catalogue, samples } = loaded;
const withLinkedAccounts = catalogue.platforms.flatMap(({ slug, probes }) =>
  QUERY_TYPES.flatMap((type) => (probes[type]?.linkedAccounts ? [{ slug, type, rule: probes[type] }] : [])),
);

describe('rules that reveal linked accounts', () => {
  it('are there', () => expect(withLinkedAccounts.length).toBeGreaterThanOrEqual(10));

  it.each(withLinkedAccounts)('$slug by $type: its sample holds one', ({ slug, type, rule }) => {
    const { status = 0, headers = {}, json } = samples.get(slug)?.[type]?.registered ?? {};
    const answer = { status, headers: { ...headers }, body: JSON.stringify(json), url: rule.request.url };
    expect(linkedAccountsOf(rule, { platform: slug, identity: `{${type}}` }, new ResponseView(answer))).not.toEqual([]);
  });

  it('name platforms of the catalogue', () => {
    const whole = lookupCatalogue({ CATALOGUE_PATH: undefined }, () => undefined);
    expect(LINKED_PLATFORMS.filter((slug) => !whole.get(slug))).toEqual([]);
  });

  it.each<[LinkedAccountRule, string]>([
    [{ json: '/login', platform: 'nowhere' }, 'neither this platform nor one whose profiles'],
    [{ json: '/a~2' }, 'is not a JSON Pointer'],
    [{ json: '/a/*/b/*/c/*' }, 'more than 2 lists'],
    [{ text: 'href="(([a-z]|[a-z0-9])*)"' }, 'could run for ever'],
    [{ text: '([a-z]+)' }, 'constant characters'],
    [{ text: 'profile' }, 'exactly one capturing group'],
    [{}, 'needs one of'],
    [{ json: '/a', text: 'href="([a-z]+)"' }, 'needs one of'],
  ])('are refused with a reason: %j', (linked, reason) => {
    const json = JSON.parse(readFileSync(`${CATALOGUE_ROOT}/curated/gitee.json`, 'utf8')) as {
      probes: { username: { linkedAccounts: Json } };
    };
    json.probes.username.linkedAccounts = [linked as Json];
    const { entries, refused } = readEntries({ kind: 'operator', file: 'one.json', content: { json } });
    expect(entries).toEqual([]);
    expect(refused[0]?.reason).toContain(reason);
  });
});
