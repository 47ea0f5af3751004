/** Response templates: compiled once for a rule's side, rendered for each request. */
import type { SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Json } from '../../src/kernel/values/json.js';
import { escapeHtml, escapeJson } from '../../src/kernel/values/escape.js';
import { escapeHeader } from './escapes.js';

/** One HTTP response, ready to send. */
export interface Reply {
  readonly status: number;
  /** Names and values alternating, without those that frame the body. */
  readonly headers: readonly string[];
  readonly contentType: string;
  readonly body: string | Buffer;
  /** Bytes of the body. */
  readonly length: number;
}

/** Returns a variable's value, or undefined where the identity has none. */
export type VariableLookup = (name: string) => string | undefined;

export interface ReplyTemplate {
  render(variable: VariableLookup): Reply;
}

/** Headers that frame or encode a body: the server sets them itself. */
const FRAMING = new Set([
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'connection',
  'keep-alive',
  'date',
  'trailer',
  'upgrade',
]);

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Compiles a sample into a template. Variables are escaped for their context: JSON string, HTML, header or URL. */
export function compileReply(sample: SampleResponse): ReplyTemplate {
  const contentType =
    headerOf(sample, 'content-type') ?? (sample.json === undefined ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  const headers = Object.entries(sample.headers ?? {})
    .filter(([name]) => !FRAMING.has(name.toLowerCase()) && name.toLowerCase() !== 'content-type')
    .map(([name, value]) => [name, compileText(value, name.toLowerCase() === 'location' ? encodeURIComponent : escapeHeader)] as const);
  const text = bodyText(sample);
  if (text === '' && contentType.startsWith('image/') && sample.status === 200) {
    return constant({
      status: sample.status,
      headers: headers.flatMap(([name, value]) => [name, value(none)]),
      contentType,
      body: PIXEL,
      length: PIXEL.length,
    });
  }
  const body = compileText(text, escaperFor(contentType));
  const fill = (variable: VariableLookup): Reply => {
    const filled = body(variable);
    return {
      status: sample.status,
      headers: headers.flatMap(([name, value]) => [name, value(variable)]),
      contentType,
      body: filled,
      length: Buffer.byteLength(filled),
    };
  };
  const isConstant = body.constant && headers.every(([, value]) => value.constant);
  return isConstant ? constant(fill(none)) : { render: fill };
}

function constant(reply: Reply): ReplyTemplate {
  return { render: () => reply };
}

const none: VariableLookup = () => undefined;

interface CompiledText {
  (variable: VariableLookup): string;
  readonly constant: boolean;
}

/** A name in braces that is not a variable of the identity is left unchanged: JSON and scripts are full of braces. */
function compileText(template: string, escaped: (raw: string) => string): CompiledText {
  const parts = template.split(/\{((?:username|email|phone)(?::[a-z0-9]+)?)\}/);
  const fill = (variable: VariableLookup): string => {
    let text = parts[0] as string;
    for (let i = 1; i < parts.length; i += 2) {
      const raw = variable(parts[i] as string);
      text += (raw === undefined ? `{${parts[i]}}` : escaped(raw)) + parts[i + 1];
    }
    return text;
  };
  return Object.assign(fill, { constant: parts.length === 1 });
}

function bodyText(sample: SampleResponse): string {
  if (sample.json !== undefined) return JSON.stringify(sample.json satisfies Json);
  return typeof sample.text === 'string' ? sample.text : (sample.text ?? []).join('\n');
}

function escaperFor(contentType: string): (raw: string) => string {
  if (/json/i.test(contentType)) return escapeJson;
  return /html|xml/i.test(contentType) ? escapeHtml : (raw) => raw;
}

function headerOf(sample: SampleResponse, name: string): string | undefined {
  return Object.entries(sample.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
