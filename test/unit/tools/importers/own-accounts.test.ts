/** An import asks the platform itself about a person's account, and lets Discourse count no view of a profile. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { SiteSoftwareFile } from '../../../../src/engine/catalogue/entry-schema.js';
import { importMaigret, importWhatsMyName } from '../../../../tools/importers/index.js';

const discourse = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../catalogue/site-software/discourse.json', import.meta.url)), 'utf8'),
) as SiteSoftwareFile;
const STATUS = {
  checkType: 'status_code',
  urlMain: 'https://www.example.com/',
  url: 'https://www.example.com/{username}',
  usernameClaimed: 'northwind',
};

const ENGINES = { DiscourseJson: { site: { checkType: 'status_code', url: '{urlMain}/u/{username}.json' } } };

/** What becomes of one site asked by its status, with other fields. */
const importOne = (fields: Record<string, unknown>) =>
  importMaigret({ sites: { Site: { ...STATUS, ...fields } }, engines: ENGINES }, { siteSoftware: [discourse] });
const requestOf = (fields: Record<string, unknown>) => {
  const { admitted, refused } = importOne(fields);
  expect(refused).toEqual([]);
  return admitted[0]?.probes.username?.request.url;
};

describe('hosts', () => {
  test('a request to another domain than the site’s own is refused: a mirror or a tracker says nothing certain', () => {
    const { admitted, refused } = importOne({ urlProbe: 'https://tracker.example.net/{username}' });
    expect(admitted).toEqual([]);
    expect(refused).toEqual([{ name: 'Site', group: 'foreign host', reason: expect.stringMatching(/asks tracker\.example\.net/) }]);
  });

  test('an operator’s list is held to it as well', () => {
    const site = {
      name: 'Site',
      uri_check: 'https://api.example.net/{account}',
      uri_pretty: 'https://www.example.com/{account}',
      e_code: 200,
      e_string: 'class="profile-card"',
      m_code: 404,
      m_string: 'No such member',
      known: ['northwind'],
      cat: 'social',
    };
    expect(importWhatsMyName({ sites: [site] }).refused[0]).toMatchObject({ group: 'foreign host' });
  });

  test.each([
    ['https://www.blogger.com', 'https://{username}.blogspot.com'],
    ['https://bereal.com', 'https://bere.al/{username}'],
    ['https://www.paypal.me', 'https://www.paypal.com/paypalme/{username}'],
  ])('a platform that is known to use another domain says so: %s', (urlMain, url) => {
    const { admitted } = importOne({ urlMain, url });
    expect(admitted[0]?.probes.username?.hostReason).toMatch(/own|Google's|PayPal's/);
  });

  test('it vouches for no other platform, and for no other domain', () => {
    expect(importOne({ url: 'https://{username}.blogspot.com' }).refused[0]?.group).toBe('foreign host');
    expect(importOne({ urlMain: 'https://www.blogger.com', url: 'https://notblogspot.com/{username}' }).refused[0]?.group).toBe(
      'foreign host',
    );
  });
});

describe('what a name stands for', () => {
  test.each([
    ['https://{username}.slack.com', /a team's workspace/],
    ['https://play.google.com/store/apps/developer?id={username}', /a developer of apps/],
    ['https://cavalier.hudsonrock.com/api?username={username}', /infected by malware/],
    ['https://twitchtracker.com/{username}', /what a tracker follows/],
    ['https://{username}.readthedocs.io/', /documentation/],
    ['https://{username}.mitiendanube.com/', /a shop/],
  ])('%s is no account of a person', (url, words) => {
    const urlMain = url.replace('{username}.', 'www.').replace(/^(https:\/\/[^/]+).*/, '$1');
    expect(importOne({ url, urlMain }).refused).toEqual([{ name: 'Site', group: 'not an account', reason: expect.stringMatching(words) }]);
  });

  test('a forum about broken-into software is sensitive', () => {
    expect(importOne({ url: 'https://patched.sh/User/{username}', urlMain: 'https://patched.sh' }).refused[0]?.group).toBe('sensitive');
  });
});

describe('views of a profile', () => {
  const TYPED = 'https://forum.example.com/u/{username}.json?skip_track_visit=true';

  test.each(['/u/{username}/summary', '/u/{username}/summary.json', '/u/{username}/activity.json'])(
    'a site at an address that only Discourse has, %s, gets its typed rule, which is not counted',
    (path) => {
      expect(requestOf({ urlMain: 'https://forum.example.com', url: `https://forum.example.com${path}` })).toBe(TYPED);
    },
  );

  test('a site that is known to run Discourse gets it though the source asks for a status', () => {
    const fields = { urlMain: 'https://users.rust-lang.org', url: 'https://users.rust-lang.org/u/{username}' };
    expect(requestOf(fields)).toBe('https://users.rust-lang.org/u/{username}.json?skip_track_visit=true');
  });

  test('Discourse in a folder is asked there, with the typed rule', () => {
    const probed = requestOf({ engine: 'DiscourseJson', urlMain: 'https://www.example.com/forum/', url: '{urlMain}/u/{username}.json' });
    expect(probed).toBe('https://www.example.com/forum/u/{username}.json?skip_track_visit=true');
  });

  test.each(['/u/{username}', '/u/{username}/', '/forum/u/{username}'])(
    '%s of a site of which only a status is known may be Discourse’s: it is not counted either',
    (path) => {
      expect(requestOf({ url: `https://www.example.com${path}` })).toBe(`https://www.example.com${path}?skip_track_visit=true`);
    },
  );

  test('a page whose texts tell another software is asked as it is', () => {
    const flarum = {
      checkType: 'message',
      presenseStrs: ['"attributes":{"username"'],
      absenceStrs: ['NotFound'],
      url: 'https://www.example.com/u/{username}',
    };
    expect(requestOf(flarum)).toBe('https://www.example.com/u/{username}');
  });
});
