import type { Activities } from '../../../activities/index.js';
import type { Engine } from './engine.js';

/** One course of a workflow that replay has to keep understanding. */
export interface Scenario {
  /** File name of the recorded history: what it pins. */
  readonly pins: string;
  readonly activities: () => Activities;
  /** Starts the workflow. @returns its id */
  readonly start: (engine: Engine) => Promise<string>;
}
