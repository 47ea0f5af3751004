/** What ties controls and facts to a rule: no other rule may have its digest. */
import { expect, it } from 'vitest';
import type { ProbeRule } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../../../../src/engine/catalogue/rules/revision.js';
import { usernameRule } from '../rules.js';

const rule = usernameRule();

it.each<[string, Partial<ProbeRule>]>([
  ['asks for something else', { request: { ...rule.request, headers: { 'accept-language': 'en' } } }],
  ['reads an answer otherwise', { absent: { status: [410], contentType: 'json' } }],
  ['may confirm without a name', { echoExemption: 'The page of an account does not name it.' }],
])('one that %s is another rule', (_, change) => {
  expect(ruleDigest({ ...rule, ...change })).not.toBe(ruleDigest(rule));
});

it('one with other remarks, or with the members of its objects in another order, is the same', () => {
  const { request, ...others } = rule;
  expect(ruleDigest({ ...others, hostReason: 'The site has its interface there.', request })).toBe(ruleDigest(rule));
});

it('is too long for anybody to write another rule that has it', () => {
  expect(ruleDigest(rule)).toMatch(/^[\w-]{22}$/);
  expect(ruleDigest(undefined)).toBe('');
});
