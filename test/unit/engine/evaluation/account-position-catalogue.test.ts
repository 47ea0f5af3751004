import { describe, expect, it } from 'vitest';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import { lookupCatalogue } from '../../../../src/wiring/platforms.js';
import { restsOnWeakEvidence } from '../../../../src/engine/controls/weak-evidence.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import { accountPosition } from '../../../../src/engine/evaluation/account-position.js';

describe('the shipped rules', () => {
  const rules = lookupCatalogue({ CATALOGUE_PATH: undefined }, () => undefined).platforms.flatMap(({ probes }) => probes.username ?? []);
  const at = (position: string) => rules.filter((rule) => accountPosition(rule) === position);
  const isWeak = (rule: ProbeRule) => restsOnWeakEvidence(rule, 'registered');

  it('have 178 accounts at a first segment, 141 of them on weak evidence, and 19 at a host, 16 on weak evidence', () => {
    expect([at('root').length, at('root').filter(isWeak).length]).toEqual([178, 141]);
    expect([at('host').length, at('host').filter(isWeak).length]).toEqual([19, 16]);
  });

  it('that read a page of the site as an account are weak ones only: 127 at the segment itself, 6 below it, 14 at hosts', () => {
    const body = `<title>About</title><a href="/about">about</a>${'<p>We build a place for makers to find each other.</p>'.repeat(200)}`;
    const misled = rules.filter((rule) => {
      const response = {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body,
        url: rule.request.url.replace('{username}', 'about'),
      };
      return evaluateResponse(rule, variablesFor({ type: 'username', value: 'about' }), response).state === 'registered';
    });
    const atRoot = misled.filter((rule) => accountPosition(rule) === 'root');
    const [itself, below] = [true, false].map((isBare) => atRoot.filter(({ request }) => /\}\/?$/.test(request.url) === isBare));
    expect([itself?.length, below?.length, misled.filter((rule) => accountPosition(rule) === 'host').length]).toEqual([127, 6, 14]);
    expect(misled.filter((rule) => accountPosition(rule) !== 'elsewhere').every(isWeak)).toBe(true);
  });
});
