import type { LookupChangeSet, ModuleFact } from '../../domain/lookup/lookup-ports.js';
import type { RecordedOutcome } from '../../domain/lookup/lookup.js';

/** The changes that a watcher of a lookup has received so far; when it is finished, everything there is. */
export class ChangeBuffer {
  readonly outcomes: RecordedOutcome[] = [];
  readonly modules: ModuleFact[] = [];
  finished = false;
  /** Platforms that are probed in all; null when that was not read. */
  planned: number | null = null;
  /** Platforms that would be probed if there were capacity; null when that was not read. */
  wanted: number | null = null;
  /** Milliseconds from acceptance to the plan; null when that was not read. */
  startedAfterMs: number | null = null;

  add(news: LookupChangeSet): void {
    this.outcomes.push(...news.outcomes);
    this.modules.push(...news.modules);
    this.planned = news.planned;
    this.wanted = news.wanted ?? null;
    this.startedAfterMs = news.startedAfterMs ?? null;
    this.finished = news.state === 'finished';
  }
}
