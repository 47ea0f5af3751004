import type { IpDetails, PhoneDetails, EmailDetails } from '../lookup/enrichment.js';
import type { RiskEvidence } from './evidence.js';
import { ANSWERS_FOR_FULL_CONFIDENCE, CONFIDENCE } from './signals.js';

/** Share, 0 to 1, that known fields make up of a module's possible information; a null field reduces it. */
type Known<Facts> = (facts: Facts) => number;

const mailbox: Known<EmailDetails> = ({ disposable, deliverable, acceptAll, freeProvider, domainAgeDays }) =>
  (disposable === null ? 0 : 0.5) +
  (deliverable === null ? (acceptAll === null ? 0 : 0.1) : 0.3) +
  (domainAgeDays === null && freeProvider !== true ? 0 : 0.2);
const line: Known<PhoneDetails> = ({ isVoip }) => (isVoip === null ? 0.4 : 1);
const address: Known<IpDetails> = ({ riskScore, isTor, isProxy, isVpn, isHosting }) =>
  (riskScore === null ? 0 : 0.5) + [isTor, isProxy, isVpn, isHosting].filter((flag) => flag !== null).length / 8;

/** Mean over the identities of a kind: one of which nothing is known counts as 0. */
function mean<Facts>(found: readonly (Facts | null)[], known: Known<Facts>): number {
  if (found.length === 0) return 0;
  return found.reduce((sum, facts) => sum + (facts === null ? 0 : known(facts)), 0) / found.length;
}

/** Omissions lower the footprint's share, and so do few answers. */
function footprint({ planned, answered }: RiskEvidence['coverage']): number {
  return planned === 0 ? 0 : (answered / planned) * Math.min(1, answered / ANSWERS_FOR_FULL_CONFIDENCE);
}

/** How much of the model's possible evidence was available, 0 to 100, not rounded: 0 only when nothing was. Independent of the score. */
export function confidenceOf(evidence: RiskEvidence): number {
  return (
    CONFIDENCE.footprint * footprint(evidence.coverage) +
    CONFIDENCE.email * mean(evidence.emails, mailbox) +
    CONFIDENCE.phone * mean(evidence.phones, line) +
    CONFIDENCE.ip * mean(evidence.ips, address) +
    CONFIDENCE.breaches * mean(evidence.breaches, () => 1) +
    CONFIDENCE.webMentions * mean(evidence.mentions, () => 1)
  );
}
