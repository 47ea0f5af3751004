import { flagWeight, SCORED_FLAGS, type ScoredFlag } from '../../src/facts/ip/source-weights.js';
import { CALIBRATION_DAYS, LEAST_OF_EACH, LEAST_STOOD, MAX_OF_EACH, POINTS_PER_LOG } from '../../src/facts/risk/calibration.js';
import { emptyRiskEvidence } from '../../src/facts/risk/evidence.js';
import { RANKED_CODES } from '../../src/facts/risk/comparison-codes.js';
import { scoreRisk } from '../../src/facts/risk/score-risk.js';
import {
  ANSWERS_FOR_FULL_CONFIDENCE,
  BASELINE,
  CONFIDENCE,
  GROUPS,
  INSUFFICIENT,
  LEVEL_CONFIDENCE,
  LEVEL_FROM,
  LEVELS,
  MODEL_VERSION,
  MODULE_OF,
  SIGNAL_CODES,
  riskSignal,
  type Group,
} from '../../src/facts/risk/signals.js';
import { table } from './table.js';

const NEWEST = MAX_OF_EACH.toLocaleString('en');
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/** What a group can add and take away. */
function span(group: Group): string {
  const points = SIGNAL_CODES.map(riskSignal)
    .filter((signal) => signal.group === group)
    .map((signal) => signal.points);
  return `${signed(Math.max(0, ...points))} … ${signed(Math.min(0, ...points))}`;
}

function tableOf(group: Group): string {
  const rows = SIGNAL_CODES.filter((code) => riskSignal(code).group === group).map((code) => {
    const { points, message, why } = riskSignal(code);
    return [`\`${code}\``, signed(points), message, why];
  });
  return `### ${group} (module \`${MODULE_OF[group]}\`, ${span(group)})\n${table(['Code', 'Points', 'Message', 'Why'], rows)}`;
}

function flagRow(flag: ScoredFlag): string[] {
  const [live, range, network] = (['proxycheck', 'network-kinds', 'network-owners'] as const).map((source) => flagWeight(flag, source));
  return [`\`${flag}\``, ...[live?.score, live?.confidence, range?.confidence, flag === 'isTor' ? '' : network?.confidence].map(String)];
}

function levels(): string {
  const rows = LEVELS.map((level, index) => {
    const next = LEVELS[index + 1];
    return [level, `${LEVEL_FROM[level]} to ${next ? LEVEL_FROM[next] - 1 : 100}`];
  });
  return table(['Level', 'Score'], [...rows, [INSUFFICIENT, `any, with a confidence below ${LEVEL_CONFIDENCE}; or none`]]);
}

/** A disposable address that no platform knows, scored. */
function example(): string {
  const unknown = { deliverable: null, freeProvider: null, acceptAll: null, domainAgeDays: null, domainRegisteredAt: null };
  const { reasons, ...risk } = scoreRisk({
    ...emptyRiskEvidence(new Date(0)),
    emails: [{ ...unknown, disposable: true }],
    absences: 25,
    coverage: { planned: 30, answered: 25, omitted: 5 },
  });
  const lines = reasons.map((reason) => `    ${JSON.stringify(reason)}`);
  const { score, level, confidence, coverage, modelVersion } = risk;
  return `{
  "score": ${score}, "level": "${level}", "confidence": ${confidence},
  "reasons": [
${lines.join(',\n')}
  ],
  "coverage": ${JSON.stringify(coverage)}, "modelVersion": "${modelVersion}"
}`;
}

