/** What an interrupted live check has finished: one line a platform, written as it ends, so that the same command asks nobody twice. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { type Platform, supports } from '../engine/catalogue/rules/platform.js';
import { ruleDigest } from '../engine/catalogue/rules/revision.js';
import type { EgressPool } from '../engine/flow/egress-pool.js';
import { type LiveCheck, liveCheckSchema } from '../engine/controls/live-report.js';

const lineSchema = z.object({ basis: z.string(), checks: z.array(liveCheckSchema) });

/** A journal in a file. A line that was torn is skipped, and its platform is asked again. */
export class LiveJournal {
  readonly #file: string;
  readonly #egress: EgressPool;
  readonly #finished = new Map<string, readonly LiveCheck[]>();

  /** @param egress through which the check goes: what another one saw does not count */
  constructor(file: string, egress: EgressPool) {
    this.#file = file;
    this.#egress = egress;
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      try {
        const { basis, checks } = lineSchema.parse(JSON.parse(line));
        this.#finished.set(basis, checks);
      } catch {} // torn, or empty
    }
    // What is appended must not continue a torn line; a file that cannot be written is noticed before anything is sent.
    appendFileSync(file, '\n');
  }

  /** The checks of a platform that is finished; undefined for one that is not, or whose rules are no longer those that were checked. */
  finished(platform: Platform): readonly LiveCheck[] | undefined {
    return this.#finished.get(this.#basis(platform));
  }

  append(platform: Platform, checks: readonly LiveCheck[]): void {
    appendFileSync(this.#file, `${JSON.stringify({ basis: this.#basis(platform), checks })}\n`);
  }

  /** Ends the check: the next one begins anew. */
  remove(): void {
    rmSync(this.#file);
  }

  #basis(platform: Platform): string {
    return [this.#egress, platform.slug, ...supports(platform).map((type) => ruleDigest(platform.probes[type]))].join(' ');
  }
}
