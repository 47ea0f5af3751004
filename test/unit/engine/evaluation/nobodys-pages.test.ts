/** Pages that wait, turn away, sell or excuse are about nobody, whatever the status; pages of people and of absence are what they are. */
import { describe, expect, it } from 'vitest';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { BARE_RULE, readAs } from '../../../support/bare-rule.js';

const both = (body: string, rule: ProbeRule = BARE_RULE): readonly string[] => [200, 404].map((status) => readAs(rule, { body, status }));
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}<!-- /u/ada --></body></html>`;
const BUNDLE = '<script src="/app.4f1c.js" data-path="/u/ada"></script>';

describe('a page that shows nothing', () => {
  it.each<[string, string]>([
    ['sets a cookie and comes back', `<script>document.cookie="seen=1";location.reload()</script><noscript>no</noscript> ada`],
    ['goes elsewhere', `<script>window.location = "/check?next=/u/ada"</script>`],
    ['goes elsewhere by a member', `<script>top.location['href']='/x?u=ada'</script>`],
    [
      'sends a form',
      `<form action="/v" method="post"><input type="hidden" name="u" value="ada"></form><script>document.forms[0].submit()</script>`,
    ],
    ['refreshes itself', `<meta http-equiv="refresh" content="3;url=/wait?to=/u/ada">`],
    ['works a puzzle', `<script>window.work={"d":4,"to":"/u/ada"}</script><script src="/work.js"></script>`],
    ['wants scripts', `<div id="app"></div>${BUNDLE}<noscript>Bitte aktivieren Sie JavaScript.</noscript>`],
  ])('%s', (_, body) => {
    expect(both(page('', body))).toEqual(['challenge', 'challenge']);
  });

  it('but has the text by which the rule knows an absence is one', () => {
    const rule: ProbeRule = { ...BARE_RULE, absent: { status: [404], contains: ["top.location.href = '/404';"], weakEvidence: true } };
    expect(readAs(rule, { status: 404, body: page('', "<script>top.location.href = '/404';</script>") })).toBe('not_registered');
  });

  it('but names its subject for other programs is of that subject', () => {
    const head = '<meta property="og:title" content="Ada (@ada)"><meta property="og:url" content="https://example.com/u/ada">';
    expect(readAs(BARE_RULE, { body: page('Ada', `<div id="app"></div>${BUNDLE}<noscript>Enable JavaScript.</noscript>`, head) })).toBe(
      'registered',
    );
  });
});

describe('a page with little to say', () => {
  it.each<[string, string, string, string]>([
    ['waits', 'Hang tight', 'We are confirming that your connection is fine.', 'challenge'],
    ['waits, in its text alone', 'example.com', '<p>Please wait a few seconds.</p>', 'challenge'],
    ['waits, in Polish', 'example.com', '<p>Proszę czekać…</p>', 'challenge'],
    ['lets nobody in yet', 'Shop', '<p>You are in the queue. Your place in line: 3,112</p>', 'challenge'],
    ['lets nobody in yet, in French', 'Boutique', "<h1>Salle d'attente virtuelle</h1>", 'challenge'],
    ['needs scripts', 'Error', '<p>Turn on JavaScript and reload.</p>', 'challenge'],
    ['is for other browsers', 'Upgrade your web browser', '<p>Sorry.</p>', 'challenge'],
    ['is for other browsers, in Russian', 'example.com', '<h1>Ваш браузер устарел, обновите браузер</h1>', 'challenge'],
    ['is for sale', 'example.com', '<h2>This domain may be for sale!</h2>', 'server_error'],
    ['is for sale, in German', 'example.com', '<h1>Diese Domain steht zum Verkauf</h1>', 'server_error'],
    ['is of a server without a site', 'Welcome to nginx!', '<h1>Welcome to nginx!</h1>', 'server_error'],
    ['is of a host that was not paid', 'Bandwidth Limit Exceeded', '<p>Try later.</p>', 'server_error'],
    ['is blocked by a court, in Turkish', 'Erişim', '<p>Bu siteye mahkeme kararı ile erişime engellenmiştir</p>', 'blocked'],
    ['asks for an age', 'Welcome', '<h1>Are you over 21?</h1>', 'consent_wall'],
    ['asks for an age, in Spanish', 'Bienvenido', '<h1>¿Eres mayor de edad?</h1>', 'consent_wall'],
    ['asks for money or data, in German', 'Zeitung', '<h1>Weiter mit Werbung oder Pur-Abo</h1>', 'consent_wall'],
  ])('%s', (_, title, body, reason) => {
    expect(both(page(title, body))).toEqual([reason, reason]);
  });

  it.each<[string, string]>([
    [
      'a short page of a person',
      page('ada - Example', '<h1>ada</h1><p>Joined 2019. Writes about queues, domains and browsers.</p><a href="/u/ada">Posts</a>'),
    ],
    [
      'a long page whose holder writes such words',
      page('ada', `<h1>ada</h1><p>please wait, enable javascript</p>${'<p>words of the day</p>'.repeat(60)}`),
    ],
  ])('%s is what it is', (_, body) => {
    expect(readAs(BARE_RULE, { body })).toBe('registered');
  });

  it.each<[string, string]>([
    ['Not Found', '<h1>Not Found</h1><p>The requested URL was not found on this server.</p>'],
    ['404', '<p>Oops! Nobody here. Go <a href="/">home</a>.</p>'],
    ['Seite nicht gefunden', '<h1>Diese Seite gibt es nicht</h1>'],
  ])('of absence is one: %s', (title, body) => {
    expect(readAs(BARE_RULE, { status: 404, body: page(title, body) })).toBe('not_registered');
  });

  it('is outweighed by evidence of content', () => {
    const rich: ProbeRule = { ...BARE_RULE, registered: { status: [200], contains: ['<h1 class="name">{username}</h1>'] } };
    expect(readAs(rich, { body: page('Are you over 18?', '<h1 class="name">ada</h1>') })).toBe('registered');
  });
});
