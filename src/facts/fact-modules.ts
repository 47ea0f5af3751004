/** The modules other than the sweep: their payloads, as v1 shows them (docs/contract.md, 1.6; null: unknown), and their sources. */
import type { Subjects } from '../kernel/identity/subjects.js';
import { type Checks, type Module, modulesToRun } from './checks.js';
import type { EmailDetails, EmailInspector } from './email/email-details.js';
import type { PhoneDetails, PhoneInspector } from './phone/phone-details.js';
import type { IpDetails, IpInspector } from './ip/ip-details.js';
import type { BreachRecord, BreachSearch } from './breaches/breach.js';
import type { WebMention, MentionSearch } from './mentions/web-mention.js';

/** The payload of each module that is not the sweep. */
export interface ModulePayloads {
  readonly email: EmailDetails;
  readonly phone: PhoneDetails;
  readonly ip: IpDetails;
  readonly breaches: readonly BreachRecord[];
  readonly webMentions: readonly WebMention[];
}
export type FactModule = keyof ModulePayloads;
export const FACT_MODULES = ['email', 'phone', 'ip', 'breaches', 'webMentions'] as const satisfies readonly FactModule[];

/** A source as operators see it (`GET /v2/sources`). */
export interface SourceDescription {
  readonly name: string;
  readonly module: 'email' | 'phone' | 'ip' | 'breaches' | 'webMentions';
  readonly configured: boolean;
  /** Settings that would configure it. */
  readonly settings: readonly string[];
  /** Date of its data, ISO 8601; null for live sources. */
  readonly dataDate: string | null;
  readonly licence: string;
  /** Attribution that its licence requires; null when none. */
  readonly credit: string | null;
}

/** The sources of every module; null where none is configured: the module is then never run. */
export interface EnrichmentSources {
  readonly email: EmailInspector | null;
  readonly phone: PhoneInspector | null;
  readonly ip: IpInspector | null;
  readonly breaches: BreachSearch | null;
  readonly webMentions: MentionSearch | null;
  /** Refreshes which of them are null, where that changes while the process runs. */
  readonly refresh?: () => Promise<void>;
  /** How long each module may take, in milliseconds: what is not there by then is null. */
  readonly budgetMs: Readonly<Record<FactModule, number>>;
  /** The same in lookups other than instant ones and single checks, where it is longer. */
  readonly patientBudgetMs?: Readonly<Partial<Record<FactModule, number>>>;
}

/** Modules that have a source. */
export function availableModules(sources: EnrichmentSources): FactModule[] {
  return FACT_MODULES.filter((module) => sources[module] !== null);
}

/** The modules that a lookup runs: those it requests, without those that have no source. */
export function plannedModules(sources: EnrichmentSources, { checks, subjects }: { checks: Checks; subjects: Subjects }): Module[] {
  const available = availableModules(sources);
  return modulesToRun(checks, subjects).filter((module) => module === 'footprint' || available.includes(module));
}

/**
 * The checks of a request without the modules for which there is no source: those are not run, so they are not billed either. The other
 * checks of the request are unchanged.
 *
 * @param offered modules with a source
 */
export function availableChecks(checks: Checks, offered: readonly FactModule[]): Checks {
  const missing = FACT_MODULES.filter((module) => !offered.includes(module));
  return { ...checks, ...Object.fromEntries(missing.map((module) => [module, false])) };
}
