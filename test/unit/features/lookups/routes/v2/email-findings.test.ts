import { expect, it } from 'vitest';
import { findingsOf } from '../../../../../../src/features/lookups/routes/shared/v2/module-findings.js';

it.each([
  ['Ada.Example+news@googlemail.com', 'adaexample@gmail.com', false],
  ['Ada.Example@example.com', 'ada.example@example.com', false],
  ['ada+news@example.com', 'ada+news@example.com', false],
  ['info@example.com', 'info@example.com', true],
  ['No-Reply+7@example.com', 'no-reply+7@example.com', true],
  ['infos.of.ada@example.com', 'infos.of.ada@example.com', false],
])('%s is %s; of a role: %s', (email, canonical, role) => {
  const lookup = {
    id: 'lkp_1',
    kind: 'lookup' as const,
    state: 'running' as const,
    query: email,
    queryType: 'email' as const,
    subjects: { email },
    checks: { footprint: false, email: true, breaches: false, webMentions: false },
    plan: null,
    acceptedAt: new Date(0),
    finishedAt: null,
  };
  expect(findingsOf({ lookup, modules: [] }).email).toMatchObject([{ canonical, role }]);
});
