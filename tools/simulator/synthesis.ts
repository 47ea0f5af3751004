/** Makes a response that satisfies a rule's evidence, where the catalogue has no sample. */
import { evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import type { ContentKind } from '../../src/kernel/net/http-response.js';
import type { Evidence, ProbeRule, SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import { type Json, parseJson } from '../../src/kernel/values/json.js';
import { renderTemplate, type Variables } from '../../src/engine/evaluation/template.js';
import { synthesiseJson } from './json-synthesis.js';
import { page } from './pages.js';
import { compileReply, type Reply } from './reply.js';

export type Side = 'registered' | 'absent';

const SAMPLE_VALUES: Readonly<Record<QueryType, string>> = {
  email: 'north.wind@example.com',
  phone: '+15550100',
  username: 'northwind',
};

const CONTENT_TYPES: Readonly<Record<ContentKind, string>> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  image: 'image/png',
  binary: 'application/octet-stream',
};

/** The variables of an invented identity, for testing responses. */
export const sampleVariables = (queryType: QueryType): Variables => variablesFor({ type: queryType, value: SAMPLE_VALUES[queryType] });

/** The rule's evaluation of a response for the invented identity, as text: a state, or an inconclusive reason with its explanation. */
export function evaluateSample(rule: ProbeRule, queryType: QueryType, sample: SampleResponse): string {
  const variables = sampleVariables(queryType);
  const reply = compileReply(sample).render((name) => variables[name]);
  const verdict = evaluateResponse(rule, variables, {
    status: reply.status,
    headers: headerRecord(reply),
    body: reply.body.toString(),
    url: renderTemplate(rule.request.url, variables, encodeURIComponent),
  });
  return verdict.state === 'inconclusive' ? `${verdict.reason}: ${verdict.explanation}` : verdict.state;
}

/** A response that the rule evaluates as this side, or undefined when none was found. */
export function synthesise(rule: ProbeRule, queryType: QueryType, side: Side): SampleResponse | undefined {
  const evidence = rule[side];
  if (evidence === undefined) return undefined;
  const expected = side === 'registered' ? 'registered' : 'not_registered';
  for (const status of evidence.status) {
    for (const body of bodies(evidence, side, queryType)) {
      const sample = { status, headers: headersFor(evidence, rule), ...body };
      if (evaluateSample(rule, queryType, sample) === expected) return sample;
    }
  }
  return undefined;
}

type Body = { readonly json: Json } | { readonly text: string };

/** Candidate bodies, the likeliest first. */
function bodies(evidence: Evidence, side: Side, queryType: QueryType): Body[] {
  const echo = `{${queryType}}`;
  if (evidence.bodyEquals !== undefined) return [{ text: evidence.bodyEquals }];
  const marks = [...(evidence.contains ?? []), ...(evidence.containsAny?.slice(0, 1) ?? [])];
  const kind = evidence.contentType ?? (evidence.json === undefined ? 'html' : 'json');
  if (kind === 'image') return [{ text: '' }];
  if (evidence.json !== undefined) {
    const json = synthesiseJson(evidence.json, echo, sampleVariables(queryType));
    if (json === undefined) return [];
    if (marks.length === 0) return [{ json }];
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return [{ json }];
    const members = [JSON.stringify(json).slice(1, -1), ...marks.map(asMember)];
    return [{ json }, { text: `{${members.filter((member) => member !== '').join(',')}}` }];
  }
  if (kind === 'json') {
    const plain: Json = side === 'registered' ? { name: echo } : { error: 'not found' };
    return marks.length === 0 ? [{ json: plain }] : [{ text: `{${marks.map(asMember).join(',')}}` }, { text: marks.join('\n') }];
  }
  const bare = marks.join('\n');
  if (kind === 'html') {
    const title = side === 'registered' ? echo : 'Not here';
    const heading = side === 'registered' ? `<h1>${echo}</h1>` : '<h1>Not here</h1>';
    return [{ text: page(title, `${heading}\n${bare}`) }, { text: `<!doctype html><html><body>\n${bare}\n</body></html>` }, { text: bare }];
  }
  return [{ text: bare }, { text: `${side === 'registered' ? echo : ''}\n${bare}` }];
}

/** A text that a JSON body must contain, as a member of an object: it may be a member already, its start, or a value. */
function asMember(mark: string, index: number): string {
  if (isJson(`{${mark}}`)) return mark;
  if (isJson(`{${mark}0}`)) return `${mark}{}`;
  return `"mark${index}":${isJson(mark) ? mark : JSON.stringify(mark)}`;
}

const isJson = (text: string): boolean => parseJson(text) !== undefined;

function headersFor(evidence: Evidence, { request }: ProbeRule): Record<string, string> {
  const kind = evidence.contentType ?? (evidence.json === undefined ? 'html' : 'json');
  return {
    'content-type': CONTENT_TYPES[kind],
    ...evidence.headers,
    ...(evidence.location === undefined ? {} : { location: evidence.location }),
    ...(evidence.redirectToRoot === true ? { location: rootOf(request.url) } : {}),
  };
}

/** The root URL of a rule's site; where the identity is part of the host, that of the parent host. */
function rootOf(url: string): string {
  return (/^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? '').replace(/\/\/[^.]*\{[^}]*\}[^.]*\./, '//').concat('/');
}

function headerRecord(reply: Reply): Record<string, string> {
  const record: Record<string, string> = { 'content-type': reply.contentType };
  for (let i = 0; i < reply.headers.length; i += 2) record[(reply.headers[i] as string).toLowerCase()] = reply.headers[i + 1] as string;
  return record;
}
