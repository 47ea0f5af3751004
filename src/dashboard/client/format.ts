/** Numbers and names as sentences show them. */

const NUMBER = new Intl.NumberFormat();
export const formatNumber = (value: number): string => NUMBER.format(value);

export const counted = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Thousandths of a cent in a dollar. */
const MILLICENTS = 100_000;
const MONEY = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', maximumFractionDigits: 5, minimumFractionDigits: 2 });

/** An amount in the unit of a plan. */
export const formatAmount = (amount: number, unit: 'lookups' | 'millicents'): string =>
  unit === 'millicents' ? MONEY.format(amount / MILLICENTS) : counted(amount, 'lookup');

/** The id of an operation as words: `createApiKey`, “Create API key”. */
export function wordsOfOperation(operationId: string): string {
  const words = operationId
    .replace(/V2$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bsign in (?=\w)/, 'sign-in ')
    .replace(/\b(api|ip)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How a state is to be taken. */
export type Tone = 'good' | 'neutral' | 'warn' | 'bad' | 'info';

/** A state in a word or two, and how it is to be taken. */
export interface StateWord {
  readonly word: string;
  readonly tone: Tone;
}
