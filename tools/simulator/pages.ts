/** Pages of the simulated platforms. Written for this project; no platform's own text. */
import type { SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';

/** Neutral filler, so that pages have the size of ordinary pages (about 6 kB). */
const FILLER = Array.from(
  { length: 40 },
  (_, i) => `<li class="item i${i}"><a href="/a/${i}">Entry ${i}</a> <span>Weather, trains, bread and other news of the day.</span></li>`,
).join('\n');

/** @param title and body: HTML, variables allowed */
export function page(title: string, body: string, filler = true): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="/assets/main.css"></head>',
    `<body><header><a href="/">Start</a> <nav><a href="/about">About</a></nav></header><main>`,
    body,
    filler ? `<ul>\n${FILLER}\n</ul>` : '',
    '</main><footer><a href="/terms">Terms</a></footer></body></html>',
  ].join('\n');
}

/** An HTML response. */
export function htmlSample(status: number, html: string, headers: Readonly<Record<string, string>> = {}): SampleResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, text: html };
}

export const notFoundPage = htmlSample(404, page('Page not found', '<h1>404</h1><p>There is nothing at this address.</p>', false));

/** A site that says "not here" with status 200, and names the identity. */
export const namedNotFoundPage = htmlSample(200, page('{username}', '<h1>{username}</h1><p>is not among our members, but others are.</p>'));

/** A page of a site that shows a list under any name. */
export const namedListPage = htmlSample(200, page('{username}', '<h1>{username}</h1><p>Everything that we have about it.</p>'));

/** Page of a cache or a load balancer that cannot reach the site behind it. */
export const edgePage = htmlSample(
  404,
  '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>edge/1.0</center></body></html>',
);

export const homePage = htmlSample(200, page('Welcome', '<h1>Welcome</h1><p>See what is new today.</p>'));

/** A login form; also the target of a redirect to /login. */
export const loginPage = htmlSample(
  200,
  page(
    'Log in',
    '<h1>Log in to continue</h1><form action="/login" method="post"><input name="user"><input type="password" name="pass"><button>Log in</button></form>',
    false,
  ),
);

/** A service's bot challenge, with its publicly visible marks: status, header, title and script. */
export const challengePage: SampleResponse = {
  status: 403,
  headers: {
    'content-type': 'text/html; charset=UTF-8',
    server: 'cloudflare',
    'cf-mitigated': 'challenge',
    'cache-control': 'private, no-store',
  },
  text: [
    '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>',
    '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="360"></head>',
    '<body><noscript>Enable JavaScript and cookies to continue</noscript>',
    "<script>(function(){window._cf_chl_opt={cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';document.head.appendChild(a)})();</script>",
    '</body></html>',
  ],
};

export const captchaPage = htmlSample(
  200,
  page('Are you a robot?', '<h1>Please verify you are human</h1><div class="g-recaptcha" data-sitekey="simulated"></div>', false),
);

export const consentPage = htmlSample(
  200,
  page(
    'Before you continue',
    '<h1>Before you continue</h1><p>We and our partners use cookies. Choose what you accept.</p><form action="/consent" method="post"><button>Accept all</button><button>Reject all</button></form>',
    false,
  ),
);

export const maintenancePage = htmlSample(
  200,
  page('Down for maintenance', '<h1>We will be back soon</h1><p>Planned maintenance is under way.</p>', false),
);

/** The site after a redesign: the same page for every path, without any of the old marks. */
export const redesignedPage = htmlSample(200, page('All new', '<div id="app" data-build="2"></div><p>Loading the new experience.</p>'));
