import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { renderRisk } from '../../../src/cli/risk-report.js';
import { emptyRiskEvidence } from '../../../src/domain/risk/evidence.js';
import { scoreRisk } from '../../../src/domain/risk/score-risk.js';

it('the risk on the terminal is the score and the sum that it is', () => {
  const risk = scoreRisk({
    ...emptyRiskEvidence(new Date('2030-01-01')),
    absences: 25,
    coverage: { planned: 30, answered: 25, omitted: 5 },
  });
  const text = stripVTControlCharacters(renderRisk({ risk }));
  expect(text).toContain('Risk 37 medium');
  expect(text).toContain('25 of 30 questions answered');
  expect(text).toMatch(/\+25\s+model\s+Where every score starts\./);
  expect(text).toMatch(/\+12\s+footprint\s+Twenty platforms or more/);
});

it('nothing known is no risk, and says how much was asked', () => {
  const risk = scoreRisk({ ...emptyRiskEvidence(new Date('2030-01-01')), coverage: { planned: 30, answered: 0, omitted: 30 } });
  expect(stripVTControlCharacters(renderRisk({ risk }))).toContain(
    'Nothing is known that a risk could be scored from: 0 of 30 questions answered.',
  );
});

it('a score on too little evidence has no level', () => {
  const risk = scoreRisk({
    ...emptyRiskEvidence(new Date('2030-01-01')),
    absences: 3,
    coverage: { planned: 30, answered: 3, omitted: 27 },
  });
  expect(stripVTControlCharacters(renderRisk({ risk }))).toContain('Risk 29, too little known for a level');
});
