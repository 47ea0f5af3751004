import postgres from 'postgres';
import type { DriverOptions, Sql } from './client.js';

/** Pause before the next attempt on a connection that failed. */
const RETRY_MS = 100;

export interface ListenerOptions {
  readonly channel: string;
  /** Interval of the heartbeat, in milliseconds; a connection that does not respond within the same time is given up. */
  readonly heartbeatMs: number;
  onNotify(payload: string): void;
  /** Called when a connection listens: notifications before it may have been missed. */
  onListening(): void;
}

export interface Listener {
  /** How long its connection took to respond last, or has not responded for, in milliseconds: what it notifies is that late. */
  lagMs(): number;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, which is replaced when it is lost. LISTEN is the heartbeat: it changes nothing on a live
 * connection, detects a silent one, and a new one needs it anyway.
 *
 * @param pool the database to listen to; its settings are taken over
 * @returns once the first LISTEN is active
 */
export async function openListener(pool: Sql, { channel, heartbeatMs, onNotify, onListening }: ListenerOptions): Promise<Listener> {
  let isNew = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  /** Since when a response is awaited; null: the last one took `tookMs`. */
  let awaitedSince: number | null = null;
  let tookMs = 0;
  const options: DriverOptions = {
    ...(pool.options as unknown as DriverOptions),
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    query_timeout: heartbeatMs / 1_000,
    onnotify: (_, payload) => onNotify(payload),
    onclose: () => {
      isNew = true;
      next(0);
    },
  };
  const sql = postgres(options as postgres.Options<Record<string, never>>);

  async function beat(): Promise<void> {
    awaitedSince ??= performance.now();
    await sql`LISTEN ${sql(channel)}`;
    tookMs = performance.now() - awaitedSince;
    awaitedSince = null;
    if (!isNew) return;
    isNew = false;
    onListening();
  }
  function next(delayMs: number): void {
    clearTimeout(timer);
    if (!isClosed)
      timer = setTimeout(
        () =>
          void beat().then(
            () => next(heartbeatMs),
            () => next(RETRY_MS),
          ),
        delayMs,
      );
  }
  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await sql.end({ timeout: 1 });
  }

  try {
    await beat();
  } catch (error) {
    await close();
    throw error;
  }
  next(heartbeatMs);
  const lagMs = (): number => (awaitedSince === null ? tookMs : Math.max(tookMs, performance.now() - awaitedSince));
  return { close, lagMs };
}
