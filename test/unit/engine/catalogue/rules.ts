/** Invented rules and platforms for the catalogue's tests. */
import type { PlatformFile } from '../../../../src/engine/catalogue/entry-schema.js';
import type { SafetyReview, ProbeRequest, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

export const REVIEWED: SafetyReview = {
  basis: 'availability_check',
  reviewed: '2026-11-21',
  reason: 'The sign-up page asks this before anything is entered; nothing is stored or sent.',
};

/** A sound rule for a username, with what a test changes about it. */
export function usernameRule(change: Partial<ProbeRule> = {}): ProbeRule {
  return {
    method: 'public_api',
    pattern: '^[a-z0-9-]{1,39}$',
    request: { method: 'GET', url: 'https://api.example.com/users/{username}' },
    safety: { basis: 'documented_api', reviewed: '2026-11-21', reason: 'Reads a public profile; its holder is not told.' },
    registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
    absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
    positiveControls: ['example-org'],
    ...change,
  };
}

/** The sound rule with another request and review. */
export const context = (request: Partial<ProbeRequest>, safety: SafetyReview = REVIEWED): ProbeRule =>
  usernameRule({ request: { ...usernameRule().request, ...request }, safety });

/** A platform file that loads, on a host of its own. */
export function platformFile(slug: string, rule: ProbeRule = usernameRule()): PlatformFile {
  const url = rule.request.url.replace('//api.example.com', `//${slug}.example.com`);
  return {
    slug,
    name: slug,
    homepage: `https://${slug}.example.com/`,
    probes: {
      username: structuredClone({ ...rule, request: { ...rule.request, url } }) as NonNullable<PlatformFile['probes']['username']>,
    },
  };
}
