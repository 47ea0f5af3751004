import { describe, expect, test } from 'vitest';
import { requestViolation, isRequestAllowed } from '../../../../../src/engine/catalogue/safety/check-request.js';
import { context, usernameRule } from '../rules.js';

const rule = usernameRule();
const sent = (url: string, method = 'GET') => ({ method, url: new URL(url) });

describe('only the request that the rule describes may leave', () => {
  test('the rule’s own request, whatever the identity is called', () => {
    for (const name of ['ada', 'reset', 'password', 'caf%C3%A9', 'a%2Fb', 'ada%40example.com']) {
      expect(requestViolation(rule, sent(`https://api.example.com/users/${name}`)), name).toBeNull();
    }
    expect(isRequestAllowed(rule, sent('https://api.example.com/users/ada'))).toBe(true);
  });

  test.each([
    ['another method', 'https://api.example.com/users/ada', 'POST', /method/],
    ['another host', 'https://www.example.com/users/ada', 'GET', /host/],
    ['a host that ends alike', 'https://api.example.com.example.net/users/ada', 'GET', /host/],
    ['another path', 'https://api.example.com/users/ada/keys', 'GET', /path/],
    ['a parent path', 'https://api.example.com/users/..', 'GET', /path/],
    ['an empty identity', 'https://api.example.com/users/', 'GET', /path/],
    ['a query that the rule lacks', 'https://api.example.com/users/ada?x=1', 'GET', /path/],
    ['another scheme', 'http://api.example.com/users/ada', 'GET', /scheme/],
    ['another port', 'https://api.example.com:8443/users/ada', 'GET', /path/],
    ['credentials', 'https://u:p@api.example.com/users/ada', 'GET', /credentials/],
  ])('%s', (_, url, method, reason) => {
    expect(requestViolation(rule, sent(url, method))).toMatch(reason);
    expect(isRequestAllowed(rule, sent(url, method))).toBe(false);
  });

  test('a query keeps its names, their order and its constants', () => {
    const query = context({ url: "https://api.example.com/w/api.php?action=query&list=users&ususers={username}&sites=[a,b]'" });
    const ok = (tail: string) => requestViolation(query, sent(`https://api.example.com/w/api.php?${tail}`)) === null;
    expect(ok("action=query&list=users&ususers=Ada%20L&sites=[a,b]'")).toBe(true);
    expect(ok("action=query&list=users&ususers=Ada&more=1&sites=[a,b]'")).toBe(false);
    expect(ok("action=login&list=users&ususers=Ada&sites=[a,b]'")).toBe(false);
  });

  test('a variable in the host becomes one label', () => {
    const perUser = context({ url: 'https://{username}.example.com/about' });
    expect(requestViolation(perUser, sent('https://ada-l.example.com/about'))).toBeNull();
    for (const host of ['a.b.example.com', 'example.com', '-a.example.com', 'a_b.example.com']) {
      expect(requestViolation(perUser, sent(`https://${host}/about`)), host).toMatch(/host/);
    }
  });

  test('redirects stay on the rule’s hosts, are never posted, and end at a page that could act', () => {
    const follows = context({ followRedirects: true, redirectHosts: ['www.example.com'] });
    expect(requestViolation(follows, sent('https://www.example.com/@ada'))).toBeNull();
    expect(requestViolation(follows, sent('https://api.example.com/login'))).toBeNull();
    expect(requestViolation(follows, sent('https://www.example.net/@ada'))).toMatch(/host/);
    expect(requestViolation(follows, sent('https://www.example.com:8443/@ada'))).toMatch(/port/);
    expect(requestViolation(follows, sent('http://www.example.com/@ada'))).toMatch(/scheme/);
    expect(requestViolation(follows, sent('https://www.example.com/password/forgot'))).toMatch(/may act/);
    const posts = context({ method: 'POST', body: { form: { u: '{username}' } }, followRedirects: true });
    expect(requestViolation(posts, sent('https://api.example.com/elsewhere', 'POST'))).toMatch(/redirected POST/);
  });

  test('a rule on hold sends nothing, whichever way it came here', () => {
    const own = sent('https://api.example.com/users/ada');
    expect(requestViolation(usernameRule({ onHold: 'It has to be tried on an own account.' }), own)).toMatch(/on hold/);
  });

  test('a rule that was never loaded is judged here', () => {
    const harmful = context({ url: 'https://api.example.com/reset/{username}' });
    expect(requestViolation(harmful, sent('https://api.example.com/reset/ada'))).toMatch(/reset/);
  });

  test('the reason holds no part of what was asked', () => {
    expect(requestViolation(rule, sent('https://api.example.com/users/secret-identity/x'))).not.toContain('secret-identity');
  });
});
