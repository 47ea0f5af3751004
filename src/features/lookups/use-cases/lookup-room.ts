/** How many lookups are under way that nobody waits for. docs/load.md, "More lookups than the workers can run". */
import { AccountShares } from '../../../kernel/values/fair-shares.js';
import type { FleetStore } from '../../../engine/flow/fleet.js';
import type { LookupReader } from '../store/lookup-reader.js';

/** Lookups that a worker has under way before others wait: twice as many do not finish sooner, and delay whoever waits. */
const PER_WORKER = 24;
/** How old the counts may be, in milliseconds. What this process accepts meanwhile is added. */
const READ_MS = 500;

interface Room {
  readonly shares: AccountShares;
  readonly limit: number;
}

export interface LookupRoomPorts {
  readonly reader: Pick<LookupReader, 'underWay'>;
  readonly fleet: Pick<FleetStore, 'workers'>;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * The lookups under way of all accounts, of a mode. Beyond the limit there is no room for an account at its share: an asynchronous lookup
 * is accepted as one of a batch is, and workers start it as they have room; an instant one, that no worker takes, is refused.
 */
export class LookupRoom {
  #read: { readonly at: number; readonly room: Promise<Room> } | null = null;

  constructor(
    private readonly ports: LookupRoomPorts,
    private readonly mode: 'async' | 'instant',
  ) {}

  /** Takes room for a lookup of an account. @returns false: there is none; true also where the counts cannot be read */
  async take(accountId: string): Promise<boolean> {
    const room = await this.#room().catch(() => null);
    if (room === null) return true;
    if (!room.shares.admits(accountId, room.limit)) return false;
    room.shares.take(accountId);
    return true;
  }

  /** Requests share a read. */
  #room(): Promise<Room> {
    const now = (this.ports.now ?? (() => performance.now()))();
    if (this.#read === null || now >= this.#read.at + READ_MS) {
      const room = this.#count();
      room.catch(() => (this.#read = null));
      this.#read = { at: now, room };
    }
    return this.#read.room;
  }

  async #count(): Promise<Room> {
    const [counts, workers] = await Promise.all([this.ports.reader.underWay(this.mode), this.ports.fleet.workers()]);
    const shares = new AccountShares();
    for (const { accountId, count } of counts) for (let n = 0; n < count; n += 1) shares.take(accountId);
    return { shares, limit: PER_WORKER * Math.max(1, workers) };
  }
}
