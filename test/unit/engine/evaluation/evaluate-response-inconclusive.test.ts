import { describe, expect, it } from 'vitest';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';
import { isRoot } from '../../../../src/engine/evaluation/root-redirect.js';

const REQUESTED = { username: 'ada' };
const ruleOf = (sides: { registered?: Evidence; absent?: Evidence }, more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://example.com/people/{username}' },
  safety: { basis: 'public_page', reviewed: '2026-01-01', reason: 'reads a public profile' },
  ...sides,
  ...more,
});
const response = (body: string, type: string | null = 'text/html', more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: type === null ? {} : { 'content-type': type },
  body,
  url: 'https://example.com/people/ada',
  ...more,
});
const verdict = (rule: ProbeRule, answer: HttpResponse, variables: Record<string, string> = REQUESTED) => {
  const evaluation = evaluateResponse(rule, variables, answer);
  return evaluation.state === 'inconclusive' ? evaluation.reason : evaluation.state;
};

describe('a label that does not fit', () => {
  const loose = ruleOf({ absent: { status: [200], contains: ['No such member'] } });

  it('is none where the page has no label, or one of XML', () => {
    const page = '<html><p>No such member</p>';
    for (const type of [null, 'text/xml', 'text/html']) expect(verdict(loose, response(page, type))).toBe('not_registered');
    for (const type of ['text/plain', 'image/png']) expect(verdict(loose, response(page, type))).toBe('unexpected_type');
  });

  it('is one of JSON where the text begins with markup, not where it holds some', () => {
    expect(verdict(loose, response(' \n<p>No such member</p>', 'application/json'))).toBe('unexpected_type');
    expect(verdict(loose, response('{"note":"<b>No such member</b>"}', 'application/json'))).toBe('not_registered');
  });

  it('is reported when no side that has the status takes that kind of response', () => {
    const json: Evidence = { status: [200], json: [{ pointer: '/login', is: 'identity' }] };
    const html = (status: number): Evidence => ({ status: [status], contentType: 'html', contains: ['No such member'] });
    expect(verdict(ruleOf({ registered: json, absent: html(404) }), response('other'))).toBe('unexpected_type');
    expect(verdict(ruleOf({ registered: json, absent: html(200) }), response('other'))).toBe('unrecognised');
    expect(verdict(ruleOf({ registered: json, absent: html(404) }), response('other', 'text/html', { status: 201 }))).toBe('unrecognised');
  });
});

describe('an unrecognised page', () => {
  const rule = ruleOf({ registered: { status: [200], contains: ['Member since'] } });

  it('is told apart by whether it names the identity', () => {
    expect(evaluateResponse(rule, REQUESTED, response('<p>Ada</p>'))).toMatchObject({ reason: 'unrecognised', namesIdentity: true });
    expect(evaluateResponse(rule, REQUESTED, response('<p>Adam</p>'))).not.toHaveProperty('namesIdentity');
  });

  it('asks for no pause, as a refusal does', () => {
    const context = (status: number) => response('', 'text/html', { status, headers: { 'retry-after': '30' } });
    expect(evaluateResponse(rule, REQUESTED, context(200))).not.toHaveProperty('retryAfterSeconds');
    expect(evaluateResponse(rule, REQUESTED, context(429))).toMatchObject({ retryAfterSeconds: 30 });
  });
});

