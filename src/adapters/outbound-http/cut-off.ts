import type { RawAnswer } from './exchange.js';

/**
 * Whether a page that ends with its connection stops before its end. Such an answer has no length to check, and a
 * connection that was cut is not told from one that was closed; a page that lacks its second half also lacks its markers.
 */
export function isCutOffPage(raw: RawAnswer, text: string): boolean {
  const { 'content-length': length, 'transfer-encoding': framing } = raw.headers;
  if (length !== undefined || framing !== undefined || text === '') return false;
  return /^\s*(?:<!doctype html|<html)/i.test(text.slice(0, 200)) && !/<\/(?:html|body)\s*>/i.test(text.slice(-2_000));
}
