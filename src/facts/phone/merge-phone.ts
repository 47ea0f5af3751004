import type { PhoneDetails } from './phone-details.js';
import { DISPUTED, type PhoneClaim, type PhoneSource, mayBeSameLineType, PORTED } from './claim.js';

export interface MergedPhone {
  /** Null when no source knows whether the number is valid. */
  readonly facts: PhoneDetails | null;
  /** Fields that each source decided; one that decided nothing is absent. */
  readonly decidedFields: ReadonlyMap<PhoneSource, readonly (keyof PhoneDetails)[]>;
}

type Field = keyof PhoneDetails;

/**
 * Sources of each field by precedence. Providers query the operators' registers and know of porting; the numbering plan only has the
 * purpose of a range, and its first carrier. The country is the plan's: it never changes.
 */
export const PHONE_PRECEDENCE = {
  valid: ['twilio', 'telnyx', 'number-plan'],
  lineType: ['twilio', 'telnyx', 'number-plan'],
  carrier: ['twilio', 'telnyx', 'allocated-carrier'],
  countryCode: ['number-plan', 'twilio', 'telnyx'],
} as const satisfies Partial<Record<Field, readonly PhoneSource[]>>;

/**
 * Merges the claims of sources about a number, by precedence; the order of the claims does not matter. The line type and the VOIP fields
 * come from one source, so that they agree. An invalid number gets only its country: carrier and type of a range are no facts about a
 * line that does not exist. The carrier of a range is not used either for a line that was ported, or is of another type than the range.
 *
 * @param claims at most one per source
 */
export function mergePhone(claims: readonly PhoneClaim[]): MergedPhone {
  const validity = firstClaimWith(claims, 'valid');
  const valid = validity?.fields.valid;
  if (validity === undefined || valid === null || valid === undefined) return { facts: null, decidedFields: new Map() };
  const country = firstClaimWith(claims, 'countryCode');
  const kind = valid ? lineTypeClaim(claims) : undefined;
  const carrier = valid
    ? firstClaimWith(hasLeftRange(claims, kind) ? claims.filter(({ source }) => source !== 'allocated-carrier') : claims, 'carrier')
    : undefined;
  const facts: PhoneDetails = {
    valid,
    carrier: carrier?.fields.carrier ?? null,
    lineType: kind?.fields.lineType ?? null,
    countryCode: country?.fields.countryCode ?? null,
    voipClass: kind?.fields.voipClass ?? null,
    isVoip: kind?.fields.isVoip ?? null,
  };
  const decided = new Map<PhoneSource, Field[]>();
  const credit = (claim: PhoneClaim | undefined, fields: readonly Field[]): void => {
    const known = fields.filter((field) => facts[field] !== null);
    if (claim && known.length > 0) decided.set(claim.source, [...(decided.get(claim.source) ?? []), ...known]);
  };
  credit(validity, ['valid']);
  credit(carrier, ['carrier']);
  credit(kind, ['lineType', 'voipClass', 'isVoip']);
  credit(country, ['countryCode']);
  return { facts, decidedFields: decided };
}

/** The claim that decides the line type; undefined when a source contradicts itself about it before a better one has decided it. */
function lineTypeClaim(claims: readonly PhoneClaim[]): PhoneClaim | undefined {
  for (const source of PHONE_PRECEDENCE.lineType) {
    const claim = claims.find((each) => each.source === source);
    if (claim?.codes.includes(DISPUTED)) return undefined;
    if (claim?.fields.lineType) return claim;
  }
  return undefined;
}

function hasLeftRange(claims: readonly PhoneClaim[], kind: PhoneClaim | undefined): boolean {
  if (claims.some(({ codes }) => codes.includes(PORTED))) return true;
  const planned = claims.find(({ source }) => source === 'number-plan')?.fields.lineType;
  const observed = kind?.fields.lineType;
  return Boolean(planned && observed && !mayBeSameLineType(planned, observed));
}

/** The claim of the first source, by precedence, that knows a field. */
function firstClaimWith(claims: readonly PhoneClaim[], field: keyof typeof PHONE_PRECEDENCE): PhoneClaim | undefined {
  const claimOf = (source: PhoneSource) => claims.find(({ source: own, fields }) => own === source && (fields[field] ?? null) !== null);
  const [first] = PHONE_PRECEDENCE[field].flatMap((source) => claimOf(source) ?? []);
  return first;
}
