/** Reads fields of foreign JSON whose types cannot be trusted. Pure; never throws. */
import { isRecord } from '../../domain/evaluation/json-assertion.js';
import type { Json, RequestBody } from '../../domain/catalogue/probe-rule.js';

export { isRecord };

/** A text, or undefined for anything else and for ''. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A text or a list of texts as a list, without empty ones and repetitions; numbers become text. */
export function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.map((item) => (typeof item === 'number' ? String(item) : item));
  return [...new Set(texts.filter((item): item is string => typeof item === 'string' && item.trim() !== ''))];
}

/** A status or a list of statuses as a list. */
export function statusesOf(value: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is number => Number.isInteger(item) && (item as number) >= 100 && (item as number) <= 999);
}

/** The text members of an object, with numbers and booleans as text; undefined when there are none. */
export function textMapOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).filter(([, item]) => ['string', 'number', 'boolean'].includes(typeof item));
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(([name, item]) => [name, String(item)]));
}

/** A payload as a request body: an object or a JSON text as JSON, any other text as a form. Undefined when it is none of these. */
export function bodyOf(payload: unknown): RequestBody | undefined {
  if (isRecord(payload)) return { json: payload as { readonly [key: string]: Json } };
  if (typeof payload !== 'string' || payload === '') return undefined;
  const json = parseJson(payload);
  return json === undefined ? { form: Object.fromEntries(new URLSearchParams(payload)) } : { json: json as Json };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Applies `replace` to every text of a JSON value, names of members aside. */
export function replaceIn(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIn(item, replace)]));
}
