import type { PlatformNames } from '../../../../../engine/catalogue/rules/ports.js';
import type { Profile } from '../../../../../engine/catalogue/rules/profile.js';
import { subjectsOf } from '../../../../../facts/checks.js';
import type { FactModule, ModulePayloads } from '../../../../../facts/fact-modules.js';
import type { IpCode } from '../../../../../facts/ip/source-weights.js';
import type { FoundAccount, Mailbox, RiskEvidence, ShownName } from '../../../../../facts/risk/evidence.js';
import { modelOf } from '../../../../../facts/risk/model.js';
import { type Risk, scoreRisk } from '../../../../../facts/risk/score-risk.js';
import { refsOf, type SubjectRef } from '../../../../../kernel/identity/subjects.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import type { RecordedOutcome } from '../../../lookup.js';
import { payloadOf } from '../../../module-facts.js';
import { coverageOf, type PlannedChecks } from './platform-results.js';

/** A lookup's risk by its evidence and the model that was in force when it was accepted. */
export const riskOf = ({ lookup }: Pick<LookupSnapshot, 'lookup'>, evidence: RiskEvidence): Risk =>
  scoreRisk(evidence, modelOf(lookup.ownWeights));

/** The risk model's evidence from a lookup. Ages are counted to its acceptance, so that reading it later gives the same score. */
export function riskEvidenceOf(known: LookupSnapshot, checks: PlannedChecks, catalogue: PlatformNames): RiskEvidence {
  const { lookup, outcomes, modules } = known;
  const conclusive = checks.ended.filter(({ state }) => state !== 'inconclusive');
  return {
    accounts: accountsOf(known, checks, catalogue),
    absences: new Set(conclusive.filter(isDenial).map(({ platform }) => platform)).size,
    coverage: coverageOf(known, checks),
    emails: factsOf(known, 'email'),
    mailboxMissing:
      outcomes.some(({ state, method }) => state === 'not_registered' && method === 'domain_derived') ||
      modules.some(({ module, evidence }) => module === 'email' && evidence.mailbox?.exists === false),
    phones: factsOf(known, 'phone'),
    ips: factsOf(known, 'ip'),
    breaches: factsOf(known, 'breaches'),
    mentions: factsOf(known, 'webMentions'),
    claimed: { name: lookup.claimedName, company: lookup.claimedCompany, country: lookup.claimedCountry },
    names: namesOf(checks),
    mailboxes: mailboxesOf(known, checks),
    isRelayed: modules.some(({ module, evidence }) => module === 'ip' && evidence.notes.some(({ codes }) => codes.includes(RELAYED))),
    at: lookup.acceptedAt,
  };
}

/** A mailbox that does not exist is no platform's answer about the person. */
function isDenial({ state, method }: RecordedOutcome): boolean {
  return state === 'not_registered' && method !== 'domain_derived';
}

const RELAYED = 'privacy_relay' satisfies IpCode;

const isRegistered = ({ state }: RecordedOutcome): boolean => state === 'registered';

function namesOf({ ended }: PlannedChecks): ShownName[] {
  return ended
    .filter(isRegistered)
    .flatMap(({ platform, profile }) => (profile?.displayName ? [{ platform, name: profile.displayName }] : []));
}

function mailboxesOf(known: LookupSnapshot, { ended }: PlannedChecks): Mailbox[] {
  const { subjects } = known.lookup;
  const [facts, breaches] = [factsByRef(known, 'email'), factsByRef(known, 'breaches')];
  return refsOf(subjects, ['email']).map((ref) => ({
    email: subjects[ref] ?? '',
    facts: facts.get(ref) ?? null,
    records: known.modules.find(({ module, subject }) => module === 'email' && subject === ref)?.evidence.mailbox?.records ?? null,
    breaches: breaches.get(ref) ?? null,
    accountDates: ended
      .filter(isRegistered)
      .flatMap(({ subject, mailboxProvider, profile }) =>
        subject === ref && !mailboxProvider && profile?.createdAt ? [new Date(profile.createdAt)] : [],
      ),
  }));
}

function accountsOf({ derived }: LookupSnapshot, { ended }: PlannedChecks, catalogue: PlatformNames): FoundAccount[] {
  const found = (platform: string, kind: FoundAccount['kind'], profile?: Profile | null): FoundAccount => ({
    platform,
    kind,
    tags: catalogue.get(platform)?.tags ?? [],
    ...createdBy(profile),
    ...(profile?.state === 'verified' ? { isVerified: true } : {}),
  });
  return [
    ...ended
      .filter(isRegistered)
      .map(({ platform, mailboxProvider, profile }) => found(platform, mailboxProvider ? 'mailbox' : 'account', profile)),
    ...derived.filter(({ state }) => state === 'registered').map(({ platform }) => found(platform, 'derived')),
  ];
}

/** By when an account was created: a year alone counts as its end, so that no guess makes an account older. */
function createdBy(profile: Profile | null | undefined): Pick<FoundAccount, 'createdAt'> {
  if (profile?.createdAt !== undefined) return { createdAt: new Date(profile.createdAt) };
  return profile?.createdYear === undefined ? {} : { createdAt: new Date(Date.UTC(profile.createdYear + 1, 0, 1)) };
}

/** A module's facts for each identity of its kinds; null where it was not run, has not ended or no source could answer. */
const factsOf = <M extends FactModule>(known: LookupSnapshot, module: M) => [...factsByRef(known, module).values()];

function factsByRef<M extends FactModule>({ lookup, modules }: LookupSnapshot, module: M): Map<SubjectRef, ModulePayloads[M] | null> {
  const found = subjectsOf(module, lookup.subjects).map((ref): [SubjectRef, ModulePayloads[M] | null] => {
    const fact = modules.find((candidate) => candidate.module === module && candidate.subject === ref);
    return [ref, fact ? payloadOf(fact, module) : null];
  });
  return new Map(found);
}
