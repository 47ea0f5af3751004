import type { Control, ControlKind } from '../../src/domain/calibration/control.js';

/** What this process knows of the controls of one platform and query type. */
export interface TargetState {
  /** The newest control of this process: the one that a lookup read when it began may have been replaced since. */
  latest?: { readonly control: Control; readonly keptAt: Date };
  contradictions: number;
  /** When the repetition of a kind was blocked, in milliseconds since the epoch: it is not repeated for a while. */
  readonly blockedAt: Partial<Record<ControlKind, number>>;
  /** Controls under way, shared by all callers. */
  readonly running: Map<ControlKind | 'whole', Promise<Control | undefined>>;
  /** A whole control that begins as soon as it may, for callers that need one that began after their response. */
  next?: Promise<Control | undefined> | undefined;
  /** When the last one of those began, in milliseconds since the epoch. */
  nextBeganAt: number;
}

/** Runs one control of a kind at a time, shared by all callers. */
export function once(
  { running }: TargetState,
  kind: ControlKind | 'whole',
  work: () => Promise<Control | undefined>,
): Promise<Control | undefined> {
  const shared = running.get(kind) ?? work().finally(() => running.delete(kind));
  running.set(kind, shared);
  return shared;
}
