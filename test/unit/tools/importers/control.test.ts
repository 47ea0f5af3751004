/** Sides that rest on the control: where they are allowed, and how little they may do. */
import { describe, expect, test } from 'vitest';
import { assembleCatalogue } from '../../../../src/engine/catalogue/load-catalogue.js';
import { restsOnWeakEvidence } from '../../../../src/engine/controls/weak-evidence.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const REGISTERED: Evidence = { status: [200], contains: ['{username}'], weakEvidence: true };
const ABSENT: Evidence = { status: [404], weakEvidence: true };
const rule = (fields: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'account_enumeration',
  pattern: '^[a-z0-9]{2,20}$',
  request: { method: 'GET', url: 'https://example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2026-11-21', reason: 'Reads a public page as any visitor does.' },
  registered: REGISTERED,
  absent: ABSENT,
  positiveControls: ['northwind'],
  ...fields,
});
const refusalOf = (kind: 'curated' | 'site-software' | 'imported' | 'operator', fields: Partial<ProbeRule> = {}) =>
  assembleCatalogue([
    {
      kind,
      file: 'x.json',
      content: { json: { slug: 'x', name: 'X', homepage: 'https://example.com', probes: { username: rule(fields) } } },
    },
  ]).refused[0]?.reason ?? null;
const answer = (status: number, body: string, url = 'https://example.com/al') => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html>${body}</html>`,
  url,
});
const actual = (given: ReturnType<typeof answer>, fields: Partial<ProbeRule> = {}) => {
  const { state, ...rest } = evaluateResponse(rule(fields), { username: 'al' }, given);
  return 'reason' in rest ? rest.reason : state;
};

describe('the loader', () => {
  test('takes them from importers and operators, not from hand-made files', () => {
    expect(refusalOf('imported')).toBeNull();
    expect(refusalOf('operator')).toBeNull();
    expect(refusalOf('curated')).toMatch(/`weakEvidence` is for imported rules/);
  });

  test.each<[string, Partial<ProbeRule>, RegExp]>([
    ['without a known account', { positiveControls: [] }, /no `positiveControls`/],
    [
      'a presence side that does not name the identity',
      { registered: { status: [200], weakEvidence: true } },
      /does not name the identity/,
    ],
    ['a presence side with a status other than success', { registered: { ...REGISTERED, status: [404] } }, /other than success/],
    ['an absence side with a wall’s status', { absent: { ...ABSENT, status: [403] } }, /which block pages have/],
    ['an absence side with a status that most pages have', { absent: { ...ABSENT, status: [200] } }, /status 200 alone/],
    [
      'sides that one answer could meet both of',
      {
        absent: { status: [200], contains: ['Sorry about that'], weakEvidence: true },
        registered: { ...REGISTERED, contains: ['{username}', 'Sorry about that'] },
      },
      /meets `absent` too/,
    ],
  ])('refuses %s', (_, fields, words) => {
    expect(refusalOf('imported', fields)).toMatch(words);
  });
});

describe('the judge', () => {
  test('reads them, naming what they rest on', () => {
    expect(actual(answer(200, '<h1>al</h1>'))).toBe('registered');
    expect(actual(answer(404, '<h1>Nothing here</h1>'))).toBe('not_registered');
    expect(evaluateResponse(rule(), { username: 'al' }, answer(404, '')).explanation).toContain('resting on the control');
  });

  test('wants the identity as a word of its own', () => {
    expect(actual(answer(200, '<h1>also available</h1>'))).toBe('echo_missing');
  });

  test.each([
    ['a log-in page', 200, '<title>Log in</title> al', 'login_wall'],
    ['a short page with a password field', 200, 'al <input type="password">', 'login_wall'],
    ['an outage with the status of absence', 404, '<title>Service unavailable</title>', 'server_error'],
    ['a wall’s status', 403, 'al', 'blocked'],
    ['a challenge', 404, '<title>Just a moment...</title>', 'challenge'],
  ])('lets %s stand above them', (_, status, body, reason) => {
    expect(actual(answer(status, body))).toBe(reason);
  });

  test('a text of theirs does not outweigh a wall either', () => {
    const absent: Evidence = { status: [200], contains: ['Page not found'], weakEvidence: true };
    expect(actual(answer(200, '<title>Log in</title>Page not found'), { absent })).toBe('login_wall');
  });
});

test('whoever uses a verdict can ask whether it needs a control', () => {
  expect(restsOnWeakEvidence(rule(), 'not_registered')).toBe(true);
  expect(restsOnWeakEvidence(rule({ registered: { status: [200], contains: ['class="profile-card"', '{username}'] } }), 'registered')).toBe(
    false,
  );
  const { absent: _, ...oneSided } = rule();
  expect(restsOnWeakEvidence(oneSided, 'not_registered')).toBe(false);
});
