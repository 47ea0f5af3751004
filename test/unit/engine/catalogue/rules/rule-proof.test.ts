import { describe, expect, it } from 'vitest';
import { countProofs, type Proof, proofOf } from '../../../../../src/engine/catalogue/rules/rule-proof.js';
import type { ProbeRule, RuleProvenance, SampleOrigin } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformOf } from '../../../../support/fixtures.js';

const SOURCE: RuleProvenance = { source: 'its manual', read: '2030-01-01', liveChecked: null };
const RECORDED: SampleOrigin = { recorded: 'https://example.com/issues/1' };
const rule = (more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{email}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], json: [{ pointer: '/email', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/error', equals: 'none' }] },
  ...more,
});

describe('the proof of a side', () => {
  it.each<[string, Partial<ProbeRule> & { suspect?: string }, SampleOrigin | undefined, Proof]>([
    ['nothing is known of it', {}, undefined, 'one_source'],
    ['one source', { provenance: SOURCE }, 'constructed', 'one_source'],
    ['three sources', { provenance: { ...SOURCE, agreeing: 3 } }, 'constructed', 'sources_agree'],
    ['a document, which outweighs sources', { provenance: { ...SOURCE, agreeing: 3 } }, { documented: 'https://a.example' }, 'documented'],
    ['its own source', { provenance: SOURCE }, { source: 'https://example.com/get-user.ts' }, 'source'],
    ['a recording', { provenance: SOURCE }, RECORDED, 'recorded'],
    ['a live check outweighs a recording', { provenance: { ...SOURCE, liveChecked: '2030-02-01' } }, RECORDED, 'live_checked'],
    ['doubt outweighs all', { provenance: { ...SOURCE, liveChecked: '2030-02-01' }, suspect: 'disabled_elsewhere' }, RECORDED, 'suspect'],
  ])('%s', (_, more, origin, proof) => expect(proofOf({ ...rule(), ...more }, origin)).toBe(proof));
});

describe('the counts of a query type', () => {
  it('each side is counted once by its own proof, and only a side by which the rule answers', () => {
    const platforms = [
      { ...platformOf('a', { probes: { email: rule() } }), sampleOrigins: { email: { absent: RECORDED } } },
      platformOf('b', { probes: { email: rule({ absent: undefined, provenance: { ...SOURCE, agreeing: 2 } }) } }),
      platformOf('c', { probes: { email: rule({ readsAbsent: [{ class: 'private accounts', source: 'its manual' }] }) } }),
      platformOf('d', { probes: { phone: rule() } }),
    ];
    const none = { live_checked: 0, recorded: 0, source: 0, tested: 0, documented: 0, sources_agree: 0, one_source: 0, suspect: 0 };
    expect(countProofs(platforms, 'email')).toEqual({
      registered: { ...none, one_source: 2, sources_agree: 1 },
      absent: { ...none, recorded: 1 },
    });
  });
});
