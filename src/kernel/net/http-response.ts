import { parseUrl } from '../values/parse-url.js';

/** Kinds of content type, so that a challenge page in HTML can never pass for a JSON response. */
export const CONTENT_KINDS = ['json', 'html', 'text', 'xml', 'image', 'binary'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** One HTTP response of a platform, decoded, after redirects. Header names are lower case, `url` is absolute. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url: string;
}

/** Content kind of a response by its `Content-Type`; null when there is none: the kind is never guessed. */
export function contentKindOf(answer: HttpResponse): ContentKind | null {
  const type = (headerOf(answer, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return null;
  if (/^(application|text)\/(json|x-json)$/.test(type) || type.endsWith('+json')) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.startsWith('image/')) return 'image';
  if (type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) return 'xml';
  if (type.startsWith('text/')) return 'text';
  return 'binary';
}

/** A header's value, or undefined. Own members only: header names come from outside. */
export function headerOf(answer: HttpResponse, name: string): string | undefined {
  return Object.hasOwn(answer.headers, name) ? answer.headers[name] : undefined;
}

/**
 * Whether the response is a page for people: HTML by its label, or markup whose label does not rule that out. Block pages are pages, also
 * in place of an image or of a mislabelled response.
 */
export function isPage(answer: HttpResponse): boolean {
  const kind = contentKindOf(answer);
  if (kind === 'html') return true;
  return kind !== 'json' && /^\s*(?:<!doctype html|<html|<head|<body|<script)/i.test(answer.body.slice(0, 1000));
}

/** Target of a redirect that was not followed, as an absolute URL; null when this is no redirect or it is unreadable. */
export function redirectTarget(answer: HttpResponse): URL | null {
  const location = headerOf(answer, 'location');
  if (answer.status < 300 || answer.status > 399 || location === undefined) return null;
  return parseUrl(location, answer.url);
}

/** Longest pause that is honoured, in seconds: a day. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/**
 * Seconds of `Retry-After` (RFC 9110, 10.2.3), at most a day. A date is compared with the response's own `Date`, so that no clock is
 * needed; without one the date is ignored.
 */
export function retryAfterSeconds(answer: HttpResponse): number | undefined {
  const raw = headerOf(answer, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(raw)) return Math.min(Number(raw), MAX_RETRY_AFTER_SECONDS);
  const seconds = (Date.parse(raw) - Date.parse(headerOf(answer, 'date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}

/** Headers in which shared caches say how they came by a response; RFC 9211 names the last one. */
const CACHE_HEADERS = ['x-cache', 'cf-cache-status', 'x-vercel-cache', 'x-cache-status', 'cache-status'] as const;
/** Not of what the cache had the origin validate first. */
const CACHE_HIT = /(?<![a-z]|refresh[ _-])hit(?![a-z])/i;
/** Longest age that is read, in seconds: a year. */
const MAX_AGE_SECONDS = 31_536_000;

/**
 * How old a response already was when a shared cache gave it in place of the origin (RFC 9111, 5.1), in milliseconds, 0 where that is not
 * known; undefined where no header says that one did. Behind several caches it is as old as in the one that had it longest.
 */
export function cachedForMs(answer: HttpResponse): number | undefined {
  const ages = (headerOf(answer, 'age') ?? '').split(',').map((age) => (/^\s*\d+\s*$/.test(age) ? Number(age) : 0));
  const seconds = Math.min(Math.max(...ages), MAX_AGE_SECONDS);
  const isHit = CACHE_HEADERS.some((name) => CACHE_HIT.test(headerOf(answer, name) ?? ''));
  return seconds > 0 || isHit ? seconds * 1_000 : undefined;
}
