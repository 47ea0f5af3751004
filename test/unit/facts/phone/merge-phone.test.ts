import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISPUTED, PHONE_SOURCES, LINE_TYPES, type PhoneClaim, PORTED } from '../../../../src/facts/phone/claim.js';
import { PHONE_PRECEDENCE, mergePhone } from '../../../../src/facts/phone/merge-phone.js';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const claim: fc.Arbitrary<PhoneClaim> = fc.record({
  source: fc.constantFrom(...PHONE_SOURCES),
  fields: fc.record(
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
const claims = fc.uniqueArray(claim, { selector: ({ source }) => source, maxLength: PHONE_SOURCES.length });

describe('merging, whatever sources say of a number', () => {
  it('does not depend on their order', () => {
    fc.assert(
      fc.property(claims, (list) => {
        expect(mergePhone([...list].reverse()).facts).toEqual(mergePhone(list).facts);
      }),
    );
  });

  it('tells nothing that no source said, and of a number that is not valid its country alone', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergePhone(list);
        if (facts === null) return;
        for (const [field, value] of Object.entries(facts)) {
          if (value !== null) expect(list.some(({ fields }) => fields[field as keyof typeof fields] === value)).toBe(true);
        }
        if (!facts.valid) expect(facts).toMatchObject({ carrier: null, lineType: null, voipClass: null, isVoip: null });
      }),
    );
  });

  it('takes kind, VOIP and class from one source', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts } = mergePhone(list);
        if (facts?.lineType === null || facts === null) return;
        const { lineType, isVoip, voipClass } = facts;
        expect(
          list.some(
            ({ fields }) => fields.lineType === lineType && (fields.isVoip ?? null) === isVoip && (fields.voipClass ?? null) === voipClass,
          ),
        ).toBe(true);
      }),
    );
  });

  it('tells no kind from a weaker source than one that contradicts itself', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const received = mergePhone(list).facts?.lineType ?? null;
        const order = PHONE_PRECEDENCE.lineType.flatMap((source) => list.find((each) => each.source === source) ?? []);
        const disputed = order.findIndex(({ codes }) => codes.includes(DISPUTED));
        if (received !== null && disputed >= 0)
          expect(order.slice(0, disputed).some(({ fields }) => fields.lineType === received)).toBe(true);
      }),
    );
  });

  it('does not tell the carrier of a range that the number has left', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const { facts, decidedFields } = mergePhone(list);
        if (facts !== null && list.some(({ codes }) => codes.includes(PORTED)))
          expect(decidedFields.get('allocated-carrier') ?? []).not.toContain('carrier');
      }),
    );
  });

  it('is nothing when nobody knows whether the number is one', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const evaluated = list.some(({ source, fields }) => source !== 'allocated-carrier' && (fields.valid ?? null) !== null);
        expect(mergePhone(list).facts !== null).toBe(evaluated);
      }),
    );
  });
});
