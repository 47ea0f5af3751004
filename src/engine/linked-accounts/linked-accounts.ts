/**
 * Linked accounts: handles that a platform's answer reveals, such as the login beside the probed address, or a link to a profile.
 * They are shown with their source and never followed: no platform is asked about one, and no count includes it.
 */
import type { LinkedAccountRule, ProbeRule } from '../catalogue/rules/probe-rule.js';
import { captureText } from '../evaluation/capture.js';
import type { ResponseView } from '../evaluation/evidence-match.js';
import { isRecord } from '../../kernel/values/json.js';
import type { PersonRef } from '../../kernel/identity/subjects.js';
import { readHandle, readProfileLink } from './profile-pages.js';
import type { LinkedAccount } from '../evaluation/verdict.js';

/** A linked account of a lookup, with where it comes from. */
export interface RecordedLinkedAccount extends LinkedAccount {
  /** Slug of the platform whose answer revealed it. */
  readonly source: string;
  /** The identity that the platform was asked about. */
  readonly subject: PersonRef;
  /** When the platform answered. */
  readonly checkedAt: Date;
}

/** Maximum for one answer: a profile that lists more is no person's. */
export const MAX_LINKED_ACCOUNTS = 20;
/** Elements that are read of a list. */
const MAX_ELEMENTS = 50;
/** Longest text that is read as a handle or a link. */
const MAX_TEXT = 300;

/**
 * The linked accounts of a "registered" answer: each once, without the identity itself on the same platform. What is no handle that could
 * be shown everywhere is left out, whatever the answer holds.
 *
 * @param probed the platform, and the identity that it was asked about
 */
export function linkedAccountsOf(
  { linkedAccounts = [] }: Pick<ProbeRule, 'linkedAccounts'>,
  probed: { readonly platform: string; readonly identity: string },
  view: ResponseView,
): LinkedAccount[] {
  const found = new Map<string, LinkedAccount>();
  for (const rule of linkedAccounts) {
    for (const text of textsOf(rule, view)) {
      const linked = readLinkedAccount(rule, text);
      if (linked === null || (linked.platform === probed.platform && linked.handle.toLowerCase() === probed.identity.toLowerCase()))
        continue;
      const key = `${linked.platform} ${linked.handle.toLowerCase()}`;
      if (!found.has(key)) found.set(key, linked);
      if (found.size === MAX_LINKED_ACCOUNTS) return [...found.values()];
    }
  }
  return [...found.values()];
}

function readLinkedAccount({ platform }: LinkedAccountRule, text: string): LinkedAccount | null {
  if (text.length > MAX_TEXT) return null;
  if (platform === undefined) return readProfileLink(text);
  const handle = readHandle(text);
  return handle === null ? null : { platform, handle };
}

function textsOf({ text, json = '' }: LinkedAccountRule, view: ResponseView): string[] {
  if (text !== undefined) {
    const captured = captureText(text, view.response.body);
    return captured === null ? [] : [captured];
  }
  return valuesAt(view.json()?.value, json.split('/').slice(1)).filter((value) => typeof value === 'string');
}

/** Values at a JSON Pointer (RFC 6901) in which `*` stands for every element of a list. */
function valuesAt(value: unknown, [token, ...rest]: readonly string[]): unknown[] {
  if (token === undefined) return [value];
  if (token === '*') return Array.isArray(value) ? value.slice(0, MAX_ELEMENTS).flatMap((each) => valuesAt(each, rest)) : [];
  const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < value.length ? valuesAt(value[Number(key)], rest) : [];
  return isRecord(value) && Object.hasOwn(value, key) ? valuesAt(value[key], rest) : [];
}
