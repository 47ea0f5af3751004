import { describe, expect, it } from 'vitest';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { VENDORS } from '../../../../src/engine/evaluation/block-page-markers.js';

const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://example.com/u/{username}' },
  safety: { basis: 'public_page', reviewed: '2026-01-01', reason: 'reads a public profile' },
  registered: { status: [200], contains: ['{username}'], weakEvidence: true },
  absent: { status: [404, 403, 405, 410], weakEvidence: true },
};
/** Evidence of its own, which no challenge may outweigh. */
const rich: ProbeRule = { ...rule, registered: { status: [200], contains: ['<h1 class="name">{username}</h1>'] } };

function verdict(body: string, more: { status?: number; headers?: Record<string, string>; rule?: ProbeRule; type?: string } = {}): string {
  const headers = { 'content-type': more.type ?? 'text/html', ...more.headers };
  const evaluated = evaluateResponse(
    more.rule ?? rule,
    { username: 'ada' },
    { status: more.status ?? 200, headers, body, url: 'https://example.com/u/ada' },
  );
  return evaluated.state === 'inconclusive' ? evaluated.reason : evaluated.state;
}

/** One page as each service shows it, by its public outward signs. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  Cloudflare: [
    '<script>window._cf_chl_opt={cvId:"3"}</script>',
    '<div id="cf-error-details" class="cf-error-details-wrapper"><h2>Error 1020</h2></div>',
    '<link rel="stylesheet" href="/cdn-cgi/styles/challenges.css">',
  ],
  DataDome: ['<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=x"></iframe>'],
  'HUMAN (PerimeterX)': ['<div id="px-captcha"></div>', '<script src="https://captcha.px-cloud.net/PXabc/captcha.js"></script>'],
  Akamai: [
    'Reference #18.2d&#46; https://errors.edgesuite.net/18.2d',
    '<div id="sec-if-cpt-container"></div>',
    '<script>location="?bm-verify=AAQ"</script>',
  ],
  Imperva: ['<iframe>Request unsuccessful. Incapsula incident ID: 1-2-3</iframe>', '<p>Powered by Imperva</p>'],
  'AWS WAF': ['<script>window.gokuProps = {"key":"x"}</script>', '<script>AwsWafCaptcha.renderCaptcha(container)</script>'],
  Kasada: ['<script>window.KPSDK={};KPSDK.now=0</script>'],
  F5: ['<script>window["bobcmn"] = "101110"</script>', 'The requested URL was rejected. Please consult with your administrator.'],
  Radware: ['<form action="https://validate.perfdrive.com/check"></form>'],
  Fastly: ['<script src="/_fs-ch-1T1wms/script.js"></script>'],
  Sucuri: ['<script>sucuri_cloudproxy_js=""</script>'],
  'DDoS-Guard': ['<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>'],
  Qrator: ['<script src="/__qrator/qauth.js"></script>'],
  'Alibaba Cloud': ['<meta name="aliyun_waf_aa" content="x">', '<script>var arg1="x";setCookie("acw_sc__v2",y)</script>'],
  Reblaze: ['<script>window.rbzns={bereshit:"1"}</script>'],
  Vercel: ['<title>Vercel Security Checkpoint</title>'],
  SiteGround: ['<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'],
  Wordfence: ['<p>Your access to this site has been limited by the site owner</p>'],
  'Yandex SmartCaptcha': ['<form action="/showcaptcha?cc=1"></form>'],
  Anubis: ['<script id="anubis_challenge" type="application/json">{}</script>'],
  'go-away': ['<script src="/.well-known/x/git/go-away/cmd/go-away/assets/challenge.mjs"></script>'],
  others: ['<form id="challenge-form"></form>'],
};
/** Captcha widgets, which are a wall on a page that holds little else. */
const WIDGETS = [
  ['hCaptcha', '<div class="h-captcha" data-sitekey="x"></div>'],
  ['hCaptcha script', '<script src="https://js.hcaptcha.com/1/api.js"></script>'],
  ['reCAPTCHA', '<div class="g-recaptcha" data-sitekey="x"></div>'],
  ['reCAPTCHA Enterprise', '<script src="https://www.google.com/recaptcha/enterprise.js"></script>'],
  ['Turnstile', '<div class="cf-turnstile"></div>'],
  ['Turnstile script', '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>'],
  ['Friendly Captcha', '<div class="frc-captcha"></div>'],
  ['Arkose', '<script src="https://client-api.arkoselabs.com/v2/x/api.js"></script>'],
  ['GeeTest', '<div class="geetest_captcha"></div>'],
  ['Yandex SmartCaptcha', '<div id="x" class="smart-captcha"></div>'],
  ['Tencent', '<script src="https://turing.captcha.qcloud.com/TCaptcha.js"></script>'],
  ['Imperva', '<script src="/_Incapsula_Resource?SWJIYLWA=x"></script>'],
  ['a home-made one', '<img src="/captcha/image?id=1">'],
] as const;
const LONG = '<p>words of the day</p>'.repeat(900);

describe.each(VENDORS)('$name', ({ name, headers = [], markers = [] }) => {
  it.each(PAGES[name] ?? [])('%s', (page) => {
    const body = `<!doctype html><html><head></head><body>${page}<a href="/?next=/u/ada">ada</a></body></html>`;
    for (const status of [200, 403, 404, 405]) expect(verdict(body, { status })).toBe('challenge');
    expect(verdict(`${body}<h1 class="name">ada</h1>${LONG}`, { rule: rich })).toBe('challenge');
  });

  it('each of its marks is met in one of these pages or alone', () => {
    expect(markers.length === 0 || (PAGES[name] ?? []).length > 0).toBe(true);
    for (const mark of markers) expect(verdict(`<body>${mark} ada</body>`)).toBe('challenge');
  });

  it.each(headers)('header %s, on any answer', (header) => {
    expect(verdict('<h1 class="name">ada</h1>', { rule: rich, headers: { [header]: '1' } })).toBe('challenge');
    expect(verdict('{"name":"ada"}', { type: 'application/json', headers: { [header]: '1' } })).toBe('challenge');
  });
});

describe('captcha widgets', () => {
  it.each(WIDGETS)('%s: a wall on a short page, a guard in the corner of a long one', (_, widget) => {
    expect(verdict(`<html><body>${widget} ada</body></html>`)).toBe('challenge');
    expect(verdict(`<html><body><h1 class="name">ada</h1>${LONG}${widget}</body></html>`, { rule: rich })).toBe('registered');
  });
});

it('a biography that names them all is no wall in JSON', () => {
  const bio = VENDORS.flatMap(({ name, markers = [] }) => [name, ...markers]).join(' ');
  const api: ProbeRule = { ...rule, registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] } };
  expect(verdict(JSON.stringify({ login: 'ada', bio }), { rule: api, type: 'application/json' })).toBe('registered');
});
