/** What is started after a commit is started only after one that is known, and never fails the call that committed. */
import { afterAll, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import { transaction } from '../../src/kernel/db/transaction.js';
import { watchCommits } from '../support/commit-watch.js';
import { asOwner, createDatabase } from '../support/databases.js';
import { startTcpGate } from '../support/tcp-gate.js';

const url = await createDatabase();
const direct = openDatabase({ url, max: 4 });
await asOwner(url, (owner) => owner.unsafe('CREATE TABLE notes (id text PRIMARY KEY); GRANT ALL ON notes TO PUBLIC'));
afterAll(() => direct.close());
beforeEach(async () => void (await direct.sql`TRUNCATE notes`));

const stored = async () => (await direct.sql<{ id: string }[]>`SELECT id FROM notes ORDER BY id`).map(({ id }) => id);

describe('a transaction', () => {
  const started: string[] = [];
  const start = (name: string) => () => void started.push(name);
  beforeEach(() => void started.splice(0));

  it('returns what its work returns, and starts in order what was registered, before its caller goes on', async () => {
    const value = await transaction(direct.sql, async (tx, afterCommit) => {
      afterCommit(start('first'));
      await tx`INSERT INTO notes VALUES ('a')`;
      afterCommit(start('second'));
      expect(started).toEqual([]);
      return 'done';
    });
    expect({ value, started }).toEqual({ value: 'done', started: ['first', 'second'] });
  });

  it('starts nothing before other connections see its rows', async () => {
    const seen = await new Promise<string[]>((resolve, reject) => {
      transaction(direct.sql, async (tx, afterCommit) => {
        afterCommit(() => stored().then(resolve, reject));
        await tx`INSERT INTO notes VALUES ('a')`;
      }).catch(reject);
    });
    expect(seen).toEqual(['a']);
  });

  it('returns a list and rows of the driver as they are', async () => {
    const rows = await transaction(direct.sql, async (tx) => tx`INSERT INTO notes VALUES ('a'), ('b')`);
    expect(rows.count).toBe(2);
    expect(await transaction(direct.sql, async () => [1, 2])).toEqual([1, 2]);
  });

  it('that is rolled back starts nothing, and a second attempt only what it registers itself', async () => {
    const attempt = (name: string, fails: boolean) =>
      transaction(direct.sql, async (tx, afterCommit) => {
        afterCommit(start(name));
        await tx`INSERT INTO notes VALUES (${name})`;
        if (fails) throw new Error('no');
      });
    await expect(attempt('first', true)).rejects.toThrow('no');
    expect({ started: [...started], rows: await stored() }).toEqual({ started: [], rows: [] });
    await attempt('second', false);
    expect({ started, rows: await stored() }).toEqual({ started: ['second'], rows: ['second'] });
  });

  it('whose work ignores a failed statement is rolled back: Postgres would answer COMMIT with a rollback', async () => {
    const ignoring = transaction(direct.sql, async (tx, afterCommit) => {
      afterCommit(start('ignored'));
      await tx`INSERT INTO notes VALUES ('a')`;
      await tx`SELECT 1 / 0`.catch(() => undefined);
    });
    await expect(ignoring).rejects.toMatchObject({ code: '22012' });
    expect({ started, rows: await stored() }).toEqual({ started: [], rows: [] });
  });

  it('is not committed by the end of a savepoint, and survives one that is rolled back', async () => {
    await transaction(direct.sql, async (tx, afterCommit) => {
      await tx.savepoint(async (inner) => {
        await inner`INSERT INTO notes VALUES ('kept')`;
        afterCommit(start('kept'));
      });
      expect(started).toEqual([]);
      await tx
        .savepoint(async (inner) => {
          await inner`INSERT INTO notes VALUES ('undone')`;
          throw new Error('no');
        })
        .catch(() => undefined);
    });
    expect({ started, rows: await stored() }).toEqual({ started: ['kept'], rows: ['kept'] });
  });

  it('is committed whatever its callbacks throw, and each of them is called; the fault is reported without its message', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      const value = await transaction(direct.sql, async (tx, afterCommit) => {
        await tx`INSERT INTO notes VALUES ('a')`;
        afterCommit(() => {
          throw new TypeError('ada@example.com');
        });
        afterCommit(() => Promise.reject(new RangeError('ada@example.com')));
        afterCommit(start('last'));
        return 'done';
      });
      expect({ value, started, rows: await stored() }).toEqual({ value: 'done', started: ['last'], rows: ['a'] });
      await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: 60_000 });
      expect(warn.mock.calls.map(([text]) => text)).toEqual([
        'what follows a commit could not be started: TypeError',
        'what follows a commit could not be started: RangeError',
      ]);
    } finally {
      warn.mockRestore();
    }
  });
});

describe('a transaction whose COMMIT is not answered', () => {
  /** A pool behind a gate at which the connection breaks: before COMMIT arrives, or after it was carried out. */
  async function breaking({ onTestFinished }: TestContext, passage: 'hold' | 'hold answer', strike: () => Promise<unknown>) {
    const target = new URL(url);
    const gate = await startTcpGate({ host: target.hostname, port: Number(target.port) });
    target.host = `127.0.0.1:${gate.port}`;
    const pool: DatabaseHandle = openDatabase({ url: target.href, max: 1 });
    onTestFinished(async () => {
      gate.inspect(null);
      gate.resume();
      await pool.close();
      await gate.close();
    });
    await pool.sql`SELECT 1`;
    const isCommit = watchCommits();
    gate.inspect((bytes) => {
      if (!isCommit(bytes)) return 'pass';
      setImmediate(() => void strike().then(() => gate.reset()));
      return passage;
    });
    return pool;
  }

  it.for([
    ['was carried out', 'hold answer', ['a']],
    ['never arrived', 'hold', []],
  ] as const)('starts nothing, whether it %s or not', async ([, passage, rows], context) => {
    const started: string[] = [];
    const pool = await breaking(context, passage, () => vi.waitFor(async () => expect(await stored()).toEqual(rows)));
    const unknown = transaction(pool.sql, async (tx, afterCommit) => {
      afterCommit(() => void started.push('a'));
      await tx`INSERT INTO notes VALUES ('a')`;
    });
    await expect(unknown).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await pool.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    expect({ started, rows: await stored() }).toEqual({ started: [], rows: [...rows] });
  });
});
