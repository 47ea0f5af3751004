/** Whether a rule's prelude gives what its probe uses, and can be read cheaply. Request safety is checked apart. Pure. */
import { isJsonPointer } from '../../evaluation/json-assertion.js';
import type { ProbeRule } from '../rules/probe-rule.js';
import type { Json } from '../../../kernel/values/json.js';
import { literalPrefix, MIN_PREFIX } from '../../evaluation/capture.js';
import { variablesIn } from '../../evaluation/template.js';
import { capturingGroups, regexFault } from '../safety/regex-safety.js';

const PREFIX = 'prelude:';

export const isPreludeVariable = (name: string): boolean => name.startsWith(PREFIX);

/** Why a rule's prelude is invalid, in one sentence; null when it is valid, or when there is none and no use of one. */
export function preludeFault(rule: ProbeRule): string | null {
  const { prelude, request, credentials } = rule;
  const used = preludeVariablesIn(request);
  if (prelude === undefined) return used.length === 0 ? null : `{${used[0]}} is used, but there is no prelude`;
  const captured = Object.keys(prelude.captures ?? {}).map((name) => `${PREFIX}${name}`);
  const unknown = used.find((name) => !captured.includes(name));
  if (unknown !== undefined) return `{${unknown}} is not captured by the prelude`;
  const idle = captured.find((name) => !used.includes(name));
  if (idle !== undefined) return `the prelude captures {${idle}}, which is not used`;
  if (captured.length === 0 && prelude.sendCookies !== true) return 'the prelude gives nothing: it has no captures and sends no cookies';
  if (request.followRedirects === true) return 'a rule with a prelude follows no redirects: its cookies and tokens are for one request';
  if (credentials !== undefined) return 'a rule has a prelude or credentials, not both';
  for (const [name, capture] of Object.entries(prelude.captures ?? {})) {
    if ('json' in capture && !isJsonPointer(capture.json)) return `prelude ${name}: ${capture.json} is not a JSON Pointer`;
    const fault = 'text' in capture ? expressionFault(capture.text) : null;
    if (fault !== null) return `prelude ${name}: ${fault}`;
  }
  return null;
}

/** Why an expression that takes a value from a page is invalid; null when it is valid. */
export function expressionFault(expression: string): string | null {
  const fault = regexFault(expression, 'u');
  if (fault !== null) return `${expression} ${fault}`;
  if (capturingGroups(expression) !== 1) return 'the expression needs exactly one capturing group';
  if (literalPrefix(expression).length >= MIN_PREFIX) return null;
  return `the expression must begin with ${MIN_PREFIX} constant characters, so that a large page is read quickly`;
}

/** The variables `prelude:<name>` of a request, where they may be: headers and body. */
function preludeVariablesIn({ headers = {}, body }: ProbeRule['request']): string[] {
  const json: Json = body === undefined ? null : 'json' in body ? body.json : body.form;
  return [...new Set([...Object.values(headers), ...textsIn(json)].flatMap(variablesIn).filter(isPreludeVariable))];
}

function textsIn(json: Json): string[] {
  if (typeof json === 'string') return [json];
  return json !== null && typeof json === 'object' ? Object.values(json as Readonly<Record<string, Json>>).flatMap(textsIn) : [];
}
