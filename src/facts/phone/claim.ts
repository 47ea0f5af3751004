import type { PhoneDetails } from './phone-details.js';

/** Sources of the phone module, by their names in `GET /v2/sources`. */
export const PHONE_SOURCES = ['twilio', 'telnyx', 'number-plan', 'allocated-carrier'] as const;
export type PhoneSource = (typeof PHONE_SOURCES)[number];

/** The fields that one source knows of a number. Absent or null: unknown to it. */
export interface PhoneClaim {
  readonly source: PhoneSource;
  readonly fields: { readonly [Field in keyof PhoneDetails]?: PhoneDetails[Field] | null };
  /** Codes of what it observed. */
  readonly codes: readonly string[];
}

/** Code of a source that contradicts itself about the line type. */
export const DISPUTED = 'line_types_disagree';
/** Code of a number that was ported away from the carrier of its range. */
export const PORTED = 'ported';

/** Line types, in the terms of the numbering plans' own library. */
export const LINE_TYPES = [
  'fixed_line',
  'mobile',
  'fixed_line_or_mobile',
  'toll_free',
  'premium_rate',
  'shared_cost',
  'voip',
  'personal_number',
  'pager',
  'uan',
  'voicemail',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** Whether two line types may be the same: a source may know only that the line is one of two types. */
export function mayBeSameLineType(one: string, other: string): boolean {
  const either = (type: string, ...of: string[]) =>
    type === 'fixed_line_or_mobile' && of.some((each) => each === 'fixed_line' || each === 'mobile');
  return one === other || either(one, other) || either(other, one);
}
