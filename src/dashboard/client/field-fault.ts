import { ApiFailure } from './failure.js';

/** What a refusal says of a field, as a sentence: `url: it must begin with https:// (…).`; null: nothing. */
export function faultOf(error: unknown, field: string): string | null {
  const [, name, said = ''] = /^([A-Za-z]+)(?:\.\d+)?: (.+)$/.exec(error instanceof ApiFailure ? error.message : '') ?? [];
  if (name !== field) return null;
  const sentence = said.replace(/\.$/, '').replace(/ \(\w+\)$/, '');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
