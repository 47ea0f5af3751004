import { describe, expect, it } from 'vitest';
import { negativeControlAddress } from '../../../../src/engine/controls/negative-control-identities.js';
import type { Control } from '../../../../src/engine/controls/control.js';
import { applyDomainControl, dependsOnMailDomain, needsDomainControl } from '../../../../src/engine/controls/domain-control.js';
import type { ProbeRequest, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { traitsOf, type Verdict } from '../../../../src/engine/evaluation/verdict.js';

const ruleOf = (request: Partial<ProbeRequest>, more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/users', ...request },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  ...more,
});
const evidence = { status: 200, explanation: 'seen', host: 'platform.example.com', latencyMs: 1, requests: 1 };
const inUrl = { url: 'https://platform.example.com/{email}' };

describe('which answers need a negative control at the same mail domain', () => {
  it.each<[string, Partial<ProbeRequest>, boolean]>([
    ['the address in the URL', inUrl, true],
    ['the address in a JSON body', { method: 'POST', body: { json: { a: [{ b: 'x{email}' }] } } }, true],
    ['the address in a form', { method: 'POST', body: { form: { mail: '{email}' } } }, true],
    ['the domain in a header', { headers: { 'x-domain': '{email:domain}' } }, true],
    ['a digest of the address', { url: 'https://platform.example.com/{email:sha256}?d={email:md5}' }, false],
    ['the local part alone', { url: 'https://platform.example.com/{email:local}' }, false],
  ])('%s: whether the platform learns the domain', (_, request, depends) => {
    const rule = ruleOf(request);
    expect(dependsOnMailDomain(rule)).toBe(depends);
    expect(needsDomainControl(rule, { type: 'email', value: 'ada@example.com' })).toBe(depends);
  });

  it('also at consumer webmail; none for other query types, and where the scope names domains', () => {
    const need = (value: string, more: Partial<ProbeRule> = {}, type: 'email' | 'username' = 'email') =>
      needsDomainControl(ruleOf(inUrl, more), { type, value });
    expect(need('ada@Example.COM')).toBe(true);
    expect(need('ada@gmail.com')).toBe(true);
    expect(need('ada', {}, 'username')).toBe(false);
    expect(need('ada@example.com', { scope: { domains: ['example.com'] } })).toBe(false);
    expect(need('ada@example.com', { scope: { countries: ['DE'] } })).toBe(true);
  });
});

it('a "yes" is omitted unless the control passed, with a reason of its own for a domain where every address exists', () => {
  const yes: Verdict = { state: 'registered', evidence };
  const passed = (isAbsenceUnrecognised: boolean): Control => ({
    platform: 'one',
    subject: 'email',
    checkedAt: new Date(),
    latencyMs: 1,
    outcome: { state: 'passed', mayConfirm: true, mayDeny: false, explanation: 'x', isAbsenceUnrecognised },
  });
  const actual = (state: 'passed' | 'failed' | 'blocked', isCatchAll: boolean, isUnrecognised = false, platform = passed(false)) => {
    const verdict = applyDomainControl(yes, { state, isCatchAll, isUnrecognised, explanation: 'x' }, platform);
    return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
  };
  expect([actual('passed', false), actual('failed', true), actual('failed', false), actual('blocked', false)]).toEqual([
    'registered',
    'catch_all',
    'uncalibrated',
    'uncalibrated',
  ]);
  // A page that is neither side's is an absence only where the platform's own control showed such a page twice.
  expect([actual('failed', false, true), actual('failed', false, true, passed(true))]).toEqual(['uncalibrated', 'registered']);
  const refused = applyDomainControl(
    yes,
    { state: 'failed', isCatchAll: true, isUnrecognised: false, explanation: 'all of them' },
    passed(false),
  );
  expect(refused.evidence).toEqual({ ...evidence, explanation: 'seen; at the same mail domain all of them' });
  const no: Verdict = { state: 'not_registered', evidence };
  expect(applyDomainControl(no, { state: 'failed', isCatchAll: true, isUnrecognised: false, explanation: 'x' }, passed(false))).toBe(no);
});

it('the reason counts neither against the platform nor as a block of it: it is the domain that has no answer', () => {
  expect(traitsOf('catch_all')).toMatchObject({ countsForPlatform: false, isBlocking: false });
});

it('the negative control is another address at that domain each time, within the naming rule', () => {
  const rule = ruleOf(inUrl, { pattern: '^[a-z]+@[a-z.]+$' });
  const made = new Set(Array.from({ length: 50 }, () => negativeControlAddress(rule, 'example.com')));
  expect(made.size).toBe(50);
  for (const address of made) expect(address).toMatch(/^[a-z]+@example\.com$/);
  expect(negativeControlAddress(ruleOf(inUrl, { pattern: '^ada@.+$' }), 'example.com')).toBeNull();
  expect(negativeControlAddress(rule, 'example.com', true)).toBeNull();
  expect(negativeControlAddress(ruleOf(inUrl), 'example.com', true)).toMatch(/^[^@+]+\+news@example\.com$/);
});
