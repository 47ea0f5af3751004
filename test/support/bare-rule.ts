import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../src/kernel/net/http-response.js';

/** A rule that would take any page with the handle for presence and any 404 for absence: nothing but block pages stand in its way. */
export const BARE_RULE: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://example.com/u/{username}' },
  safety: { basis: 'public_page', reviewed: '2026-01-01', reason: 'reads a public profile' },
  registered: { status: [200], contains: ['{username}'], weakEvidence: true },
  absent: { status: [404], weakEvidence: true },
};

/** How a rule reads a response about "ada", by default a page with status 200: as a state, or the reason why it is inconclusive. */
export function readAs(rule: ProbeRule, response: Partial<HttpResponse>): string {
  const whole = { status: 200, headers: { 'content-type': 'text/html' }, body: '', url: 'https://example.com/u/ada', ...response };
  const evaluation = evaluateResponse(rule, { username: 'ada' }, whole);
  return evaluation.state === 'inconclusive' ? evaluation.reason : evaluation.state;
}
