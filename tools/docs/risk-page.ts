import { flagWeight, SCORED_FLAGS, type ScoredFlag } from '../../src/facts/ip/source-weights.js';
import { emptyRiskEvidence } from '../../src/facts/risk/evidence.js';
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
import { cell } from './errors-page.js';

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
    return `| \`${code}\` | ${signed(points)} | ${cell(message)} | ${cell(why)} |`;
  });
  return `### ${group} (module \`${MODULE_OF[group]}\`, ${span(group)})
| Code | Points | Message | Why |
|---|---|---|---|
${rows.join('\n')}`;
}

function flagRow(flag: ScoredFlag): string {
  const [live, range, network] = (['proxycheck', 'network-kinds', 'network-owners'] as const).map((source) => flagWeight(flag, source));
  return `| \`${flag}\` | ${live?.score} | ${live?.confidence} | ${range?.confidence} | ${flag === 'isTor' ? '' : network?.confidence} |`;
}

function levels(): string {
  return LEVELS.map((level, index) => {
    const next = LEVELS[index + 1];
    return `| ${level} | ${LEVEL_FROM[level]} to ${next ? LEVEL_FROM[next] - 1 : 100} |`;
  }).join('\n');
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
  const confidence = Object.entries(CONFIDENCE).map(([module, share]) => `| \`${module}\` | ${share} |`);
  return `# Risk
<!-- Written by \`npm run docs\` from \`src/facts/risk/signals.ts\`. -->

Every v2 answer has a risk: a score of 0 to 100 with the reasons it is made of. It is arithmetic, not machine learning: anybody
can add the reasons up and disagree with one of them. Model ${MODEL_VERSION}; scores of two versions are not to be compared.

\`\`\`json
${example()}
\`\`\`

## How it is computed
- The score starts at ${BASELINE}: somebody of whom nothing is known.
- Signals come in ${GROUPS.length} groups. Signals of one group overlap (a Tor exit is also a proxy in a datacentre), so only one
  of them counts: the strongest warning or, if there is none, the strongest reassurance. The others are listed with an impact of 0.
- The impacts add up to the score. All warnings together give exactly 100 and all reassurances exactly 0, so the score is never clipped.
- What is not known is no signal. An omitted platform and a null fact move the confidence, never the score.
- When nothing at all was answered there is no score: \`score\` is null, \`level\` is \`${INSUFFICIENT}\`, and there are no reasons.
- An account that comes with an e-mail address (the mailbox itself) does not count. A username taken from an address barely
  counts, and an unconfirmed page not at all. Ages run to the lookup's acceptance: reading it later gives the same score.

Tests check for any evidence that a disposable mailbox, a Tor exit, an invalid number or a younger domain never lowers the score;
that one more account, an older breach or a confirmed page never raises it; and that order does not matter.

What the model cannot know: whether the caller's customer is the person behind the identity. A username that many people would
choose is registered in many places by many people, and whoever types somebody else's address gets that person's footprint.

| Level | Score |
|---|---|
${levels()}
| ${INSUFFICIENT} | any, with a confidence below ${LEVEL_CONFIDENCE}; or none |

Below a confidence of ${LEVEL_CONFIDENCE} a score has no level: it rests on little more than its starting point, and a decision should not be
made by it. Any one of these alone gives ${LEVEL_CONFIDENCE}: everything about a phone line; whether a mailbox is disposable; how an IP address is
connected; the answers of five platforms of five, or of ten of twenty. So every kind of single check can have a level.

## Confidence
0 to 100: how much of what the model can look at was there. It says nothing about the score. Each module adds its share, multiplied by how
much it found. For the footprint this is the part of its platforms that answered, with full weight from ${ANSWERS_FOR_FULL_CONFIDENCE} answers. For the others it
is the part of their fields that is known, averaged over the identities of that kind.

| Module | Share |
|---|---|
${confidence.join('\n')}

## Signals
${GROUPS.map(tableOf).join('\n\n')}

## The score of an address
\`ip.riskScore\` is a provider's where one is connected. Otherwise it is the highest score of a listing (DroneBL, Tor's list), or that of the flags:

| Flag | Score | Confidence by a provider or a live list | by a shipped range | by the network |
|---|---|---|---|---|
${SCORED_FLAGS.map(flagRow).join('\n')}

A score of 100 counts 24 points above, so hosting and VPN count the same by score and by signal. Without any of the three and without
a listing the score is null: a location or a network alone shows no risk.

How sure the shipped data is, by 323 addresses of known networks and by other lists (\`docs/adr/0015-address-data.md\`):
- Hosting by a cloud's published range: as sure as the cloud. By the network alone: its owner is a hosting company, or its
  name says so.
- Tor: exits of the day of the list. They change within weeks, so ask the live list (\`TOR_DNSEL\`).
- VPN: servers that Mullvad and Proton VPN publish, and networks that a VPN's own company announces. Other VPNs are not known.
- Households, phones and organisations: the kind of the network, right in 19 of 20 labelled addresses. It raises no score; a
  household or mobile network against which nothing speaks counts as \`quiet_address\`.
`;
}
