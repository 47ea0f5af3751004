/** Inverts a template such as `/users/{username}.json`: extracts the variables from a text that was made with it. */
import { isRecord, type Json } from '../../src/kernel/values/json.js';
import { escapeRegExp } from '../../src/kernel/values/escape.js';

/** Variables found while a request is compared with a rule. */
export type Captures = Record<string, string>;

export interface TextPattern {
  /** How much of the template is fixed text: of two patterns that match, the one with more wins. */
  readonly fixedLength: number;
  /** Adds what it found to `captures`; false when the text was not made with this template. */
  match(text: string, captures: Captures): boolean;
}

const VARIABLE = /\{([a-z][a-z0-9_:]*)\}/g;

/** @param decode turns the template's fixed parts into the form in which texts are compared. */
export function textPattern(template: string, decode: (raw: string) => string = (raw) => raw): TextPattern {
  const names: string[] = [];
  let fixed = '';
  let source = '';
  let from = 0;
  for (const match of template.matchAll(VARIABLE)) {
    const before = decode(template.slice(from, match.index));
    fixed += before;
    source += `${escapeRegExp(before)}(.+)`;
    names.push(match[1] as string);
    from = match.index + match[0].length;
  }
  const rest = decode(template.slice(from));
  fixed += rest;
  if (names.length === 0) return { fixedLength: fixed.length, match: (text) => text === fixed };
  const pattern = new RegExp(`^${source}${escapeRegExp(rest)}$`, 's');
  return {
    fixedLength: fixed.length,
    match(text, captures) {
      const found = pattern.exec(text);
      if (found === null) return false;
      for (let i = 0; i < names.length; i++) captures[names[i] as string] = found[i + 1] as string;
      return true;
    },
  };
}

export interface JsonPattern {
  readonly fixedLength: number;
  match(value: unknown, captures: Captures): boolean;
}

/** A JSON body template. Objects may have more keys than the template; everything else must match exactly. */
export function jsonPattern(template: Json): JsonPattern {
  if (typeof template === 'string') {
    const pattern = textPattern(template);
    return { fixedLength: pattern.fixedLength, match: (value, captures) => typeof value === 'string' && pattern.match(value, captures) };
  }
  if (template === null || typeof template !== 'object') {
    return { fixedLength: String(template).length, match: (value) => value === template };
  }
  if (isArray(template)) {
    const items = template.map(jsonPattern);
    return {
      fixedLength: sum(items.map((item) => item.fixedLength)),
      match: (value, captures) =>
        Array.isArray(value) && value.length === items.length && items.every((item, i) => item.match(value[i], captures)),
    };
  }
  const fields = Object.entries(template).map(([key, value]) => [key, jsonPattern(value)] as const);
  return {
    fixedLength: sum(fields.map(([key, field]) => key.length + field.fixedLength)),
    match: (value, captures) =>
      isRecord(value) && fields.every(([key, field]) => Object.hasOwn(value, key) && field.match(value[key], captures)),
  };
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
