/** Splits a probe's request into the texts that request safety checks. Pure. */
import type { ProbeRequest } from '../rules/probe-rule.js';
import { type Json, parseJson } from '../../../kernel/values/json.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';

export interface RequestPart {
  readonly location: 'subdomain' | 'path' | 'query' | 'body';
  /** `name`: of a field, at any depth; `value`: a constant. A path is a value. */
  readonly kind: 'name' | 'value';
  readonly text: string;
  /** Value of the field that a name is of. */
  readonly value?: Json;
}

/** Stands for a variable while a template is read as a URL: a label that no site has. */
export const PLACEHOLDER = 'zqvariablezq';

/** A template with its variables replaced by a plain word. */
export const withPlaceholders = (template: string): string => template.replace(/\{[a-z][a-z0-9_:]*\}/g, PLACEHOLDER);

/** The URL of a request with its variables replaced by a plain word; null when it is no absolute URL. */
export function templateUrl(template: string): URL | null {
  return parseUrl(withPlaceholders(template));
}

/** Every field name and constant of a request besides its headers, with its place in the request. */
export function partsOf(request: ProbeRequest, subdomain: string): RequestPart[] {
  const url = templateUrl(request.url);
  if (url === null) return [];
  const parts: RequestPart[] = [
    { location: 'subdomain', kind: 'value', text: subdomain },
    { location: 'path', kind: 'value', text: url.pathname },
    ...[...url.searchParams].flatMap(([name, value]) => field('query', name, value)),
  ];
  // A fragment is never sent, but is checked too: a template could hide words there.
  if (url.hash !== '') parts.push({ location: 'path', kind: 'value', text: url.hash });
  if (request.body === undefined) return plain(parts);
  const body = 'json' in request.body ? request.body.json : request.body.form;
  return plain([...parts, ...jsonParts('body', body)]);
}

const plain = (parts: RequestPart[]): RequestPart[] => parts.map((part) => ({ ...part, text: part.text.replaceAll(PLACEHOLDER, ' ') }));

function field(location: RequestPart['location'], name: string, value: string): RequestPart[] {
  return [{ location, kind: 'name', text: name, value }, ...jsonParts(location, value)];
}

function jsonParts(location: RequestPart['location'], value: Json): RequestPart[] {
  if (typeof value === 'string') return [{ location, kind: 'value', text: value }, ...nested(location, value)];
  if (Array.isArray(value)) return value.flatMap((item: Json) => jsonParts(location, item));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, inner]) => [
    { location, kind: 'name' as const, text: name, value: inner },
    ...jsonParts(location, inner),
  ]);
}

/** JSON inside a string, as in some sites' `data` parameters: its names are field names too. */
function nested(location: RequestPart['location'], text: string): RequestPart[] {
  if (!/^\s*(?:\[|\{\s*["}])/.test(text)) return [];
  const value = parseJson(text);
  return value === undefined ? [] : jsonParts(location, value as Json);
}

// Distinguishes GraphQL queries (reads) from all other operations. GraphQL specification, October 2021, section 2.

/** Kinds of the operations in a document (`query` for the short form); fragments are left out. Null: unreadable. */
export function graphqlOperations(document: string): string[] | null {
  const bare = document
    .replace(/"""(?:\\"""|[\s\S])*?"""/g, '""')
    // One that is not closed stays as it is, and is read once: its quotes begin no other.
    .replace(/"(?:\\.|[^"\\\n])*("?)/g, (string, end) => (end === '' ? string : '""'))
    .replace(/#[^\n\r]*/g, '');
  // GraphQL never has two opening braces in a row: such a text is a template of another language, whose result is unknown.
  if (/\{\s*\{/.test(bare)) return null;
  const kinds: string[] = [];
  let depth = 0;
  let named = false; // the kind of the current definition is known
  for (const token of bare.match(/[{}()]|[A-Za-z_][A-Za-z0-9_]*/g) ?? []) {
    if (token === '{' || token === '(') {
      if (depth === 0 && !named) {
        if (token === '(') return null;
        kinds.push('query');
        named = true;
      }
      depth += 1;
    } else if (token === '}' || token === ')') {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0 && token === '}') named = false;
    } else if (depth === 0 && !named) {
      if (token !== 'fragment') kinds.push(token);
      named = true;
    }
  }
  return depth === 0 ? kinds : null;
}

/** True when the document holds operations and all of them are queries. */
export function readsOnly(document: string): boolean {
  const operations = graphqlOperations(document);
  return operations !== null && operations.length > 0 && operations.every((kind) => kind === 'query');
}
