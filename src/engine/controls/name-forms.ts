/**
 * Forms of names that a site may write in another way than they were asked for: it has `jane.sample` at `/jane-sample`, serves `robin.js` as
 * a file, or cuts what is long. There a "no" is about an address, and the user asked about a person.
 */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Control, ControlOutcome } from './control.js';
import { SELDOM_MS, UNSTEADY_MS } from './lifetimes.js';

/** Longer names are a form, by so many characters: sites cut names at lengths of their own, most of them beyond. */
const PLAIN_LENGTH = 30;
const LENGTH_STEP = 10;

/** Files that servers serve by the ending of an address. */
const FILE_ENDING =
  /\.(?:js|mjs|css|html?|php|aspx?|jsp|cgi|png|jpe?g|gif|svg|ico|webp|bmp|json|xml|rss|atom|txt|md|csv|pdf|zip|gz|map|woff2?|ttf|mp[34]|webm)$/i;
const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Han', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hangul', /\p{Script=Hangul}/u],
];

function formOf(character: string): string {
  if (/\p{ASCII}/u.test(character)) return character;
  if (!/[\p{L}\p{M}]/u.test(character)) return 'symbol';
  return SCRIPTS.find(([, letters]) => letters.test(character))?.[0] ?? 'script';
}

/** The forms of a name: each separator, two of them in a row, one at an edge, an ending of a file, each script beyond ASCII, its length. */
export function formsOf(name: string): readonly string[] {
  const special = [...name].filter((character) => !/[A-Za-z0-9]/.test(character));
  if (special.length === 0 && name.length <= PLAIN_LENGTH) return [];
  const forms = special.map(formOf);
  if (/[^\p{L}\p{M}\p{Nd}]{2}/u.test(name)) forms.push('row');
  if (/^[^\p{L}\p{Nd}]|[^\p{L}\p{M}\p{Nd}]$/u.test(name)) forms.push('edge');
  const ending = FILE_ENDING.exec(name)?.[0];
  if (ending !== undefined) forms.push(ending.toLowerCase());
  const { length } = [...name];
  if (length > PLAIN_LENGTH) forms.push(`length ${Math.ceil(length / LENGTH_STEP) * LENGTH_STEP}`);
  return [...new Set(forms)];
}

const isOlder = (at: string | undefined, ms: number, now: Date): boolean => at === undefined || now.getTime() - Date.parse(at) >= ms;

/** Forms of a name that nobody was seen in lately. None where the rule shows that names are looked up as they were sent. */
export function unprovenForms(rule: ProbeRule, { outcome }: Control, name: string, now: Date): readonly string[] {
  if (rule.nameAsSent !== undefined) return [];
  return formsOf(name).filter((form) => isOlder(outcome.forms?.[form], SELDOM_MS, now));
}

type Forms = NonNullable<ControlOutcome['forms']>;

/** No moment: overrides what is stored of a form, as its absence would not. */
const NEVER = new Date(0).toISOString();

/** A control without the forms that were seen since: of names that the platform confirmed as it did everybody. @param since null: none */
export function withoutFormsSince(control: Control, since: Date | null): Control {
  const { forms } = control.outcome;
  if (!forms || !since) return control;
  const kept = Object.entries(forms).map(([form, at]) => [form, new Date(at) >= since ? NEVER : at]);
  return { ...control, outcome: { ...control.outcome, forms: Object.fromEntries(kept) } };
}

/** What is known of forms once a name has read registered: those of a day are not stored again. @returns undefined: nothing new */
export function withFormsOf(forms: Forms | undefined, name: string, now: Date): Forms | undefined {
  const renewed = formsOf(name).filter((form) => isOlder(forms?.[form], UNSTEADY_MS, now));
  if (renewed.length === 0) return undefined;
  const kept = Object.entries(forms ?? {}).filter(([, at]) => !isOlder(at, SELDOM_MS, now));
  return Object.fromEntries([...kept, ...renewed.map((form) => [form, now.toISOString()] as const)]);
}
