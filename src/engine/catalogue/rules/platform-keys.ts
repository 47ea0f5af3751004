/** Which keys of official interfaces rules can use, and what follows from those that the operator has configured. Names only. Pure. */
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import type { KeyUse, Platform } from './platform.js';
import type { ProbeRule, Probes, RuleCredentials } from './probe-rule.js';

/** Names of keys, as a map from them or a set of them has. */
export interface KeyNames {
  has(name: string): boolean;
}

export function hasKeys({ keys }: RuleCredentials, configured: KeyNames): boolean {
  return keys.every((name) => configured.has(name));
}

/** The rule as it is sent: with its keys, without them, or null when it cannot be without. */
export function ruleWithKeys(rule: ProbeRule, configured: KeyNames): ProbeRule | null {
  const { credentials, ...bare } = rule;
  if (credentials === undefined) return rule;
  if (!hasKeys(credentials, configured)) return credentials.required ? null : bare;
  const { url = rule.request.url, limits = rule.request.limits } = credentials;
  return url === rule.request.url && limits === rule.request.limits ? rule : { ...rule, request: { ...rule.request, url, limits } };
}

/** The platform as lookups use it: rules whose required keys are missing are left out, so that they are not planned. */
export function platformWithKeys(platform: Platform, configured: KeyNames): Platform {
  const probes: Partial<Record<QueryType, ProbeRule>> = {};
  const keys: KeyUse[] = [];
  for (const queryType of QUERY_TYPES) {
    const rule = platform.probes[queryType];
    const sent = rule === undefined ? null : ruleWithKeys(rule, configured);
    if (sent !== null) probes[queryType] = sent;
    if (rule?.credentials === undefined) continue;
    const { keys: names, required } = rule.credentials;
    keys.push({ queryType, keys: names, required, configured: hasKeys(rule.credentials, configured) });
  }
  if (keys.length === 0) return platform;
  const instant = platform.instant.filter((type) => probes[type] !== undefined);
  return { ...platform, instant, probes: probes satisfies Probes, keys };
}
