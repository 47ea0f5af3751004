/** What the controls of a process work with. */
import type { ControlAccounts } from './control-accounts.js';
import type { Control } from './control.js';
import type { ControlProbePorts } from './control-probes.js';
import type { ControlStore } from './ports.js';
import type { Verdict } from '../evaluation/verdict.js';

export interface ControlPorts extends ControlProbePorts {
  readonly store: ControlStore;
  /** The operator's own accounts; default: none. */
  readonly accounts?: ControlAccounts | undefined;
  /** Whether the egress itself had failed at any moment of the last `withinMs` milliseconds; default: never. */
  readonly hasEgressFailed?: ((withinMs: number) => boolean) | undefined;
  /** Called with each whole control that shows something, or that the platform blocked, and its verdicts. */
  readonly onControl?: ((control: Control, verdicts: readonly Verdict[]) => Promise<void>) | undefined;
  /** How many processes ask platforms through this egress; default: this one. */
  readonly workers?: (() => number) | undefined;
  readonly now: () => Date;
  /** Milliseconds between the starts of two whole controls of a platform for which verdicts wait; default: a second. */
  readonly spacingMs?: number | undefined;
}

/** A platform's control as it was stored when a caller read it. */
export interface StoredControl {
  readonly control: Control | undefined;
  readonly readAt: Date;
}
