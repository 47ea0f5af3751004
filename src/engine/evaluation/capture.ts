/** Reads what a prelude's response holds for the probe. Pure. */
import type { Capture } from '../catalogue/rules/probe-rule.js';
import { type HttpResponse, headerOf } from '../../kernel/net/http-response.js';
import { readPointer } from './json-assertion.js';

/** Longest captured value, in characters. */
export const MAX_CAPTURE = 4_096;
/** Characters of a page that one attempt of an expression sees: the value and what is around it. */
const MAX_WINDOW = MAX_CAPTURE + 2_048;
/** Places at which an expression is tried. */
const MAX_POSITIONS = 100;
/** Shortest constant text with which a captured text's expression begins. */
export const MIN_PREFIX = 4;

/**
 * The value of a capture other than a cookie; null when the response has none, or one that is empty or over 4 kB.
 *
 * @param document the body as JSON; undefined when it is none
 */
export function readCapture(capture: Exclude<Capture, { cookie: string }>, response: HttpResponse, document: unknown): string | null {
  const found =
    'header' in capture
      ? headerOf(response, capture.header.toLowerCase())
      : 'json' in capture
        ? textAt(document, capture.json)
        : captureText(capture.text, response.body);
  return found === undefined || found === null || found === '' || found.length > MAX_CAPTURE ? null : found;
}

function textAt(document: unknown, pointer: string): string | null {
  const pointed = readPointer(document, pointer);
  if (!pointed.found) return null;
  const { value } = pointed;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/**
 * The group of the first match. The expression is tried only where its constant beginning occurs, and on a bounded part of the page: a
 * hostile page of the largest size takes no longer than an ordinary one.
 */
export function captureText(source: string, body: string): string | null {
  const prefix = literalPrefix(source);
  if (prefix.length < MIN_PREFIX) return null;
  const expression = new RegExp(source, 'uy');
  for (let at = body.indexOf(prefix), tried = 0; at >= 0 && tried < MAX_POSITIONS; at = body.indexOf(prefix, at + 1), tried += 1) {
    const value = expression.exec(body.slice(at, at + MAX_WINDOW))?.[1];
    if (value !== undefined) return value;
    expression.lastIndex = 0;
  }
  return null;
}

/** The constant text with which every match of an expression begins, if it has one alternative only; it may be longer. */
export function literalPrefix(source: string): string {
  let prefix = '';
  for (let at = 0; at < source.length; ) {
    const [piece = '', escaped, plain] = /^(?:\\([$\\.*+?()[\]{}|/^])|([^$\\.*+?()[\]{}|^]))/u.exec(source.slice(at)) ?? [];
    const character = escaped ?? plain;
    if (character === undefined || /^[*+?{]/.test(source.slice(at + piece.length))) break;
    prefix += character;
    at += piece.length;
  }
  return prefix;
}
