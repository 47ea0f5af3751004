/** docs/candidates.md: every e-mail platform that somebody looked at, with its request and answers, taken or why not. */
import { describeEvidence } from '../../src/engine/evaluation/evidence-match.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { proofsOf } from '../../src/engine/catalogue/rules/rule-proof.js';
import type { LoadedCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { REFUSALS, type RefusedPlatform, refusedPlatforms } from '../catalogue/refused-platforms.js';
import { PROOF_NAMES } from './rule-proofs.js';
import { shippedCatalogue } from './shipped-catalogue.js';
import { table } from './table.js';

/** Method, host and path of a rule's request: a key in the query is left out, the variables stay. */
function requestOf({ request: { method, url }, prelude }: ProbeRule): string {
  const address = url.replace(/^https:\/\//, '').replace(/\?.*$/s, (query) => (query.includes('{') ? `?${variableIn(query)}` : ''));
  return `${method} ${address}${prelude === undefined ? '' : ', after a prelude'}`;
}

const variableIn = (query: string): string => /[^?&]*\{[^&]*/.exec(query)?.[0] ?? '';

function takenRow(platform: Platform, rule: ProbeRule): string[] {
  const proofs = proofsOf(platform, 'email');
  const side = (name: 'registered' | 'absent'): string => {
    const evidence = rule[name];
    if (evidence === undefined) return '—';
    const words = describeEvidence(evidence);
    const proof = proofs[name];
    return `${evidence.status.join(', ')}${words === '' ? '' : `: ${words}`}${proof === null ? '' : ` (${PROOF_NAMES[proof]})`}`;
  };
  return [
    platform.slug,
    rule.provenance?.source ?? '',
    requestOf(rule),
    side('registered'),
    side('absent'),
    `${rule.safety.basis}: ${rule.safety.reason}`,
  ];
}

/** The page, from the catalogue and the list of refusals. */
export function candidatesPage(
  loaded: LoadedCatalogue = shippedCatalogue(),
  refused: readonly RefusedPlatform[] = refusedPlatforms(),
): string {
  const own = loaded.catalogue.platforms.filter(({ slug }) => loaded.origins.get(slug)?.kind === 'curated');
  const taken = own.flatMap((platform) => (platform.probes.email === undefined ? [] : [takenRow(platform, platform.probes.email)]));
  const counts = Object.entries(REFUSALS).map(([reason, meaning]) => [
    reason,
    String(refused.filter((each) => each.reason === reason).length),
    meaning,
  ]);
  return `# Candidates for e-mail
<!-- Written by \`npm run docs\` from \`catalogue/\`. -->

Every platform that was examined for e-mail addresses: the request, both answers with their proof, and what the request does to the holder;
or why it is not probed. \`docs/platforms.md\` explains the proofs, and lists the rules on hold.

## Accepted
${taken.length} platforms with their own file.

${table(['slug', 'source', 'request', 'registered', 'not registered', 'safety'], taken)}

## Refused
${refused.length} platforms, in \`catalogue/refused/email.jsonl\`. Examine one again only if its reason no longer applies.

${table(['reason', 'platforms', 'meaning'], counts)}

${table(
  ['slug', 'source', 'request', 'reason', 'why'],
  refused.map(({ slug, source, request, reason, why }) => [slug, source, request, reason, why]),
)}
`;
}
