import { type HttpResponse, contentKindOf, headerOf, redirectTarget } from '../../kernel/net/http-response.js';
import { parseJson } from '../../kernel/values/json.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import { holds, readPointer } from './json-assertion.js';
import type { Evidence } from '../catalogue/rules/probe-rule.js';
import { type Variables, variablesIn } from './template.js';
import { renderOrNull, normalizeText, SearchableText, spellings } from './text-match.js';

/** A response with the parts that several requirements read, each parsed at most once. */
export class ResponseView {
  #parsed: { readonly value: unknown } | undefined;
  readonly searchable: SearchableText;
  readonly kind: ReturnType<typeof contentKindOf>;

  constructor(readonly response: HttpResponse) {
    this.kind = contentKindOf(response);
    this.searchable = new SearchableText(response.body, this.kind !== 'json' && this.kind !== 'text');
  }

  /** The body as JSON, wrapped; null when it is not JSON. */
  json(): { readonly value: unknown } | null {
    this.#parsed ??= { value: parseJson(this.response.body) };
    return this.#parsed.value === undefined ? null : this.#parsed;
  }
}

/** Whether every field of one side's evidence holds for the response. */
export function sideHolds(evidence: Evidence, view: ResponseView, variables: Variables): boolean {
  const { response, searchable } = view;
  return (
    evidence.redirectToRoot !== true && // evaluated from the redirect's target, when neither side holds
    evidence.status.includes(response.status) &&
    typeHolds(evidence, view) &&
    redirectHolds(evidence, response, variables) &&
    (evidence.json ?? []).every((assertion) => {
      const document = view.json();
      return document !== null && holds(assertion, readPointer(document.value, assertion.pointer), variables);
    }) &&
    (evidence.contains ?? []).every((text) => searchable.contains(text, variables)) &&
    (evidence.containsAny === undefined || evidence.containsAny.some((text) => searchable.contains(text, variables))) &&
    (evidence.lacks ?? []).every((text) => renderOrNull(text, variables) !== null && !searchable.contains(text, variables)) &&
    bodyHolds(evidence.bodyEquals, response.body, variables) &&
    headersHold(evidence.headers, response, variables)
  );
}

/**
 * Whether the response has the content type that the side needs. Evidence in JSON needs a response that is labelled as JSON, unless the
 * rule names another type, because some APIs mislabel theirs.
 */
export function typeHolds(evidence: Evidence, view: ResponseView): boolean {
  const needed = evidence.contentType ?? (evidence.json === undefined ? undefined : 'json');
  return needed === undefined || view.kind === needed;
}

/** Minimum number of constant characters for a text to distinguish a page: a bare `@{username}` has one. */
const MIN_SPECIFIC_LENGTH = 6;

/**
 * Whether the evidence shows something specific, beyond a status, a type, the absence of a text, or a mere mention of the identity: a
 * log-in page mentions it too, in its return URL. A side of weak evidence has none by definition.
 */
export function hasContentEvidence(evidence: Evidence): boolean {
  if (evidence.weakEvidence === true) return false;
  const { json, contains, containsAny, bodyEquals, location, headers } = evidence;
  if ([json, bodyEquals, location, headers].some((field) => field !== undefined)) return true;
  return hasOwnText({ contains, containsAny });
}

/** Whether the side has a text of its own, weak as it may be: a page that shows it is the platform's. */
export const hasOwnText = ({ contains = [], containsAny }: Pick<Evidence, 'contains' | 'containsAny'>): boolean =>
  contains.some(isSpecific) || (containsAny?.every(isSpecific) ?? false);

function isSpecific(template: string): boolean {
  return template.replace(/\{[a-z][a-z0-9_:]*\}/g, '').length >= MIN_SPECIFIC_LENGTH;
}

/** Whether the side can hold only when the response names the identity. */
export function echoesIdentity(evidence: Evidence): boolean {
  const texts = [...(evidence.contains ?? []), evidence.bodyEquals, evidence.location, ...Object.values(evidence.headers ?? {})];
  if (texts.some((text) => text !== undefined && variablesIn(text).length > 0)) return true;
  const any = evidence.containsAny ?? [];
  if (any.length > 0 && any.every((text) => variablesIn(text).length > 0)) return true;
  return (evidence.json ?? []).some(
    ({ is, equals, matches }) =>
      is === 'identity' ||
      (matches !== undefined && variablesIn(matches).length > 0) ||
      (equals !== undefined && variablesIn(JSON.stringify(equals)).length > 0),
  );
}

