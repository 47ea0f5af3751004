/** What it costs to compare a claimed name with all that shows one. */
import { expect, it } from 'vitest';
import { compareFacts } from '../../../../src/facts/risk/consistency.js';
import { emptyRiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { MAX_CLAIMED_NAME } from '../../../../src/facts/risk/name-agreement.js';
import { AT } from '../../../support/risk-evidence.js';
import { countWork, MOST } from '../../foreign-text/count-work.js';

it('a claimed name costs what its letters do, even if each of them stands for a sentence', async () => {
  const mailboxes = ['casey', 'a.sample', 'robin.sample', 'webmail', 'x'].map((local) => ({
    email: `${local}@example.com`,
    facts: null,
    records: null,
    breaches: null,
    accountDates: [],
  }));
  const names = Array.from({ length: 60 }, (_, index) => ({ platform: `site-${index}`, name: 'Robin Sample' }));
  const costOf = async (name: string) => {
    const { looked } = await countWork(() => compareFacts({ ...emptyRiskEvidence(AT), claimed: { name }, mailboxes, names }));
    return looked;
  };
  const [sentence, letter] = ['صلى الله عليه وسلم', '\uFDFA'];
  const written = await costOf(sentence.repeat(200).slice(0, MAX_CLAIMED_NAME));
  expect(await costOf(letter.repeat(MAX_CLAIMED_NAME))).toBeLessThan(MOST * written);
});
