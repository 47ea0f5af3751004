import type { GuardedHttp } from '../../../kernel/net/guarded-http/index.js';
import { neverAborts } from '../../../kernel/net/deadline.js';
import { HOUR_MS } from '../../../kernel/values/durations.js';

/** Exchangers of three large providers: they take connections at any time. */
const WITNESSES = ['gmail-smtp-in.l.google.com', 'mx01.mail.icloud.com', 'mta5.am0.yahoodns.net'] as const;
const CONNECT_MS = 5_000;

/** Whether mail servers can be reached from this machine: most clouds shut port 25. */
export class OutboundPort {
  #closedAt: number | null = null;

  constructor(private readonly options: { readonly guarded: Pick<GuardedHttp, 'checkHost' | 'connect'>; readonly port: number }) {}

  /** Whether the last look found it closed. Looks again, in the background, once that is an hour ago. */
  get isClosed(): boolean {
    if (this.#closedAt !== null && performance.now() - this.#closedAt > HOUR_MS) {
      this.#closedAt = performance.now();
      void this.look();
    }
    return this.#closedAt !== null;
  }

  /** Connects to the witnesses and says nothing to them. Closed: two of them at least have an address, and none can be reached. */
  async look(): Promise<void> {
    const seen = await Promise.all(WITNESSES.map((host) => this.#connect(host)));
    const isClosed = !seen.includes('open') && seen.filter((each) => each === 'closed').length > 1;
    this.#closedAt = isClosed ? performance.now() : null;
  }

  async #connect(host: string): Promise<'open' | 'closed' | 'unknown'> {
    const { guarded, port } = this.options;
    const bounds = { deadlineMs: CONNECT_MS, signal: neverAborts() };
    if (!(await guarded.checkHost(host, bounds)).ok) return 'unknown';
    const connection = await guarded.connect({ host, port }, bounds);
    if (!connection.ok) return 'closed';
    connection.socket.on('error', () => undefined).destroy();
    return 'open';
  }
}