describe('who is named', () => {
  it.each(['username', 'email', 'email:sha256', 'email:md5', 'phone', 'phone:digits', 'phone:national'])(
    'is read by the variable %s',
    (name) => {
      const rule = ruleOf({ registered: { status: [200], contains: ['Member since', `{${name}}`] } });
      expect(verdict(rule, response('<p>Member since 2020: value1</p>'), { [name]: 'value1' })).toBe('registered');
      expect(verdict(rule, response('<p>Member since 2020: value12</p>'), { [name]: 'value1' })).toBe('echo_missing');
    },
  );

  it('is not shown by other variables, such as a host', () => {
    const rule = ruleOf({ registered: { status: [200], contains: ['Member since', '{host}'] } });
    expect(verdict(rule, response('<p>Member since 2020 at example.com</p>'), { host: 'example.com' })).toBe('echo_missing');
  });

  it('is read in a header where the rule looks for it there, and not in one that it compares with a constant', () => {
    const inHeader = (text: string) => ruleOf({ registered: { status: [200], contains: ['Member since'], headers: { 'X-Page': text } } });
    const answer = response('Member since 2020', null, { headers: { 'x-page': 'profile of ada' } });
    expect(verdict(inHeader('of {username}'), answer)).toBe('registered');
    expect(verdict(inHeader('profile'), answer)).toBe('echo_missing');
  });

  it('has to be named on weak evidence, whatever the rule is exempt from', () => {
    const weak = ruleOf({ registered: { status: [200], contains: ['Member since'], weakEvidence: true } }, { echoExemption: 'a flag' });
    expect(verdict(weak, response('<p>Member since 2020</p>'))).toBe('echo_missing');
    expect(verdict(weak, response('<p>Member since 2020: ada</p>'))).toBe('registered');
  });

  it('is named in a redirect and a header as links spell it', () => {
    const variables = { username: 'a&b' };
    const moved = ruleOf({ absent: { status: [302], location: '/nobody/{username}' } });
    expect(verdict(moved, response('', null, { status: 302, headers: { location: '/nobody/a%26b' } }), variables)).toBe('not_registered');
    const header = ruleOf({ absent: { status: [200], headers: { 'x-missing': '{username}' } } });
    expect(verdict(header, response('', null, { headers: { 'x-missing': 'a%26b' } }), variables)).toBe('not_registered');
  });
});

it('a proxy’s refusal is one, whatever the rule has to say about its status', () => {
  const rule = ruleOf({ absent: { status: [407], contains: ['No such member'] } });
  expect(verdict(rule, response('No such member', 'text/html', { status: 407 }))).toBe('proxy_failed');
});

it('says which side holds, and by what', () => {
  const rule = ruleOf({ absent: { status: [404], contains: ['No such member'] } });
  const { explanation } = evaluateResponse(rule, REQUESTED, response('No such member', 'text/html', { status: 404 }));
  expect(explanation).toBe('absent: status 404, contains "No such member"');
});

describe('a redirect to the root', () => {
  const rule = ruleOf(
    { registered: { status: [302], headers: { 'x-user': '{username}' } }, absent: { status: [302], location: 'https://example.com/' } },
    { positiveControls: ['northwind'] },
  );

  it('beside evidence of presence is ambiguous', () => {
    expect(verdict(rule, response('', null, { status: 302, headers: { location: '/', 'x-user': 'ada' } }))).toBe('ambiguous');
  });

  it('is no response with a status of redirects without a target, and any other that ends there', () => {
    const at = (status: number) => verdict(rule, response('', 'text/html', { status, url: 'https://example.com/' }));
    expect([299, 300, 304, 399, 400].map(at)).toEqual(['not_registered', 'unrecognised', 'unrecognised', 'unrecognised', 'not_registered']);
  });

  it.each(['log-in', 'sign_up', 'signon=1', 'auth=1', 'ban', 'banned=1', 'a=ban&b=1'])(
    'shows nothing when its query turns visitors away: %s',
    (query) => {
      expect(verdict(rule, response('', null, { status: 302, headers: { location: `/?${query}` } }))).toBe('unrecognised');
    },
  );

  it.each(['author=1', 'banana=1', 'logo=1', 'missing=ada'])('counts with any other query: %s', (query) => {
    expect(verdict(rule, response('', null, { status: 302, headers: { location: `/?${query}` } }))).toBe('not_registered');
  });

  it.each([
    ['awww.example.com', 'aexample.com'],
    ['aexample.com', 'awww.example.com'],
  ])('is none from %s to %s: only a whole www. is left out', (from, to) => {
    const other = { ...rule, request: { method: 'GET', url: `https://${from}/people/{username}` } } as const;
    const redirect = response('', null, { status: 302, headers: { location: `https://${to}/` }, url: `https://${from}/people/ada` });
    expect(verdict(other, redirect)).toBe('unrecognised');
  });

  it('is a location that is the root and nothing more', () => {
    const root = (location: string) => isRoot(location, 'https://example.com/people/ada');
    expect(['/', 'https://example.org', '../'].map(root)).toEqual([true, true, true]);
    expect(['', '/people', '/?a=1', 'https://['].map(root)).toEqual([false, false, false, false]);
  });
});