/** A variable between two characters that no handle has, so that no longer handle can match in its place. */
const DELIMITED = /[^\p{L}\p{N}_.-]\{[a-z][a-z0-9_:]*\}[^\p{L}\p{N}_.-]/u;

/**
 * Whether the side can hold only when the response names exactly this identity. A bare `{username}` is not enough: `video` is part of
 * most pages, and `/u/{username}` holds for `/u/video-club` too.
 */
export function echoesExactly(evidence: Evidence): boolean {
  const { contains = [], containsAny = [], bodyEquals = '', headers = {}, json = [] } = evidence;
  return (
    [...contains, ...Object.values(headers)].some((text) => DELIMITED.test(text)) ||
    (containsAny.length > 0 && containsAny.every((text) => DELIMITED.test(text))) ||
    variablesIn(bodyEquals).length > 0 ||
    json.some(
      ({ is, equals, matches = '' }) =>
        is === 'identity' || DELIMITED.test(matches) || (equals !== undefined && variablesIn(JSON.stringify(equals)).length > 0),
    )
  );
}

/** A member of a JSON document whose whole value is the name. */
const NAMING_MEMBER = /"\w+": ?"@?\{username(?::[a-z]+)?\}"/;

/**
 * Whether the side can hold only when a JSON answer says of the account itself that it has this name, or an address that only the name
 * makes. Pages echo whatever was asked: an id of somebody else, a word that they have a page for.
 */
export function namesAccount({ json, contains = [], containsAny = [] }: Evidence): boolean {
  const isNamed = json?.some(
    ({ is, equals, matches = '' }) => is === 'identity' || /\{username/.test(`${JSON.stringify(equals)}${matches}`),
  );
  if (json === undefined || isNamed === true) return isNamed === true;
  return (
    contains.some((text) => NAMING_MEMBER.test(text)) || (containsAny.length > 0 && containsAny.every((text) => NAMING_MEMBER.test(text)))
  );
}

/** The evidence as text for operators: the rule's own texts, with variables unfilled, so that no identity is in it. */
export function describeEvidence(evidence: Evidence): string {
  const parts = [
    ...(evidence.json ?? []).map(({ pointer, is, equals, matches }) => {
      const what = is ?? (equals === undefined ? `matches ${matches}` : `equals ${JSON.stringify(equals)}`);
      return `${pointer === '' ? 'the document' : pointer} ${what}`;
    }),
    ...(evidence.contains ?? []).map((text) => `contains ${JSON.stringify(text)}`),
    ...(evidence.containsAny === undefined ? [] : [`contains one of ${JSON.stringify(evidence.containsAny)}`]),
    ...(evidence.bodyEquals === undefined ? [] : [`body is ${JSON.stringify(evidence.bodyEquals)}`]),
    ...(evidence.location === undefined ? [] : [`location ${evidence.location}`]),
    ...Object.entries(evidence.headers ?? {}).map(([name, value]) => `header ${name} has ${JSON.stringify(value)}`),
    ...(evidence.redirectToRoot === true ? ['a redirect to the root'] : []),
    ...(evidence.weakEvidence === true ? ['resting on the control'] : []),
    ...(evidence.lacks ?? []).map((text) => `lacks ${JSON.stringify(text)}`),
  ];
  const words = parts.join(', ');
  return words.length > 300 ? `${words.slice(0, 299)}…` : words;
}

/** A bare redirect shows nothing about an account: only its target does. */
function redirectHolds(evidence: Evidence, answer: HttpResponse, variables: Variables): boolean {
  const isRedirect = answer.status >= 300 && answer.status <= 399 && answer.status !== 304;
  if (evidence.location === undefined) return !isRedirect || evidence.headers !== undefined;
  const target = redirectTarget(answer);
  if (target === null) return false;
  const actual = normalizeText(target.href);
  return spellings(evidence.location, variables, true).some((start) => {
    const absolute = parseUrl(start, answer.url);
    return absolute !== null && actual.startsWith(normalizeText(absolute.href));
  });
}

function bodyHolds(expected: string | undefined, body: string, variables: Variables): boolean {
  if (expected === undefined) return true;
  const filled = renderOrNull(expected, variables)?.trim();
  if (filled === undefined) return false;
  return variablesIn(expected).length > 0 ? normalizeText(body.trim()) === normalizeText(filled) : body.trim() === filled;
}

function headersHold(expected: Evidence['headers'], answer: HttpResponse, variables: Variables): boolean {
  return Object.entries(expected ?? {}).every(([name, template]) => {
    const actual = headerOf(answer, name.toLowerCase());
    return actual !== undefined && spellings(template, variables, true).some((text) => normalizeText(actual).includes(text));
  });
}
