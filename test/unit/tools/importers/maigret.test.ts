import { describe, expect, test, vi } from 'vitest';
import { importMaigret } from '../../../../tools/importers/index.js';
import { discourse, MESSAGE, one, sitesOf } from './maigret-sites.js';

/** A registry's name may not be written down here, so one that nobody has is declared to be one. */
vi.mock('../../../../src/kernel/net/probe-host.js', async (original) => {
  const real = await original<typeof import('../../../../src/kernel/net/probe-host.js')>();
  const isRegistry = (host: string) => host.endsWith('packages.example.org');
  return {
    ...real,
    namesPackageRegistry: (host: string) => isRegistry(host) || real.namesPackageRegistry(host),
    hostFault: (host: string, origin: 'shipped' | 'operator') => (isRegistry(host) ? 'a package registry' : real.hostFault(host, origin)),
  };
});

const ruleOf = (fields: Record<string, unknown>, engines?: Record<string, unknown>) => {
  const { admitted, refused } = one(fields, engines);
  expect(refused).toEqual([]);
  return admitted[0]?.probes.username;
};

describe('what a maigret site becomes', () => {
  test('a message site with texts on both sides: two-sided, naming the handle, following redirects within the site', () => {
    expect(one({}).admitted).toEqual([
      {
        slug: 'site',
        name: 'Site',
        homepage: 'https://forum.example.com',
        tags: ['forum', 'q-and-a'],
        probes: {
          username: expect.objectContaining({
            method: 'account_enumeration',
            request: { method: 'GET', url: 'https://forum.example.com/user/{username}', followRedirects: true },
            registered: { status: [200], contains: ['<div class="profile-card">', '{username}'], lacks: ['This user does not exist'] },
            absent: { status: [200, 400, 404, 410, 422], contains: ['This user does not exist'], lacks: ['<div class="profile-card">'] },
            positiveControls: ['northwind'],
          }),
        },
      },
    ]);
  });

  test('a status site rests on the control on both sides, is read in full, and follows no redirect', () => {
    expect(ruleOf({ checkType: 'status_code', presenseStrs: [], absenceStrs: [] })).toMatchObject({
      request: { method: 'GET', url: 'https://forum.example.com/user/{username}' },
      registered: { status: [200], contains: ['{username}'], weakEvidence: true },
      absent: { status: [404], weakEvidence: true },
    });
  });

  test('texts for absence alone: the presence side is an echo that rests on the control', () => {
    const rule = ruleOf({ presenseStrs: [] });
    expect(rule?.registered).toEqual({
      status: [200],
      contains: ['{username}'],
      lacks: ['This user does not exist'],
      weakEvidence: true,
    });
    expect(rule?.absent).not.toHaveProperty('weakEvidence');
  });

  test('texts for presence alone: the rule confirms and never denies', () => {
    const rule = ruleOf({ absenceStrs: [] });
    expect(rule?.registered).toEqual({ status: [200], contains: ['<div class="profile-card">', '{username}'] });
    expect(rule?.absent).toBeUndefined();
  });

  test('a common phrase for absence rests on the control; beside a text about the account it is left out', () => {
    expect(ruleOf({ absenceStrs: ['Page not found'] })?.absent).toMatchObject({ contains: ['Page not found'], weakEvidence: true });
    expect(ruleOf({ absenceStrs: ['Page not found', 'No such member'] })?.absent).toMatchObject({ contains: ['No such member'] });
  });

  test('what a log-in wall says is no sign of an account', () => {
    const rule = ruleOf({ presenseStrs: ['You must be logged in to do that.', 'profile-card'] });
    expect(rule?.registered?.contains).toEqual(['profile-card', '{username}']);
    expect(rule?.absent?.lacks).toContain('You must be logged in to do that.');
  });

  test('a title that ends in the site’s name stands on every page of it', () => {
    expect(ruleOf({ presenseStrs: ['| Example</title>'] })?.registered).toMatchObject({ weakEvidence: true });
  });

  test('a redirect to a page of its own is absence; presence is the page itself and rests on the control', () => {
    const rule = ruleOf({ checkType: 'response_url', presenseStrs: [], absenceStrs: [], errorUrl: 'https://forum.example.com/missing' });
    expect(rule?.absent).toEqual({ status: [301, 302, 303, 307, 308], location: 'https://forum.example.com/missing' });
    expect(rule?.registered).toMatchObject({ status: [200], weakEvidence: true });
    expect(rule?.request.followRedirects).toBeUndefined();
  });

  test.each([
    ['a place above the page asked', 'https://forum.example.com/user'],
    ['a log-in page', 'https://forum.example.com/login'],
    ['the root of another site', 'https://elsewhere.example.org/'],
  ])('a redirect to %s denies nothing', (_, errorUrl) => {
    expect(ruleOf({ checkType: 'response_url', presenseStrs: [], absenceStrs: [], errorUrl })?.absent).toBeUndefined();
  });

  test.each([
    ['no target', undefined],
    ['the root, above every page', 'https://forum.example.com/'],
    ['the root of the site above', 'https://example.com'],
  ])('a redirect to %s is read beside controls only, and not followed', (_, errorUrl) => {
    const rule = ruleOf({ checkType: 'response_url', absenceStrs: [], errorUrl });
    expect(rule?.absent).toEqual({ status: [301, 302, 303, 307, 308], redirectToRoot: true });
    expect(rule?.request.followRedirects).toBeUndefined();
  });

  test('the engine’s fields are the site’s unless it sets its own; lists are joined', () => {
    const engines = {
      Board: {
        site: {
          checkType: 'message',
          url: '{urlMain}{urlSubpath}/member/{username}',
          absenceStrs: ['No such member'],
          errors: { 'IP ban': 'ban' },
        },
      },
    };
    const rule = ruleOf(
      { engine: 'Board', url: undefined, checkType: undefined, urlSubpath: '/board', absenceStrs: ['Membre introuvable ici'] },
      engines,
    );
    expect(rule?.absent?.containsAny).toEqual(['Membre introuvable ici', 'No such member']);
    expect(rule?.blockPages).toEqual(['IP ban']);
  });

  test('a site without an engine that has an engine’s address is read as one of its sites', () => {
    const engines = {
      XF: {
        site: {
          url: '{urlMain}{urlSubpath}/members/?username={username}',
          presenseStrs: ['memberHeader-content'],
          absenceStrs: ['The specified member cannot be found'],
        },
      },
    };
    const rule = ruleOf({ url: 'https://forum.example.com/x/members/?username={username}', presenseStrs: [], absenceStrs: [] }, engines);
    expect(rule?.registered?.contains).toEqual(['memberHeader-content', '{username}']);
  });

  test('a site whose software we have a typed rule for gets that rule, with its own known account', () => {
    const { admitted, provenance } = one(
      { engine: 'DiscourseJson', presenseStrs: undefined, absenceStrs: undefined },
      { DiscourseJson: { site: { checkType: 'status_code' } } },
    );
    const rule = admitted[0]?.probes.username;
    expect(rule?.request.url).toBe('https://forum.example.com/u/{username}.json?skip_track_visit=true');
    expect(rule?.registered).toEqual(discourse.probes.username?.registered);
    expect(rule?.positiveControls).toEqual(['northwind', 'system', 'discobot']);
    expect(provenance.get('site')?.siteSoftware).toEqual({ software: 'discourse', host: 'forum.example.com' });
  });

  test('a search for posts of an author confirms, but who never posted is not absent', () => {
    const rule = ruleOf({
      url: 'https://forum.example.com/search.php?author={username}',
      absenceStrs: ['No such user posted'],
      presenseStrs: ['class="postprofile"'],
    });
    expect(rule?.registered).toBeDefined();
    expect(rule?.absent).toBeUndefined();
  });

  test.each(['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'curl/8.7.1', ''])(
    'the agent of a source ("%s") is not sent: we send ours',
    (agent) => {
      expect(ruleOf({ headers: { 'User-Agent': agent } })?.request).not.toHaveProperty('headers');
      expect(ruleOf({ headers: { 'user-agent': agent, Accept: 'text/html' } })?.request.headers).toEqual({ Accept: 'text/html' });
    },
  );

  test('a probe address and headers are used; a GraphQL query is a POST that reads', () => {
    expect(ruleOf({ urlProbe: '{urlMain}/api/{username}', headers: { Accept: 'application/json' } })?.request).toMatchObject({
      url: 'https://forum.example.com/api/{username}',
      headers: { Accept: 'application/json' },
    });
    const query = { query: 'query($name: String) { user(name: $name) { id } }', variables: { name: '{username}' } };
    expect(ruleOf({ requestMethod: 'POST', requestPayload: query })?.request).toEqual({
      method: 'POST',
      url: MESSAGE.url,
      body: { json: query },
    });
  });

  test.each([
    ['^[a-z]{3,10}$', '^[a-z][a-z]{1,8}[a-z]$'],
    ['^[^.]+$', '^[A-Za-z0-9_-](?:[A-Za-z0-9_-]{0,38}[A-Za-z0-9_-])?$'],
    [String.raw`^[\w\-]{2,}$`, '^[A-Za-z0-9_-][A-Za-z0-9_-]{0,38}[A-Za-z0-9_-]$'],
  ])('the naming rule %s is written anew from what it takes', (regexCheck, pattern) => {
    expect(ruleOf({ regexCheck })?.pattern).toBe(pattern);
  });

  test('a handle in the host has letters, digits and hyphens', () => {
    expect(ruleOf({ url: 'https://{username}.example.com/' })?.pattern).toBe('^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$');
  });
});

describe('what is refused, and in which words', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['disabled', { disabled: true }, /switched it off/],
    ['protected', { protection: ['tls_fingerprint'] }, /needs a browser or a log-in.*tls_fingerprint/],
    ['protected', { activation: { method: 'token' } }, /token or cookie/],
    ['not a username', { type: 'gaia_id' }, /with a gaia_id/],
    ['not public', { protocol: 'tor' }, /over tor/],
    ['not an account', { source: 'Elsewhere' }, /shows what Elsewhere holds/],
    ['not an account', { similarSearch: true }, /similar names/],
    ['not an account', { url: 'https://forum.example.com/search?q={username}' }, /similar names/],
    ['not an account', { url: 'https://forum.example.com/#/{username}' }, /never sent/],
    ['not an account', { url: 'https://forum.example.com/x?u=https://elsewhere.example.com/{username}' }, /pages of another site/],
    ['not public', { url: 'https://192.0.2.7/{username}', urlMain: 'https://192.0.2.7' }, /is an address/],
    ['not public', { url: 'https://abcdefabcdef.onion/{username}', urlMain: 'https://abcdefabcdef.onion' }, /not a public host name/],
    ['not public', { url: 'https://site.i2p/{username}', urlMain: 'https://site.i2p' }, /not a public host name/],
    ['package registry', { url: 'https://packages.example.org/{username}', urlMain: 'https://packages.example.org' }, /never probed/],
    ['not encrypted', { url: 'http://forum.example.com/{username}' }, /unencrypted/],
    ['sensitive', { tags: ['dating'] }, /tag "dating"/],
    ['sensitive', { url: 'https://queer.example.com/{username}', urlMain: 'https://queer.example.com' }, /name or host/],
    ['POST', { requestMethod: 'POST', requestPayload: { name: '{username}' } }, /by hand/],
    ['POST', { requestMethod: 'POST', requestPayload: { query: 'mutation { follow(name: "{username}") }' } }, /by hand/],
    ['harm rule', { requestMethod: 'DELETE' }, /only plain GET/],
    ['harm rule', { headers: { Cookie: 'a=b' } }, /credential/],
    ['harm rule', { url: 'https://forum.example.com/password/reset/{username}' }, /"(?:reset|password)"/],
    ['no evidence', { absenceStrs: [], presenseStrs: ['<html>'] }, /any page/],
    ['no known account', { usernameClaimed: 'two words' }, /no control/],
    ['naming rule', { regexCheck: '^[0-9]+$' }, /number that the site gave out/],
    ['naming rule', { regexCheck: '^(a|a)*$' }, /for ever/],
    ['unsound', { absenceStrs: ['No such member'], presenseStrs: ['No such member, but a profile'] }, /meets `absent` too/],
    ['unsound', { errors: { 'profile-card': 'ban' } }, /its own `registered` evidence is read as blocked/],
    ['unsound', { url: 'https://forum.example.com/?{username}' }, /name of a query parameter/],
    ['unreadable', { checkType: 'guess' }, /"guess" is unknown/],
    ['unreadable', { engine: 'Nobody' }, /"Nobody" is not in the file/],
    ['unreadable', { url: '//{username}', urlMain: '' }, /cannot be read/],
  ])('%s: %j', (group, fields, words) => {
    const { admitted, refused } = one(fields);
    expect(admitted).toEqual([]);
    expect(refused).toEqual([{ name: 'Site', group, reason: expect.stringMatching(words) }].map((each) => expect.objectContaining(each)));
  });

  test('a group is not a person', () => {
    expect(sitesOf({ 'Site (Group)': MESSAGE }).refused[0]?.group).toBe('not an account');
  });

  test('an operator may take the sensitive ones', () => {
    expect(importMaigret({ sites: { Site: { ...MESSAGE, tags: ['dating'] } }, engines: {} }, { sensitive: true }).admitted).toHaveLength(1);
  });

  test.each([null, 7, 'text', [], {}, { sites: [] }, { sites: { Site: null } }, { sites: { Site: [] } }])(
    '%j is no list: nothing is admitted, nothing throws',
    (json) => {
      expect(importMaigret(json).admitted).toEqual([]);
    },
  );
});

describe('of two that are one', () => {
  test('the first by name is taken, however the address is written', () => {
    const { admitted, refused } = sitesOf({ A: MESSAGE, B: { ...MESSAGE, url: 'https://www.forum.example.com/User/{username}/' } });
    expect(admitted.map(({ name }) => name)).toEqual(['A']);
    expect(refused).toEqual([{ name: 'B', group: 'covered already', reason: 'it asks the same as "A"' }]);
  });

  test('a platform that is there already speaks for its host', () => {
    const rule = ruleOf({});
    const shipped = [
      {
        slug: 'example',
        name: 'E',
        homepage: 'https://www.forum.example.com',
        icon: null,
        tags: [],
        strength: 'strong' as const,
        instant: [],
        probes: rule === undefined ? {} : { email: rule },
      },
    ];
    expect(importMaigret({ sites: { Site: MESSAGE }, engines: {} }, { shipped }).refused[0]?.reason).toBe(
      'the platform "example" speaks for this host',
    );
  });
});
