import type { FactModule, ModulePayloads } from '../../facts/fact-modules.js';
import type { WebMention } from '../../facts/mentions/web-mention.js';
import type { BreachRecord } from '../../facts/breaches/breach.js';
import type { IpDetails } from '../../facts/ip/ip-details.js';
import type { PhoneDetails } from '../../facts/phone/phone-details.js';
import type { EmailDetails, MailboxFacts } from '../../facts/email/email-details.js';
import type { SourceFailure, SourceNote } from '../../kernel/values/source.js';
import type { Json } from '../../kernel/values/json.js';
import type { SubjectRef, Subjects } from '../../kernel/identity/subjects.js';
import { type Module, subjectsOf } from '../../facts/checks.js';
import type { BreachedPlatform } from '../../facts/breaches/breached-platforms.js';

/** What a module's facts rest on, and what is known beyond the payload that v1 shows. Stored with every module. */
export interface ModuleEvidence {
  /** How each source took part. */
  readonly notes: readonly SourceNote[];
  /** The e-mail module. */
  readonly mailbox?: MailboxFacts | undefined;
  /** The breach module. */
  readonly platforms?: readonly BreachedPlatform[] | undefined;
  /** The identity is on the suppression list: no source was asked about it. */
  readonly suppressed?: true | undefined;
}

/** What a module found about one identity of a lookup. */
export interface ModuleFact {
  readonly module: Module;
  /** Which identity of the lookup it is about: a module is run, and stored, for each (`subjectsOf` in checks.ts). */
  readonly subject: SubjectRef;
  readonly seq: number;
  /** What v1 shows; null when no source could answer: "not checked". */
  readonly payload: Json;
  readonly evidence: ModuleEvidence;
  readonly checkedAt: Date;
}

/** What a module found about one identity, before it has a sequence number in the feed. */
export type FoundFact = Omit<ModuleFact, 'seq'>;

/** The modules of a lookup as v1 shows them: one field each. Null: not checked (docs/contract.md, 1.6). */
export interface MergedFacts {
  readonly breaches: readonly BreachRecord[] | null;
  readonly webMentions: readonly WebMention[] | null;
  readonly phoneDetails: PhoneDetails | null;
  readonly emailDetails: EmailDetails | null;
  readonly ipDetails: IpDetails | null;
}

/**
 * Merges what modules found for each identity of a lookup: the facts of the first address, number or IP address, and all
 * breaches and mentions of any identity, each once, in the order in which they became known. "None" counts only if it is known of every
 * identity that the sources can check.
 *
 * @param asked the identities of the lookup; one without a fact is not known yet
 */
export function mergeFacts(facts: readonly ModuleFact[], asked: Subjects): MergedFacts {
  const breaches = union(facts, 'breaches', asked, ({ name, date }) => `${name.toLowerCase()} ${date}`);
  return {
    breaches: breaches?.map(({ name, date }) => ({ name, date })) ?? null,
    webMentions: union(facts, 'webMentions', asked, ({ url }) => url),
    phoneDetails: first(facts, 'phone'),
    emailDetails: first(facts, 'email'),
    ipDetails: first(facts, 'ip'),
  };
}

/** A module's payload in its own type; the database rows hold what the module's activity stored. */
export function payloadOf<M extends FactModule>(fact: ModuleFact, module: M): ModulePayloads[M] | null {
  return fact.module === module ? (fact.payload as unknown as ModulePayloads[M] | null) : null;
}

function first<M extends 'email' | 'phone' | 'ip'>(facts: readonly ModuleFact[], module: M): ModulePayloads[M] | null {
  const fact = facts.find((each) => each.module === module && each.subject === module);
  return fact ? payloadOf(fact, module) : null;
}

function union<M extends 'breaches' | 'webMentions'>(
  facts: readonly ModuleFact[],
  module: M,
  asked: Subjects,
  keyOf: (entry: ModulePayloads[M][number]) => string,
): ModulePayloads[M][number][] | null {
  const found = facts.flatMap((fact) => {
    const payload = payloadOf(fact, module);
    return payload === null ? [] : [payload as readonly ModulePayloads[M][number][]];
  });
  if (found.length === 0 || (found.every((each) => each.length === 0) && isOpen(facts, module, asked))) return null;
  const once = new Map<string, ModulePayloads[M][number]>();
  for (const entry of found.flat()) if (!once.has(keyOf(entry))) once.set(keyOf(entry), entry);
  return [...once.values()];
}

/** Of a source that can say nothing about identities of that kind. */
const UNABLE: ReadonlySet<SourceFailure> = new Set<SourceFailure>(['not_applicable', 'not_configured']);

/** Whether a module has no answer about an identity that it could have one about: it is under way, failed, or may not be shown. */
function isOpen(facts: readonly ModuleFact[], module: FactModule, asked: Subjects): boolean {
  const own = facts.filter((fact) => fact.module === module);
  const cannotCheck = ({ notes }: ModuleEvidence) => notes.length > 0 && notes.every(({ failure }) => failure && UNABLE.has(failure));
  return (
    own.some(({ payload, evidence }) => payload === null && !cannotCheck(evidence)) ||
    subjectsOf(module, asked).some((ref) => !own.some(({ subject }) => subject === ref))
  );
}
