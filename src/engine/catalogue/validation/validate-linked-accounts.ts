/** Whether a rule's linked accounts can be read cheaply, and name platforms that a linked account can be shown for. Pure. */
import { isJsonPointer } from '../../evaluation/json-assertion.js';
import type { LinkedAccountRule, ProbeRule } from '../rules/probe-rule.js';
import { LINKED_PLATFORMS } from '../../linked-accounts/profile-pages.js';
import { expressionFault } from './validate-prelude.js';

/** Lists within lists would be read element by element. */
const MAX_LISTS = 2;

/** Why a rule's linked accounts are invalid, in one sentence; null when they are valid, or when there are none. */
export function linkedAccountsFault({ linkedAccounts = [], registered }: ProbeRule, slug: string): string | null {
  if (linkedAccounts.length > 0 && registered === undefined)
    return '`linkedAccounts` are read from a "registered" response, but the rule has no such evidence';
  for (const linked of linkedAccounts) {
    const fault = linkedAccountFault(linked, slug);
    if (fault !== null) return `linkedAccounts: ${fault}`;
  }
  return null;
}

function linkedAccountFault({ json, text, platform }: LinkedAccountRule, slug: string): string | null {
  if (platform !== undefined && platform !== slug && !LINKED_PLATFORMS.includes(platform)) {
    return `"${platform}" is neither this platform nor one whose profiles have a known address`;
  }
  if (text !== undefined) return expressionFault(text);
  if (json === undefined) return 'one of `json` and `text` is needed';
  if (!isJsonPointer(json)) return `${json} is not a JSON Pointer`;
  return json.split('/').filter((token) => token === '*').length > MAX_LISTS ? `${json} goes through more than ${MAX_LISTS} lists` : null;
}