/** docs/risk.md: the model, from the table that computes it. */
export function riskPage(): string {
  const confidence = Object.entries(CONFIDENCE).map(([module, share]) => [`\`${module}\``, String(share)]);
  const comparisons = RANKED_CODES.map(({ outcome, code, message }) => [`\`${code}\``, outcome, message]);
  return `# Risk
<!-- Written by \`npm run docs\` from \`src/facts/risk/signals.ts\`. -->

Every v2 answer has a risk: a score from 0 to 100, and the reasons whose points add up to it. It is arithmetic, not machine learning: you
can add the reasons up, and disagree with one of them. This page describes model ${MODEL_VERSION}; scores of different models cannot be compared.

\`\`\`json
${example()}
\`\`\`

## How it is computed
- The score starts at ${BASELINE}, the score of somebody about whom nothing is known.
- Signals come in ${GROUPS.length} groups. Signals of one group overlap (a Tor exit is also a proxy in a data centre), so only one
  of them counts: the strongest warning or, if there is none, the strongest reassurance. The others are listed with an impact of 0.
- The impacts add up to the score. All warnings together give exactly 100 and all reassurances exactly 0, so the score is never clipped.
- An unknown fact is not a signal. An omitted platform or a null fact lowers the confidence, but never changes the score.
- If nothing was answered, there is no score: \`score\` is null, \`level\` is \`${INSUFFICIENT}\`, and there are no reasons.
- An account that comes with an e-mail address (the mailbox itself) does not count. An account under a username taken from an address barely
  counts, and an unconfirmed page not at all. Ages are calculated for the moment of the lookup's acceptance, so its score does not change later.

Tests check that, whatever the other evidence is, a disposable mailbox, a Tor exit, an invalid number or a younger domain never lowers the
score; that one more account, an older breach or a confirmed page never raises it (unless the breach is older than the mail domain); that
what is unknown in a comparison moves nothing; and that the order does not matter.

The model cannot know whether your customer is the person behind the identity. A popular username is registered in many places by
different people, and somebody who types another person's address gets that person's footprint.

${levels()}

Below a confidence of ${LEVEL_CONFIDENCE}, a score has no level: it is little more than its starting point, so do not base a decision on it. Each of these alone gives
a confidence of ${LEVEL_CONFIDENCE}: all facts about a phone line; whether a mailbox is disposable; how an IP address is connected; the answers of five
platforms out of five, or of ten out of twenty. So every kind of single check can have a level.

## Confidence
The confidence, from 0 to 100, says how much of the evidence that the model can use was available. It does not depend on the score. Each
module adds its share, multiplied by how much it found. For the footprint, this is the proportion of platforms that answered, with full
weight from ${ANSWERS_FOR_FULL_CONFIDENCE} answers. For the other modules, it is the proportion of their fields that are known, averaged over the identities of that kind.

${table(['Module', 'Share'], confidence)}

## Signals
${GROUPS.map(tableOf).join('\n\n')}

## Consistency
\`consistency\` in v2 compares facts with each other, and with what the person claims, wherever the lookup has both. Each comparison has a code
and the outcome \`agrees\`, \`disagrees\` or \`unknown\`. Comparisons use what the lookup knows anyway. Only the DNS records for SPF and DMARC are
requested for them, unless the lookup is \`passive\` or the domain is a mail provider's own.

A wrong "disagrees" would be a wrong answer, so a comparison is unknown if anything else might explain the difference:
- If one IP address hides its user (VPN, proxy, Tor, data centre, privacy relay) or was abused, all comparisons with IP addresses are
  unknown, even if the countries agree: whoever hides can choose the country.
- A difference of countries or time zones counts for households only. Mobile networks give roaming phones addresses of their home country, and
  companies connect through other countries.
- VOIP, toll-free and invalid numbers show no place. Countries that share numbers or networks, such as France and its territories, are not
  told apart.
- A name that differs from the claimed one counts as a difference only if an account shows the name that is in the address, or if two
  platforms show the same other name and no account shows a part of the claimed one. Addresses of aliases and roles have no name.
- A company's mail domain may have any name. Only a mailbox at a provider for private customers disagrees, unless its address
  spells the company's name.
- Only a breach that is a year older than the domain's registration proves that the domain has a new owner. Older accounts do not, because
  people move them to new addresses.

If there are several identities of a kind, one that agrees is enough, and one about which nothing is known changes nothing.

The comparisons are one group of the score, from +3 to -1: they are weak evidence, and nobody has measured yet how often they are right. What
a person can choose to fit (a name, a company, a domain) never lowers the score, and names never count at all, because of nicknames,
marriages and pen names.

${table(['Code', 'Outcome', 'Message'], comparisons)}

## Outcomes, and weights of your own
The weights above are judgements. To learn which are right for your customers, report how lookups turned out: with
\`PUT /v2/lookup/{id}/outcome\`, a file (\`POST /v2/lookups/outcomes\`), or on the page of a lookup. \`legitimate\` is good; \`fraud\`,
\`chargeback\` and \`account_takeover\` are bad; \`wrong_result\` disputes a result, and counts as neither. \`GET /v2/risk/calibration\` and the
page *Calibration* then say of each reason, for the newest ${NEWEST} good and ${NEWEST} bad lookups of ${CALIBRATION_DAYS} days:
- **How often it occurred** among good and among bad lookups. Only lookups in which its module had evidence count, so a module used only
  for suspects does not make its reasons look bad.
- **Its likelihood ratio**: the share among bad lookups divided by the share among good ones, ((b + ½) / (B + 1)) / ((g + ½) / (G + 1)),
  where it occurred in b of B bad and g of G good lookups. The halves (Haldane 1956, Anscombe 1956) keep it finite when a count is 0.
- **A 95 % interval**: e to the power of ln(ratio) ± 1.96 × √(1/(b + ½) − 1/(B + 1) + 1/(g + ½) − 1/(G + 1)), the logarithmic method for a
  ratio of two proportions (Katz et al. 1978), which Simel, Samsa and Matchar (1991) use for likelihood ratios. Of twenty reasons, expect
  one whose true ratio lies outside.
- **The weight that it would deserve**: ${POINTS_PER_LOG} × ln(ratio), so 24 points are a ratio of 11. A weight in use is kept until
  outcomes contradict it: by 3.29 standard errors instead of 1.96, so that in 95 % of accounts no weight of fifty changes by chance
  (Bonferroni). Then the shipped weight is suggested, unless outcomes contradict it too. A reason never changes its direction: its weight
  becomes 0 instead. If all warnings together would exceed 100, or all reassurances fall below 0, they shrink in proportion, so a score remains
  a plain sum. \`risky_address\` counts by degree, and keeps its weight.

A reason is rated only once its module had evidence in ${LEAST_OF_EACH} good and ${LEAST_OF_EACH} bad lookups, and the reason occurred in ${LEAST_STOOD} of them. Lookups of test
keys, and those that finished under a version without calibration, do not count. Outcomes of one account change nothing for another.

An admin may adopt the suggested weights (\`PUT /v2/risk/model\`), after seeing what they would have changed on the latest thousand lookups.
Lookups accepted from then on are scored with them, and name the model: the shipped version and a digest of your weights
(\`${MODEL_VERSION}+0a1b2c3d\`). Earlier lookups keep their scores. The same operation goes back to one of the last thousand, or the shipped
one. When a release changes that, your weights apply on top of it, under its version. With weights of your own, one more account may raise a
score.

An outcome is deleted with its lookup. Adopted weights stay: they are sums over sixty lookups or more, and name nobody. v1 is unchanged,
because its answers have no score of this model (\`riskScore\` of an address is what a source says).

Each ratio is computed on its own, so reasons of different groups that usually occur together are counted twice; and what you could not
check is missing from your outcomes. A ratio says what was frequent among the lookups that you labelled, not why.

## The score of an address
\`ip.riskScore\` comes from a provider, if one is configured. Otherwise, it is the highest score of a listing (DroneBL, Tor's list) or of these flags:

${table(['Flag', 'Score', 'Confidence by a provider or a live list', 'by a shipped range', 'by the network'], SCORED_FLAGS.map(flagRow))}

A score of 100 adds 24 points in the table above, so hosting and VPN weigh the same through the score and through their own signals. Without
any of the three flags and without a listing, the score is null: a location or a network alone shows no risk.

How reliable the shipped data is, according to 323 addresses of known networks and to other lists (\`docs/adr/0015-address-data.md\`):
- Hosting from a cloud's published range: as reliable as the cloud. From the network alone: inferred from its
  owner's business or its name.
- Tor: the exits on the day of the list. They change within weeks, so use the live list (\`TOR_DNSEL\`).
- VPN: servers that Mullvad and Proton VPN publish, and networks that a VPN company itself announces. Other VPNs are not known.
- Households, phones and organisations: the kind of the network, right in 19 of 20 labelled addresses. It raises no score; a
  household or mobile network without any warning counts as \`quiet_address\`.
`;
}
