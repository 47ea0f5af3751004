import type * as tables from '../platforms.js';
import { none, type SchemaPrivacy } from './columns.js';

const control = {
  why: 'controls of platforms',
  retention: 'until the operator removes it',
  readers: "the operator's command line",
} as const;

export const PLATFORMS = {
  platformCooldowns: { egress: none, platform: none, until: none, reason: none },
  platformControls: { egress: none, platform: none, queryType: none, outcome: none, checkedAt: none, latencyMs: none },
  platformSwitches: { platform: none, since: none, switchedBy: none, reason: none },
  platformStats: {
    egress: none,
    platform: none,
    queryType: none,
    answered: none,
    omitted: none,
    medianLatencyMs: none,
    p90LatencyMs: none,
    probedAt: none,
  },
  controlAccounts: {
    platform: none,
    queryType: none,
    digest: { what: "keyed digest of one of the operator's own accounts or numbers", ...control },
    sealed: { what: "one of the operator's own accounts or numbers, sealed with `SECRETS_KEY`", ...control },
    createdAt: none,
  },
  catalogueBundles: {
    version: none,
    keyId: none,
    createdAt: none,
    expiresAt: none,
    platforms: none,
    content: none,
    acceptedAt: none,
  },
  catalogueRevisions: { revision: none, cause: none, bundle: none, replacements: none, held: none, createdAt: none },
  platformHealth: {
    egress: none,
    platform: none,
    queryType: none,
    controls: none,
    failingSince: none,
    failures: none,
    alert: none,
  },
  platformAnswers: { egress: none, platform: none, queryType: none, day: none, answered: none, registered: none },
} as const satisfies SchemaPrivacy<typeof tables>;
