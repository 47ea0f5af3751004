import { acknowledge, receiverAuthority, startReceiver } from '../../test/support/webhooks/receiver.js';
import { ms, ratio, table } from './stats.js';
import { arrived, openBench, steady, type Bench } from './webhooks.js';

const WAITING = Number(process.env['WAITING'] ?? 36_000);
const MINUTES = 2;

/** What deliveries that wait for a dead receiver cost: transactions, and the time of another account's; then the receiver is back. */
export async function benchDeadReceiver(): Promise<string> {
  const trusted = await receiverAuthority();
  const [receiver, dead] = await Promise.all([
    startReceiver({ identity: trusted.identity }),
    startReceiver({ identity: trusted.identity, answering: () => undefined }),
  ]);
  const bench = await openBench(trusted.env);
  try {
    await steady(bench, receiver); // warm
    const alone = await steady(bench, receiver);
    const idle = await transactionsPerSecond(bench);
    const [accountId = ''] = await bench.subscribe(1, dead.url);
    await plant(bench, accountId);
    const waiting = await transactionsPerSecond(bench);
    const beside = await steady(bench, receiver);
    const rows = [
      ['transactions of the database a second, all processes', idle.toFixed(1), waiting.toFixed(1), ''],
      ["another account's event → receiver, 10 a second, p50", ms(alone.p50), ms(beside.p50), ratio(beside.p50 / alone.p50)],
      ['the same, p99', ms(alone.p99), ms(beside.p99), ratio(beside.p99 / alone.p99)],
    ];
    process.stdout.write(`${rows.map((row) => row.join(' | ')).join('\n')}\nThe receiver is back …\n`);
    const before = dead.received.length;
    dead.behave(acknowledge);
    const started = performance.now();
    await arrived(dead, before + WAITING, 60 * 60_000);
    const perSecond = WAITING / ((performance.now() - started) / 1_000);
    return table(
      [`${WAITING} deliveries that wait for an account's dead receiver`, 'alone', 'beside', 'to alone'],
      [...rows, ['deliveries a second when it is back', '', perSecond.toFixed(0), '']],
    );
  } finally {
    await bench.close();
    await Promise.all([receiver.close(), dead.close()]);
    trusted.authority.remove();
  }
}

/** Events of the last hour, of which none was acknowledged. */
async function plant({ stores }: Bench, accountId: string): Promise<void> {
  const { sql } = stores.database;
  const [endpoint] = await sql<{ id: string }[]>`
    UPDATE webhook_endpoints SET failing_since = now() - interval '1 hour', last_failed_at = now() WHERE account_id = ${accountId} RETURNING id`;
  const id = sql`${endpoint?.id ?? ''} || '-' || n`;
  await sql`
    INSERT INTO webhook_events (id, account_id, api_key_id, type, dedup_key, api_version, body)
    SELECT ${id}, ${accountId}, 'key', 'usage.threshold_reached', ${id}, 'v', convert_to(json_build_object('createdAt', now())::text, 'UTF8')
    FROM generate_series(1, ${WAITING}::int) AS n`;
  await sql`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, next_attempt_at)
    SELECT ${id}, ${endpoint?.id ?? ''}, ${accountId}, 'usage.threshold_reached', now() - interval '1 hour' FROM generate_series(1, ${WAITING}::int) AS n`;
}

async function transactionsPerSecond({ stores }: Bench): Promise<number> {
  const read = async (): Promise<number> => {
    const [row] = await stores.database.sql<{ n: number }[]>`
      SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = current_database()`;
    return row?.n ?? 0;
  };
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, MINUTES * 60_000));
  return ((await read()) - before) / (MINUTES * 60);
}
