import { describe, expect, it } from 'vitest';
import { answersOf, readColumns } from '../../../../tools/bench/truth/peer.js';
import { maigret } from '../../../../tools/bench/truth/peer-maigret.js';
import { naminter } from '../../../../tools/bench/truth/peer-naminter.js';
import { sherlock } from '../../../../tools/bench/truth/peer-sherlock.js';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { fixedReply } from '../../../../tools/simulator/send-reply.js';

const { platforms, samples } = generateSites(8, { kinds: ['root-redirects'] });
interface Answer {
  readonly status: number;
  readonly body: string;
}
type LedgerReader = (slug: string, answer: Answer) => boolean | null;

/** What each tool makes of an answer, by its documented rules. */
const sherlockRules = sherlock.siteFile(platforms) as Record<string, { errorType: string; errorMsg?: string }>;
const bySherlock: LedgerReader = (slug, { status, body }) => {
  const rule = sherlockRules[slug];
  return rule?.errorType === 'message' ? !body.includes(rule.errorMsg ?? '') : status >= 200 && status < 300;
};
const maigretRules = (
  maigret.siteFile(platforms) as { sites: Record<string, { checkType: string; presenseStrs: string[]; absenceStrs?: string[] }> }
).sites;
const byMaigret: LedgerReader = (slug, { status, body }) => {
  const rule = maigretRules[slug];
  const isPresent = rule?.presenseStrs.some((text) => body.includes(text)) ?? false;
  if (rule?.checkType === 'response_url') return status >= 200 && status < 300 && isPresent;
  return isPresent && !rule?.absenceStrs?.some((text) => body.includes(text));
};
const naminterRules = (
  naminter.siteFile(platforms) as { sites: { name: string; e_code: number; e_string: string; m_code: number; m_string: string }[] }
).sites;
const byNaminter: LedgerReader = (slug, { status, body }) => {
  const rule = naminterRules.find(({ name }) => name === slug);
  if (!rule) return null;
  const found = status === rule.e_code && body.includes(rule.e_string);
  const missed = status === rule.m_code && body.includes(rule.m_string);
  return found === missed ? null : found;
};

describe('rules for other tools', () => {
  const queries = platforms.flatMap(({ slug, tags }) => (['registered', 'absent'] as const).map((side) => ({ slug, kind: tags[1], side })));

  it.each(queries)('$kind, $side: each tool reads a healthy site rightly', ({ slug, side }) => {
    const sample = samples(slug, 'username')?.[side];
    if (!sample) throw new Error('the site has no such sample');
    const reply = fixedReply(sample);
    const answer = { status: reply.status, body: reply.body.toString() };
    const verdict = { sherlock: bySherlock(slug, answer), maigret: byMaigret(slug, answer), naminter: byNaminter(slug, answer) };
    const exists = side === 'registered';
    expect(verdict).toEqual({ sherlock: exists, maigret: exists, naminter: exists });
  });

  it('reports are read by their columns, and a reason is no answer', () => {
    const report =
      'username,name,exists,error\r\nada,site-0001,Claimed,\r\nada,site-0002,Available,\r\nada,site-0003,Unknown,"time-out, after 10 s"\r\n';
    const answers = answersOf(readColumns(report, 'name', 'exists'), { found: 'Claimed', notFound: 'Available' });
    expect(answers).toEqual(
      new Map([
        ['site-0001', true],
        ['site-0002', false],
      ]),
    );
    expect(() => readColumns('a,b\n', 'name', 'exists')).toThrow('no columns');
  });
});
