import type { Activities } from '../../../activities/index.js';
import type { TemporalWorkers } from './temporal-workers.js';

/** One course of a workflow that replay has to keep understanding. */
export interface Scenario {
  /** File name of the recorded history: what it pins. */
  readonly pins: string;
  readonly activities: () => Activities;
  /** Starts the workflow. @returns its id */
  readonly start: (temporal: TemporalWorkers) => Promise<string>;
}
