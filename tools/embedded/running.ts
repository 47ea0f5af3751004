import type { Exit } from './child.js';

/** A part of the stack that is running and ready. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  /** Resolves when its process has ended, stopped or not. */
  readonly exited: Promise<Exit>;
  /** Shuts it down; resolves when it has ended. */
  stop(): Promise<void>;
}
