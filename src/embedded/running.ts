import type { Exit } from './child.js';

/** A part of the stack that runs and answers. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  /** Resolves when its process has ended, by our wish or not. */
  readonly exited: Promise<Exit>;
  /** Ends it in good order; resolves when it is gone. */
  stop(): Promise<void>;
}
