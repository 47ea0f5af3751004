/** Imported rules whose address shows the software of their site pass their control there before they ship. */
import { describe, expect, test } from 'vitest';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { countImport } from '../../../../tools/importers/import-report.js';
import { softwareFault } from '../../../../tools/importers/software-control.js';
import { ruleOrigin } from '../../../../src/engine/catalogue/load-catalogue.js';
import { shipped } from '../../../support/shipped-catalogue.js';
import { BARE_RULE } from '../../../support/bare-rule.js';
import { one } from './maigret-sites.js';

const WEAK: Evidence = { status: [200], contains: ['{username}'], weakEvidence: true };
const GONE: Evidence = { status: [404], weakEvidence: true };
const ruleAt = (url: string, more: Partial<ProbeRule> = {}): ProbeRule => ({
  ...BARE_RULE,
  pattern: '^[A-Za-z0-9_-]{1,40}$',
  request: { method: 'GET', url },
  registered: WEAK,
  absent: GONE,
  positiveControls: ['ada'],
  ...more,
});
const WIKI = 'https://wiki.example.org/wiki/User:{username}';
const followed = { method: 'GET', url: WIKI, followRedirects: true } as const;

describe('a rule that can never answer', () => {
  test.each<[title: string, ProbeRule, fault: RegExp]>([
    ['a wiki asked without a capital, its redirect not followed', ruleAt(WIKI), /no known account.*MediaWiki 1\.39/],
    [
      'a class that stock phpBB never prints',
      ruleAt('https://forum.example.org/search.php?author={username}', {
        registered: { status: [200], contains: [' username-coloured', '{username}'] },
        absent: undefined,
      }),
      /no known account.*phpBB 3\.3/,
    ],
    [
      'a known account with capitals, where names have none',
      ruleAt('https://matrix.example.org/_matrix/client/v3/profile/@{username}:example.org', { positiveControls: ['Milan'] }),
      /no known account.*Synapse/,
    ],
    [
      'a page that is shown for everybody',
      ruleAt('https://forum.example.org/memberlist.php?username={username}', {
        registered: { status: [200], contains: ['id="memberlist"'] },
        absent: undefined,
        echoExemption: 'It lists whom it finds.',
      }),
      /nobody has reads registered/,
    ],
    [
      'a wiki that is asked about nobody without a capital, its redirect not followed',
      ruleAt(WIKI, { positiveControls: ['Ada'], absent: { status: [404], contains: ['mw-userpage-userdoesnotexist'] } }),
      /nobody has does not read absent/,
    ],
    [
      'a status that the software does not send',
      ruleAt('https://forum.example.org/memberlist.php?username={username}'),
      /nobody has does not read absent/,
    ],
  ])('is named: %s', (_, rule, fault) => {
    expect(softwareFault(rule)).toMatch(fault);
  });

  test.each<[title: string, ProbeRule]>([
    ['a wiki whose redirect is followed', ruleAt(WIKI, { request: followed })],
    ['a wiki asked with a capital', ruleAt(WIKI.replace('}', ':title}'))],
    ['one known account of two', ruleAt(WIKI, { positiveControls: ['ada', 'Grace'], absent: undefined })],
    [
      'a name without capitals',
      ruleAt('https://matrix.example.org/_matrix/client/v3/profile/@{username}:example.org', {
        registered: { status: [200], json: [{ pointer: '/displayname', is: 'string' }] },
        echoExemption: 'It is that of the address.',
      }),
    ],
    [
      'an absence in the words of another language',
      ruleAt('https://forum.example.org/memberlist.php?username={username}', {
        absent: { status: [200], contains: ['Не найдено ни одного пользователя'] },
      }),
    ],
    ['a site of no software that is known', ruleAt('https://forum.example.org/people/{username}', { registered: GONE })],
  ])('is not one that passes, or of which nothing is known: %s', (_, rule) => {
    expect(softwareFault(rule)).toBeNull();
  });
});

describe('an import', () => {
  const profile = { url: 'https://forum.example.com/memberlist.php?mode=viewprofile&un={username}', absenceStrs: ['No such member'] };

  test('leaves out a rule that fails its control, and counts it', () => {
    const result = one({ ...profile, presenseStrs: ['class="sheet_of_an_extension"'] });
    expect(result.admitted).toEqual([]);
    expect(result.refused).toMatchObject([{ group: 'fails its control', reason: expect.stringContaining('phpBB') }]);
    expect(countImport(result).byReason).toEqual({ 'fails its control': 1 });
  });

  test('takes the same rule with a text that the software prints', () => {
    expect(one({ ...profile, presenseStrs: ['class="left-box details profile-details"'] }).refused).toEqual([]);
  });

  test('has admitted no rule that fails it', () => {
    const imported = shipped.catalogue.platforms.filter(({ slug }) => ruleOrigin(shipped, slug, 'username')?.kind === 'imported');
    const rules = imported.flatMap(({ slug, probes }) => (probes.username ? [{ slug, rule: probes.username }] : []));
    expect(rules.length).toBeGreaterThan(2_000);
    expect(rules.filter(({ rule }) => softwareFault(rule) !== null).map(({ slug }) => slug)).toEqual([]);
  });
});
