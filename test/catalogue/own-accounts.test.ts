/** Each shipped entry asks the platform itself, about a person's account there, and leaves no trace in it. */
import { describe, expect, test } from 'vitest';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { registrableDomain } from '../../src/kernel/net/probe-host.js';
import { templateUrl } from '../../src/engine/catalogue/safety/request-parts.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import { shipped as loaded } from '../support/shipped-catalogue.js';

const { catalogue } = loaded;
const rules = catalogue.platforms.flatMap((platform) =>
  QUERY_TYPES.flatMap((queryType) => {
    const rule = platform.probes[queryType];
    return rule === undefined ? [] : [{ at: `${platform.slug} ${queryType}`, platform, rule }];
  }),
);
const domainOf = (url: string): string | null => registrableDomain(templateUrl(url)?.hostname ?? '');

describe('a profile view that Discourse would count is not counted', () => {
  const UNCOUNTED = /[?&]skip_track_visit=true(?:&|$)/;

  test('every rule of every Discourse site says so in its request', () => {
    const discourse = rules.filter(({ platform }) => platform.tags.includes('discourse'));
    expect(discourse.length).toBeGreaterThan(1_278);
    expect(discourse.filter(({ rule }) => !UNCOUNTED.test(rule.request.url)).map(({ at }) => at)).toEqual([]);
  });

  /** Where Discourse shows a profile: `UsersController#show`. */
  const PROFILE = /^\/(?:.+\/)?u\/zqvariablezq(?:\.json|\/badges)?\/?$/;

  test('so does each request to an address in that form of which nothing tells whose software it is: its rule reads the status alone', () => {
    const unnamed = rules.filter(({ platform, rule }) => {
      const { absent } = rule;
      const readsTexts =
        absent?.json !== undefined || absent?.contains !== undefined || absent?.containsAny !== undefined || absent?.location !== undefined;
      return (
        absent !== undefined &&
        !readsTexts &&
        !platform.tags.includes('discourse') &&
        PROFILE.test(templateUrl(rule.request.url)?.pathname ?? '')
      );
    });
    expect(unnamed.length).toBeGreaterThan(10);
    expect(unnamed.filter(({ rule }) => !UNCOUNTED.test(rule.request.url)).map(({ at }) => at)).toEqual([]);
  });
});

test('a host outside the homepage’s domain is the platform’s own, and the rule says how that is known', () => {
  const foreign = rules.filter(({ platform, rule }) => domainOf(rule.request.url) !== domainOf(platform.homepage));
  expect(foreign.map(({ rule }) => rule.hostReason?.length ?? 0).every((length) => length >= 20)).toBe(true);
  expect(new Set(foreign.map(({ rule }) => domainOf(rule.request.url)))).toEqual(
    new Set([
      '37signals.com',
      'bere.al',
      'blogspot.com',
      'cakeapp.me',
      'choco.kz',
      'cloudfunctions.net',
      'filmin.com',
      'firebaseio.com',
      'geekdo.com',
      'go.com',
      'googleapis.com',
      'hatchbaby.com',
      'modivo.io',
      'mojang.com',
      'paypal.com',
      'peatix-api.com',
      'protonmail.ch',
      'saavn.com',
      't.me',
      'vente-privee.com',
      'voghion.sg',
      'w3spaces.com',
    ]),
  );
});

test('a reason is given only where it is needed', () => {
  const needless = rules.filter(({ platform, rule }) => {
    const urls = [rule.request.url, ...(rule.request.redirectHosts ?? []).map((host) => `https://${host}/`)];
    return rule.hostReason !== undefined && urls.every((url) => domainOf(url) === domainOf(platform.homepage));
  });
  expect(needless.map(({ at }) => at)).toEqual([]);
});

describe('what is no account of a person on the platform is not in the catalogue', () => {
  const HOSTS = [
    'twitchtracker.com',
    'stats.fm',
    'jikan.moe',
    'scaleabout.com',
    'discords.com', // somebody else's mirror or tracker
    'hudsonrock.com', // an infected computer
    'slack.com',
    'readthedocs.io',
    'mitiendanube.com',
    'empretienda.com.ar', // a workspace, a project, a shop
    'patched.sh', // a forum about broken-into software: sensitive
    'axonaut.com',
    'medal.tv', // nothing shows that the request leaves no trace
  ];
  test.each(HOSTS)('%s is asked by no rule', (host) => {
    expect(rules.filter(({ rule }) => domainOf(rule.request.url) === host).map(({ at }) => at)).toEqual([]);
  });

  test.each(['hudson-rock', 'packagist', 'slack', 'googleplaystore', 'patched', 'api-stats-fm', 'axonaut', 'medal', 'wisio'])(
    'no platform is called %s',
    (slug) => {
      expect(catalogue.get(slug)).toBeUndefined();
    },
  );

  test('the name of a shop’s developer is not asked for', () => {
    expect(rules.filter(({ rule }) => rule.request.url.startsWith('https://play.google.com/')).map(({ at }) => at)).toEqual([]);
  });
});

describe('answers that were doubtful', () => {
  /** What the platform's e-mail rule makes of a JSON answer. */
  function verdict(slug: string, json: unknown) {
    const rule = catalogue.get(slug)?.probes.email;
    if (rule === undefined) throw new Error(`${slug} has no e-mail rule`);
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json), url: rule.request.url };
    return evaluateResponse(rule, variablesFor({ type: 'email', value: 'jordan@example.com' }), answer).state;
  }

  test('Atlassian: "redirect" sends every address of a company’s domain to its log-in, and is neither a "yes" nor a "no"', () => {
    expect(verdict('atlassian', { action: 'redirect', redirect_type: 'saml' })).toBe('inconclusive');
    expect(verdict('atlassian', { action: 'no_action' })).toBe('registered');
    expect(verdict('atlassian', { action: 'signup' })).toBe('not_registered');
  });

  test('Cake: an address that is taken is a "yes"; one that is free may have an account by Google, Apple or a phone', () => {
    expect(verdict('cake', { result: 'SUCCESS', data: { hasError: true, errorType: 'DUPLICATED' } })).toBe('registered');
    expect(verdict('cake', { result: 'SUCCESS', data: { hasError: false } })).toBe('inconclusive');
  });

  test('NaturaBuy and Disney: only the two answers that are known are read', () => {
    expect([verdict('naturabuy', { free: false }), verdict('naturabuy', { free: true })]).toEqual(['registered', 'not_registered']);
    expect([verdict('naturabuy', { free: null }), verdict('naturabuy', {})]).toEqual(['inconclusive', 'inconclusive']);
    const flow = (guestFlow: string) => verdict('disney-espn', { data: { guestFlow }, error: null });
    expect([flow('LOGIN_FLOW'), flow('REGISTRATION_FLOW'), flow('OTP_FLOW')]).toEqual(['registered', 'not_registered', 'inconclusive']);
  });
});
