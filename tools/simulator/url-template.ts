/** The URL template of a rule, split into the parts by which a request is recognised. */
import { percentDecode } from './escapes.js';
import { type Captures, type TextPattern, textPattern } from './text-pattern.js';

export interface UrlTemplate {
  readonly secure: boolean;
  /** Lower case, without port; may hold variables. */
  readonly host: string;
  readonly path: PathPattern;
  readonly query: readonly (readonly [name: string, value: TextPattern])[];
  readonly fixedLength: number;
}

/** A request's target, parsed once for all the rules of a host. */
export interface Target {
  readonly segments: readonly string[];
  readonly query: URLSearchParams | null;
}

interface PathPattern {
  match(segments: readonly string[], captures: Captures): boolean;
}

/** @throws Error when the template is no http(s) URL. */
export function parseUrlTemplate(url: string): UrlTemplate {
  const parts = /^(https?):\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url);
  if (parts === null) throw new Error(`not an http(s) URL: ${url}`);
  const segments = splitPath(parts[3] || '/').map((segment) => textPattern(segment, percentDecode));
  const query = [...new URLSearchParams(parts[4] ?? '')].map(([name, value]) => [name, textPattern(value)] as const);
  return {
    secure: parts[1]?.toLowerCase() === 'https',
    host: withoutPort(parts[2] as string),
    path: {
      match: (given, captures) =>
        given.length === segments.length && segments.every((segment, i) => segment.match(given[i] as string, captures)),
    },
    query,
    fixedLength:
      segments.reduce((total, segment) => total + segment.fixedLength + 1, 0) +
      query.reduce((total, [name, value]) => total + name.length + value.fixedLength + 1, 0),
  };
}

/** @param target path and query as in the request line */
export function parseTarget(target: string): Target {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return { segments: splitPath(path).map(percentDecode), query: mark < 0 ? null : new URLSearchParams(target.slice(mark + 1)) };
}

/** A request may have further parameters (cache busters of other tools); those of the template are required. */
export function matchesUrl(template: UrlTemplate, target: Target, captures: Captures): boolean {
  if (!template.path.match(target.segments, captures)) return false;
  for (const [name, value] of template.query) {
    const given = target.query?.get(name);
    if (given === null || given === undefined || !value.match(given, captures)) return false;
  }
  return true;
}

/** Host part of an authority, in lower case: `Example.COM:443` is `example.com`. */
export function withoutPort(authority: string): string {
  return authority.replace(/:\d+$/, '').toLowerCase();
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}
