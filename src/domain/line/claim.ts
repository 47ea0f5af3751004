import type { LineFacts } from '../enrichment.js';

/** Sources of the phone module, by their names in `GET /v2/sources`. */
export const LINE_SOURCES = ['twilio', 'telnyx', 'number-plan', 'allocated-carrier'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** What one source says of a number. A field that is absent or null: it does not know. */
export interface LineClaim {
  readonly source: LineSource;
  readonly says: { readonly [Field in keyof LineFacts]?: LineFacts[Field] | null };
  /** Short words for what it saw. */
  readonly codes: readonly string[];
}

/** Code of a source that contradicts itself about the kind of a line. */
export const DISPUTED = 'line_types_disagree';
/** Code of a number that has left the carrier that its range was given to. */
export const PORTED = 'ported';

/** Kinds of lines, in the words of the numbering plans' own library. */
export const LINE_TYPES = [
  'fixed_line', 'mobile', 'fixed_line_or_mobile', 'toll_free', 'premium_rate', 'shared_cost', 'voip', 'personal_number', 'pager', 'uan',
  'voicemail',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** Whether two sources may mean the same kind: one may know no more than that it is one of two. */
export function mayBeSame(one: string, other: string): boolean {
  const either = (type: string, ...of: string[]) => type === 'fixed_line_or_mobile' && of.some((each) => each === 'fixed_line' || each === 'mobile');
  return one === other || either(one, other) || either(other, one);
}
