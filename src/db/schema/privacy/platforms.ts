import type * as tables from '../platforms.js';
import { none, type SchemaPrivacy } from './columns.js';

const control = {
  why: 'controls of platforms',
  retention: 'until the operator removes it',
  readers: "the operator's command line",
} as const;

export const PLATFORMS = {
  platformCooldowns: none('egress platform until reason'),
  platformControls: none('egress platform queryType outcome checkedAt latencyMs'),
  platformSwitches: none('platform since switchedBy reason'),
  platformStats: none('egress platform queryType answered omitted medianLatencyMs p90LatencyMs probedAt'),
  controlAccounts: {
    digest: { what: "keyed digest of one of the operator's own accounts or numbers", ...control },
    sealed: { what: "one of the operator's own accounts or numbers, sealed with `SECRETS_KEY`", ...control },
    ...none('platform queryType createdAt'),
  },
  catalogueBundles: none('version keyId createdAt expiresAt platforms content acceptedAt'),
  catalogueRevisions: none('revision cause bundle replacements held createdAt'),
  platformHealth: none('egress platform queryType controls failingSince failures alert'),
  platformAnswers: none('egress platform queryType day answered registered'),
} as const satisfies SchemaPrivacy<typeof tables>;
