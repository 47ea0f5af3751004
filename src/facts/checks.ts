import { QUERY_TYPES } from '../kernel/identity/identity.js';
import { refsOf, type SubjectKind, type SubjectRef, type Subjects } from '../kernel/identity/subjects.js';

/** Modules of a lookup. `footprint` is the platform sweep. docs/contract.md, 2.5. */
export const MODULES = ['footprint', 'email', 'phone', 'ip', 'breaches', 'webMentions'] as const;
export type Module = (typeof MODULES)[number];

/** Which modules a caller asked for; a missing key means the default. */
export type Checks = Readonly<Partial<Record<Module, boolean | undefined>>>;

/** The identities that each module is run for; a module that has several is run for each of them. */
const KINDS: Readonly<Record<Module, readonly SubjectKind[]>> = {
  footprint: QUERY_TYPES,
  email: ['email'],
  phone: ['phone'],
  ip: ['ip'],
  breaches: QUERY_TYPES,
  webMentions: QUERY_TYPES,
};

/** Modules that run unless they are switched off; the others run on request. */
const UNASKED: ReadonlySet<Module> = new Set<Module>(['footprint', 'breaches', 'webMentions']);

/** Names of the identities that a module has to be run for, in order. */
export function subjectsOf(module: Module, subjects: Subjects): SubjectRef[] {
  return refsOf(subjects, KINDS[module]);
}

/**
 * The modules that a request runs, each only where there is a subject of its kind.
 *
 * @param checks what the caller sent
 * @param subjects what there is to check
 */
export function modulesToRun(checks: Checks, subjects: Subjects): Module[] {
  const isAsked = (module: Module): boolean => checks[module] ?? UNASKED.has(module);
  return MODULES.filter((module) => isAsked(module) && subjectsOf(module, subjects).length > 0);
}
