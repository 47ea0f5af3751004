import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISPUTED, LINE_SOURCES, LINE_TYPES, type LineClaim, PORTED } from '../../../../src/domain/line/claim.js';
import { LINE_PRECEDENCE, mergeLine } from '../../../../src/domain/line/merge-line.js';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const claim: fc.Arbitrary<LineClaim> = fc.record({
  source: fc.constantFrom(...LINE_SOURCES),
  says: fc.record(
    {
      valid: maybe(fc.boolean()),
      carrier: maybe(fc.constantFrom('Carrier A', 'Carrier B')),
      lineType: maybe(fc.constantFrom(...LINE_TYPES)),
      countryCode: maybe(fc.constantFrom('US', 'GB')),
      voipClass: maybe(fc.constantFrom('fixed' as const, 'nonFixed' as const)),
      isVoip: maybe(fc.boolean()),
    },
    { requiredKeys: [] },
  ),
  codes: fc.subarray([DISPUTED, PORTED]),
});
const claims = fc.uniqueArray(claim, { selector: ({ source }) => source, maxLength: LINE_SOURCES.length });

describe('merging, whatever sources say of a number', () => {
  it('does not depend on their order', () => {
    fc.assert(
      fc.property(claims, (list) => {
        expect(mergeLine([...list].reverse()).facts).toEqual(mergeLine(list).facts);
      }),
    );
  });

  it('tells nothing that no source said, and of a number that is not valid its country alone', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergeLine(list);
        if (facts === null) return;
        for (const [field, value] of Object.entries(facts)) {
          if (value !== null) expect(list.some(({ says }) => says[field as keyof typeof says] === value)).toBe(true);
        }
        if (!facts.valid) expect(facts).toMatchObject({ carrier: null, lineType: null, voipClass: null, isVoip: null });
      }),
    );
  });

  it('takes kind, VOIP and class from one source', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergeLine(list);
        if (facts?.lineType === null || facts === null) return;
        const { lineType, isVoip, voipClass } = facts;
        expect(
          list.some(({ says }) => says.lineType === lineType && (says.isVoip ?? null) === isVoip && (says.voipClass ?? null) === voipClass),
        ).toBe(true);
      }),
    );
  });

  it('tells no kind from a weaker source than one that contradicts itself', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const told = mergeLine(list).facts?.lineType ?? null;
        const order = LINE_PRECEDENCE.lineType.flatMap((source) => list.find((each) => each.source === source) ?? []);
        const disputed = order.findIndex(({ codes }) => codes.includes(DISPUTED));
        if (told !== null && disputed >= 0) expect(order.slice(0, disputed).some(({ says }) => says.lineType === told)).toBe(true);
      }),
    );
  });

  it('does not tell the carrier of a range that the number has left', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts, decided } = mergeLine(list);
        if (facts !== null && list.some(({ codes }) => codes.includes(PORTED)))
          expect(decided.get('allocated-carrier') ?? []).not.toContain('carrier');
      }),
    );
  });

  it('is nothing when nobody knows whether the number is one', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const judged = list.some(({ source, says }) => source !== 'allocated-carrier' && (says.valid ?? null) !== null);
        expect(mergeLine(list).facts !== null).toBe(judged);
      }),
    );
  });
});
