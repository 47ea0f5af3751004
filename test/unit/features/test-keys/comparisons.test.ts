/** What test identities give in comparisons, as docs/test-keys.md says it. */
import { expect, it } from 'vitest';
import { testOutcome } from '../../../../activities/probes/test-outcome.js';
import { selectTargets } from '../../../../src/engine/catalogue/rules/bands.js';
import { negativeControls } from '../../../../src/engine/controls/negative-control-identities.js';
import { FACT_MODULES } from '../../../../src/facts/fact-modules.js';
import { subjectsOf } from '../../../../src/facts/checks.js';
import { COMPARED_PAIRS, type Outcome, OUTCOMES } from '../../../../src/facts/risk/comparison-codes.js';
import type { SnapshotLookup } from '../../../../src/features/lookups/lookup-snapshot.js';
import type { ModuleFact } from '../../../../src/features/lookups/module-facts.js';
import { presentV2 } from '../../../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { testSources } from '../../../../src/features/test-keys/fact-sources.js';
import { TEST_COMPARISONS } from '../../../../tools/docs/test-comparisons.js';
import { scenarioOf } from '../../../../src/features/test-keys/test-identities.js';
import { kindOf, type SubjectKind, type SubjectRef } from '../../../../src/kernel/identity/subjects.js';
import { shipped } from '../../../support/shipped-catalogue.js';

const { catalogue } = shipped;
const { applicability } = negativeControls(() => []);
const now = new Date('2030-06-15T00:00:00Z');
const budget = { signal: new AbortController().signal, budgetMs: 1_000 };

const kindOfText = (text: string): SubjectKind | null =>
  text.includes('@') ? 'email' : text.startsWith('+') ? 'phone' : /^[\d.]+$/.test(text) ? 'ip' : /^[a-z]+$/.test(text) ? 'username' : null;

/** What the modules of a test lookup find. */
async function factsOf(subjects: Partial<Record<SubjectRef, string>>): Promise<ModuleFact[]> {
  const found = FACT_MODULES.flatMap((module) =>
    subjectsOf(module, subjects).map(async (subject): Promise<ModuleFact> => {
      const value = subjects[subject] ?? '';
      const sources = testSources(scenarioOf(kindOf(subject), value));
      const answers = {
        email: () => sources.email?.inspect(value, budget),
        phone: () => sources.phone?.inspect(value, budget),
        ip: () => sources.ip?.inspect(value, budget),
        breaches: () => sources.breaches?.search({ type: kindOf(subject) as 'email', value }, budget),
        webMentions: () => sources.webMentions?.search(value, budget),
      };
      const { facts = null, notes = [], ...mailbox } = (await answers[module]()) ?? {};
      return { module, subject, seq: 1, payload: facts as never, evidence: { notes, mailbox: mailbox as never }, checkedAt: now };
    }),
  );
  return Promise.all(found);
}

const CASES = TEST_COMPARISONS.flatMap(([pair, ...sent]) =>
  OUTCOMES.map((outcome, at): [pair: string, outcome: Outcome, sent: readonly string[]] => [pair, outcome, sent[at] ?? []]),
);

it.each(CASES)('%s %s for %j', async (pair, outcome, sent) => {
  const subjects = Object.fromEntries(sent.flatMap((text) => (kindOfText(text) ? [[kindOfText(text), text]] : [])));
  const [said = null] = sent.filter((text) => kindOfText(text) === null);
  const field = pair.startsWith('claimed_name') ? 'claimedName' : pair.startsWith('claimed_company') ? 'claimedCompany' : 'claimedCountry';
  const checks = { footprint: true, email: true, phone: true, ip: true, breaches: true, webMentions: true };
  const targets = selectTargets(catalogue.platforms, subjects, 'default', null, undefined, applicability);
  const outcomes = targets.flatMap(({ platform: slug, subjects: refs }) =>
    refs.map((subject) => {
      const [value, kind] = [subjects[subject] ?? '', kindOf(subject)];
      const probe = { platform: catalogue.get(slug), slug, subject, value, scenario: scenarioOf(kind, value), applicability, now };
      return { ...testOutcome(probe), seq: 1 };
    }),
  );
  const lookup: SnapshotLookup = {
    ...{
      id: 'lkp_test',
      kind: 'lookup',
      state: 'finished',
      query: '',
      queryType: null,
      subjects,
      checks,
      acceptedAt: now,
      finishedAt: now,
    },
    plan: { targets, modules: ['footprint', ...FACT_MODULES] },
    [field]: said,
  };
  const body = presentV2({ lookup, outcomes, modules: await factsOf(subjects), derived: [] }, catalogue);
  const compared = body.consistency.find((each) => each.pair === pair);
  expect(compared?.outcome, JSON.stringify(body.consistency)).toBe(outcome);
});

it('names every pair', () => expect(TEST_COMPARISONS.map(([pair]) => pair)).toEqual(Object.keys(COMPARED_PAIRS)));
