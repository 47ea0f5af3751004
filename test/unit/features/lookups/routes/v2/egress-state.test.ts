import { describe, expect, it } from 'vitest';
import { egressOf } from '../../../../../../src/features/lookups/routes/shared/v2/lookup-body.js';

describe('the egress of a lookup, as v2 shows it', () => {
  type Outcome = Parameters<typeof egressOf>[0][number];
  const outcome = (reason: Outcome['reason'], more: Partial<Outcome> = {}): Outcome => ({
    state: reason === null ? 'not_registered' : 'inconclusive',
    reason,
    method: 'public_api',
    fromCache: false,
    egress: 'direct',
    ...more,
  });
  const lost = (reason: Outcome['reason'] = 'unreachable') => outcome(reason, { egress: null });
  const times = (count: number, each: Outcome) => Array.from({ length: count }, () => each);
  it.each([
    ['nothing was asked', [], null],
    ['only facts of before were used', [outcome(null, { fromCache: true })], null],
    ['an account came with the address', [outcome(null, { method: 'domain_derived', egress: null })], null],
    ['a platform answered', [outcome(null)], 'ok'],
    ['a platform refused: it was reached', [outcome('blocked')], 'ok'],
    ['the only platform was down by itself', [outcome('unreachable'), outcome('timeout')], null],
    ['nothing was to be asked', [outcome('suppressed', { egress: null }), outcome('disabled'), outcome('busy')], null],
    ['the egress was down', [lost(), lost('timeout')], 'unreachable'],
    ['the proxy was down', [outcome('proxy_failed')], 'unreachable'],
    ['almost nothing got through', [...times(40, lost()), outcome(null)], 'unreachable'],
    ['the egress failed at the end', [...times(10, lost()), outcome(null)], 'ok'],
  ] as const)('%s', (_, outcomes, expected) => expect(egressOf(outcomes)).toBe(expected));
});
