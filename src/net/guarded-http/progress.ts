import type { CallReport, Timings } from './types.js';

/** State of a call so far. */
export class Progress {
  remoteAddress: string | null = null;
  status: number | null = null;
  hops = 0;
  #timings: Omit<Timings, 'totalMs'> = NOTHING_YET;
  readonly #begun = performance.now();
  #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  startHop(url: string): void {
    this.#url = url;
    this.remoteAddress = null;
    this.status = null;
    this.#timings = NOTHING_YET;
  }

  async timed<T>(stage: 'dnsMs' | 'connectMs' | 'tlsMs', work: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work;
    } finally {
      this.#timings = { ...this.#timings, [stage]: since(begun) };
    }
  }

  headArrived(status: number, begun: number): void {
    this.status = status;
    this.#timings = { ...this.#timings, headMs: since(begun) };
  }

  report(): CallReport {
    const { remoteAddress, hops } = this;
    return { url: this.#url, remoteAddress, hops, timings: { ...this.#timings, totalMs: since(this.#begun) } };
  }
}

const NOTHING_YET = { dnsMs: null, connectMs: null, tlsMs: null, headMs: null };

const since = (begun: number): number => Math.round(performance.now() - begun);
