import type { JsonAssertion, JsonShape } from '../catalogue/rules/probe-rule.js';
import { isRecord, type Json } from '../../kernel/values/json.js';
import { type Variables, variablesIn } from './template.js';
import { escapeForRegExp, renderOrNull, normalizeText } from './text-match.js';

/** Longest string a regular expression is tried on, so that a hostile response cannot make matching slow. */
export const MAX_MATCHED = 2_000;

/** Whether one requirement on a JSON response holds for what its pointer found. Every part given must hold. */
export function holds(assertion: JsonAssertion, pointed: Pointed, variables: Variables): boolean {
  if (assertion.is !== undefined && !hasShape(assertion.is, pointed, variables)) return false;
  if (assertion.equals !== undefined && !(pointed.found && isEqual(assertion.equals, pointed.value, variables))) return false;
  if (assertion.matches !== undefined && !(pointed.found && isMatch(assertion.matches, pointed.value, variables))) return false;
  return true;
}

function hasShape(shape: JsonShape, pointed: Pointed, variables: Variables): boolean {
  if (!pointed.found) return shape === 'missing';
  const { value } = pointed;
  switch (shape) {
    case 'missing':
      return false;
    case 'present':
      return true;
    case 'null':
      return value === null;
    case 'true':
      return value === true;
    case 'false':
      return value === false;
    case 'string':
    case 'number':
      return typeof value === shape;
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'empty':
      return sizeOf(value) === 0;
    case 'nonEmpty':
      return (sizeOf(value) ?? 0) > 0;
    case 'identity':
      return typeof value === 'string' && isIdentity(value, variables);
  }
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : undefined;
}

/** Whether a string is the probed identity: its value, its `@handle`, or a phone number's bare digits, with or without the country. */
function isIdentity(value: string, variables: Variables): boolean {
  const text = normalizeText(value.trim());
  return ['username', 'email', 'phone', 'phone:digits', 'phone:national'].some((name) => {
    const probed = Object.hasOwn(variables, name) ? normalizeText(variables[name] as string) : '';
    return probed !== '' && (text === probed || text === `@${probed}`);
  });
}

function isEqual(expected: Json, actual: unknown, variables: Variables): boolean {
  if (typeof expected === 'string') return typeof actual === 'string' && isEqualText(expected, actual, variables);
  if (expected === null || typeof expected !== 'object') return expected === actual;
  if (Array.isArray(expected)) {
    const items: readonly Json[] = expected;
    if (!Array.isArray(actual) || actual.length !== items.length) return false;
    return items.every((item, index) => isEqual(item, actual[index], variables));
  }
  if (!isRecord(actual)) return false;
  const members = Object.entries(expected);
  if (Object.keys(actual).length !== members.length) return false;
  return members.every(([key, value]) => Object.hasOwn(actual, key) && isEqual(value, actual[key], variables));
}

function isEqualText(template: string, actual: string, variables: Variables): boolean {
  if (variablesIn(template).length === 0) return template === actual;
  const filled = renderOrNull(template, variables);
  return filled !== null && normalizeText(filled) === normalizeText(actual);
}

function isMatch(pattern: string, actual: unknown, variables: Variables): boolean {
  if (typeof actual !== 'string' || actual.length > MAX_MATCHED) return false;
  const source = renderOrNull(pattern, variables, escapeForRegExp);
  if (source === null) return false;
  try {
    return new RegExp(source, 'iu').test(actual);
  } catch {
    return false; // the loader refuses such patterns; here an unreadable one proves nothing
  }
}

/** What a JSON Pointer found: a value, or nothing at that place (`null` is a value). */
export type Pointed = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** Whether a text that begins with `/`, or is empty, is a JSON Pointer (RFC 6901, 3): `~` stands before 0 or 1 only. */
export const isJsonPointer = (text: string): boolean => !/~(?![01])/.test(text);

const MISSING: Pointed = { found: false };
const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

/**
 * Reads one place of a parsed JSON document (RFC 6901). Only own members count, so that `constructor` is not found in
 * every object. A malformed pointer finds nothing.
 */
export function readPointer(document: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: true, value: document };
  if (!pointer.startsWith('/')) return MISSING;
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      if (!ARRAY_INDEX.test(key) || Number(key) >= value.length) return MISSING;
      value = value[Number(key)];
    } else if (isRecord(value) && Object.hasOwn(value, key)) {
      value = value[key];
    } else {
      return MISSING;
    }
  }
  return { found: true, value };
}
