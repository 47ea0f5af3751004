import { describe, expect, it } from 'vitest';
import type { ProbeRequest, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { buildRequest } from '../../../../src/engine/http/probe-request.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import type { Identity } from '../../../../src/kernel/identity/identity.js';

const rule = (request: Partial<ProbeRequest>): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://api.example.com/users/{username}', ...request },
  safety: { basis: 'documented_api', reviewed: '2026-01-01', reason: 'reads a public profile' },
  registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
  absent: { status: [404] },
});

describe('requests', () => {
  const build = (request: Partial<ProbeRequest>, value = 'ada', type: Identity['type'] = 'username') =>
    buildRequest(rule(request), variablesFor({ type, value }), { userAgent: 'test' });

  it('encode the identity for the place it stands in', () => {
    const odd = 'a/b?c#d&e=f %\'"{username}é';
    const url = build({ url: 'https://example.com/u/{username}?q={username}&x=1' }, odd)?.url;
    expect(url?.pathname.split('/')).toHaveLength(3);
    expect(decodeURIComponent(url?.pathname.slice(3) ?? '')).toBe(odd);
    expect(url?.searchParams.get('q')).toBe(odd);
    expect(url?.searchParams.get('x')).toBe('1');
    const form = build({ method: 'POST', body: { form: { name: '{username}', kind: 'x' } } }, odd);
    expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual({ name: odd, kind: 'x' });
    const posted = build({ method: 'POST', body: { json: { names: ['{username}'], n: 1, f: null } } }, odd);
    expect(JSON.parse(posted?.body ?? '')).toEqual({ names: [odd], n: 1, f: null });
    expect(posted?.headers['content-type']).toBe('application/json');
  });

  it.each(['.', '..', '', '\ud800'])('%j has no place in a path', (value) => {
    expect(build({ url: 'https://example.com/{username}' }, value)).toBeNull();
  });

  it.each(['a.b', 'a_b', '-a', 'a-', 'a/b', 'a@b', 'é', '', 'x'.repeat(64)])('%j is no label of a host', (value) => {
    expect(build({ url: 'https://{username}.example.com/' }, value)).toBeNull();
  });

  it('a segment with more than the identity may hold dots', () => {
    expect(build({ url: 'https://example.com/@{username}' }, '..')?.url.pathname).toBe('/@..');
  });

  it('never carry credentials, and offer what the rule can read', () => {
    const headers = build(
      {
        headers: {
          Cookie: 'a=b',
          AUTHORIZATION: 'x',
          'X-Client': 'for {username}',
          Host: 'x',
          'User-Agent': 'Mozilla/5.0',
          'accept-encoding': 'zstd',
        },
      },
      'å',
    )?.headers;
    expect(Object.keys(headers ?? {}).sort()).toEqual(['accept', 'accept-language', 'user-agent', 'x-client']);
    expect(headers).toMatchObject({
      accept: expect.stringContaining('application/json'),
      'x-client': 'for %C3%A5',
      'user-agent': 'test',
    });
  });

  it('know the variables of each query type', () => {
    expect(variablesFor({ type: 'email', value: 'Ada.L@example.com' })).toEqual({
      email: 'ada.l@example.com',
      'email:local': 'ada.l',
      'email:domain': 'example.com',
      'email:md5': '0e0a4f95f46bb367d24438cc552827c8',
      'email:sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(variablesFor({ type: 'phone', value: '+15550100' })).toEqual({
      phone: '+15550100',
      'phone:digits': '15550100',
      'phone:cc': '1',
      'phone:national': '5550100',
    });
    const plus = build({ url: 'https://example.com/{email:local}?e={email}' }, 'a+b@example.com', 'email');
    expect(plus?.url.href).toBe('https://example.com/a%2Bb?e=a%2Bb%40example.com');
  });
});
