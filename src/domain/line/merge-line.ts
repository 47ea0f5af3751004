import type { LineFacts } from '../enrichment.js';
import { DISPUTED, type LineClaim, type LineSource, mayBeSame, PORTED } from './claim.js';

export interface MergedLine {
  /** Null when no source knows whether the number is valid. */
  readonly facts: LineFacts | null;
  /** Fields that each source decided; one that decided nothing is absent. */
  readonly decided: ReadonlyMap<LineSource, readonly (keyof LineFacts)[]>;
}

type Field = keyof LineFacts;

/**
 * Sources of each field by precedence. Providers query the operators' registers and know of porting; the numbering plan only has the
 * purpose of a range, and its first carrier. The country is the plan's: it never changes.
 */
export const LINE_PRECEDENCE = {
  valid: ['twilio', 'telnyx', 'number-plan'],
  lineType: ['twilio', 'telnyx', 'number-plan'],
  carrier: ['twilio', 'telnyx', 'allocated-carrier'],
  countryCode: ['number-plan', 'twilio', 'telnyx'],
} as const satisfies Partial<Record<Field, readonly LineSource[]>>;

/**
 * Merges the claims of sources about a number, by precedence; the order of the claims does not matter. The line type and the VOIP fields
 * come from one source, so that they agree. An invalid number gets only its country: carrier and type of a range are no facts about a
 * line that does not exist. The carrier of a range is not used either for a line that was ported, or is of another type than the range.
 *
 * @param claims at most one per source
 */
export function mergeLine(claims: readonly LineClaim[]): MergedLine {
  const judge = firstTelling(claims, 'valid');
  const valid = judge?.says.valid;
  if (judge === undefined || valid === null || valid === undefined) return { facts: null, decided: new Map() };
  const country = firstTelling(claims, 'countryCode');
  const kind = valid ? kindOf(claims) : undefined;
  const carrier = valid
    ? firstTelling(hasLeftItsRange(claims, kind) ? claims.filter(({ source }) => source !== 'allocated-carrier') : claims, 'carrier')
    : undefined;
  const facts: LineFacts = {
    valid,
    carrier: carrier?.says.carrier ?? null,
    lineType: kind?.says.lineType ?? null,
    countryCode: country?.says.countryCode ?? null,
    voipClass: kind?.says.voipClass ?? null,
    isVoip: kind?.says.isVoip ?? null,
  };
  const decided = new Map<LineSource, Field[]>();
  const credit = (claim: LineClaim | undefined, fields: readonly Field[]): void => {
    const known = fields.filter((field) => facts[field] !== null);
    if (claim && known.length > 0) decided.set(claim.source, [...(decided.get(claim.source) ?? []), ...known]);
  };
  credit(judge, ['valid']);
  credit(carrier, ['carrier']);
  credit(kind, ['lineType', 'voipClass', 'isVoip']);
  credit(country, ['countryCode']);
  return { facts, decided };
}

/** The claim that decides the line type; undefined when a source contradicts itself about it before a better one has decided it. */
function kindOf(claims: readonly LineClaim[]): LineClaim | undefined {
  for (const source of LINE_PRECEDENCE.lineType) {
    const claim = claims.find((each) => each.source === source);
    if (claim?.codes.includes(DISPUTED)) return undefined;
    if (claim?.says.lineType) return claim;
  }
  return undefined;
}

function hasLeftItsRange(claims: readonly LineClaim[], kind: LineClaim | undefined): boolean {
  if (claims.some(({ codes }) => codes.includes(PORTED))) return true;
  const planned = claims.find(({ source }) => source === 'number-plan')?.says.lineType;
  const told = kind?.says.lineType;
  return Boolean(planned && told && !mayBeSame(planned, told));
}

/** The claim of the first source, by precedence, that knows a field. */
function firstTelling(claims: readonly LineClaim[], field: keyof typeof LINE_PRECEDENCE): LineClaim | undefined {
  const tells = (source: LineSource) => claims.find(({ source: own, says }) => own === source && (says[field] ?? null) !== null);
  const [first] = LINE_PRECEDENCE[field].flatMap((source) => tells(source) ?? []);
  return first;
}
