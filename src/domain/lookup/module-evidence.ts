import type { SourceNote } from './enrichment-ports.js';

/** A breach that lists the identity and happened at a platform of the catalogue. */
export interface BreachedPlatform {
  readonly platform: string;
  /** Name of the breach. */
  readonly breach: string;
}

/** What a module's facts rest on, and what is known beyond the payload that v1 shows. Stored with every module. */
export interface ModuleEvidence {
  /** How each source took part. */
  readonly notes: readonly SourceNote[];
  /** The e-mail module: slug of the mailbox provider, and whether the mailbox is known to exist, or not to. */
  readonly mailbox?: { readonly provider: string | null; readonly exists: boolean | null } | undefined;
  /** The breach module. */
  readonly platforms?: readonly BreachedPlatform[] | undefined;
}

/** A note as it was stored before its fields had today's names. */
type EarlierNote = Omit<SourceNote, 'failure' | 'decidedFields'> & {
  readonly silence: SourceNote['failure'];
  readonly decided: readonly string[];
};

/** Stored evidence in today's names. */
export function readModuleEvidence(stored: ModuleEvidence): ModuleEvidence {
  return { ...stored, notes: stored.notes.map((note: SourceNote | EarlierNote) => ('silence' in note ? readNote(note) : note)) };
}

function readNote({ silence, decided, ...note }: EarlierNote): SourceNote {
  return { ...note, failure: silence, decidedFields: decided };
}
