/** Whether a rule reads a profile of nobody but the probed identity. Pure. */
import { isJsonPointer } from '../../evaluation/json-assertion.js';
import { variablesIn } from '../../evaluation/template.js';
import { COUNT_NAMES } from '../rules/profile.js';
import type { ProbeRule, ProfileRule } from '../rules/probe-rule.js';
import { assertionFault } from './validate-evidence.js';

/** Hosts whose addresses of pictures hold a digest of an e-mail address. */
const DIGEST_HOSTS = /(?:^|\.)(?:gravatar\.com|libravatar\.org)$/;

/** Why a rule's profile is invalid, in one sentence; null when it is valid, or when there is none. */
export function profileFault({ profile, registered }: ProbeRule): string | null {
  if (profile === undefined) return null;
  if (registered === undefined) return '`profile` is read from a "registered" response, but the rule has no such evidence';
  const { is, equals } = profile.handle;
  const isBound = is === 'identity' || (typeof equals === 'string' && variablesIn(equals).length > 0);
  if (!isBound) return '`profile.handle` must be the probed identity: `"is": "identity"`, or `equals` with a variable';
  if (!isJsonPointer(profile.of ?? '')) return '`profile` has a pointer that is not a JSON Pointer';
  for (const assertion of [profile.handle, ...Object.values(profile.state ?? {})]) {
    const fault = assertionFault('profile', assertion);
    if (fault !== null) return fault;
  }
  const faulty = pointersOf(profile).find((pointer) => !isJsonPointer(pointer) || pointer === '' || pointer.split('/').some(isIndex));
  if (faulty !== undefined) return `profile: ${faulty} is not a JSON Pointer to a field of the account's own object`;
  const digests = profile.picture?.hosts.find((host) => DIGEST_HOSTS.test(host));
  return digests === undefined ? null : `profile: pictures on ${digests} tell a digest of an e-mail address`;
}

/** An element of a list may be of somebody else. */
const isIndex = (token: string): boolean => token === '*' || token === '-' || /^\d+$/.test(token);

function pointersOf({ displayName, picture, createdAt, lastActiveAt, counts = {}, state = {} }: ProfileRule): string[] {
  const fields = [displayName, picture?.json, createdAt?.json, lastActiveAt?.json, ...COUNT_NAMES.map((name) => counts[name])];
  return [...fields.filter((pointer) => pointer !== undefined), ...Object.values(state).map(({ pointer }) => pointer)];
}
