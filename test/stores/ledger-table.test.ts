import { afterAll, describe, expect, it } from 'vitest';
import { encodeEntry, parseEntry } from '../../src/features/privacy/store/erasure-ledger.js';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openLedgerTable } from '../../src/features/privacy/store/ledger-table.js';
import { linesOf } from '../../src/features/privacy/erasure.js';
import { asOwner, createDatabase, createEmptyDatabase, urlsOfDatabase } from '../support/databases.js';

const url = await createEmptyDatabase();
const codec = { encode: encodeEntry, parse: parseEntry };
const open = () => openLedgerTable({ url }, codec);
const entryOf = (erasureId: string) => ({
  type: 'identity' as const,
  erasureId,
  accountId: null,
  digest: 'ab',
  forms: [],
  indexed: null,
  at: '2030-01-01T00:00:00.000Z',
});

describe('the ledger of erasures in a second database', () => {
  const ledgers = Array.from({ length: 6 }, open);
  afterAll(() => Promise.all(ledgers.map((ledger) => ledger.close())));

  it('is made by whoever comes first, holds what all of them wrote, and nothing beyond the fields of its types', async () => {
    const entries = ledgers.map((_, n) => ({ ...entryOf(`ers_${n}`), identity: 'ada@example.com' }));
    await Promise.all(ledgers.map((ledger, n) => ledger.append(entries[n] as never)));
    const read = await open().entries();
    expect(
      linesOf(read, 'identity')
        .map(({ erasureId }) => erasureId)
        .sort(),
    ).toEqual(entries.map(({ erasureId }) => erasureId));
    expect(JSON.stringify(read)).not.toContain('ada');
  });

  it('keeps the order in which entries were written', async () => {
    const [ledger] = ledgers;
    await ledger?.append(entryOf('ers_a'), entryOf('ers_b'));
    await ledger?.append({ type: 'unsuppressed', suppressionId: 'sup_1', at: '2030-01-01T00:00:00.000Z' });
    expect((await ledger?.entries())?.slice(-3)).toEqual([
      entryOf('ers_a'),
      entryOf('ers_b'),
      { type: 'unsuppressed', suppressionId: 'sup_1', at: '2030-01-01T00:00:00.000Z' },
    ]);
  });

  it('needs no right to make tables where the table was made before', async () => {
    const urls = urlsOfDatabase(await createEmptyDatabase());
    const made = openLedgerTable({ url: urls.ownerUrl }, codec);
    await made.append(entryOf('ers_a'));
    await made.close();
    const ledger = openLedgerTable({ url: urls.url }, codec);
    ledgers.push(ledger);
    await expect(ledger.entries()).rejects.toMatchObject({ code: '42501' });
    await asOwner(urls.url, (owner) => owner`GRANT SELECT, INSERT ON erasure_ledger TO ${owner(new URL(urls.url).username)}`);
    await ledger.append(entryOf('ers_b'));
    expect(linesOf(await ledger.entries(), 'identity').map(({ erasureId }) => erasureId)).toEqual(['ers_a', 'ers_b']);
  });

  it('is what ERASURE_LEDGER names by a URL, and never the database whose backups it is to outlive', async () => {
    const own = await createDatabase();
    const settings = { DATABASE_URL: own, DATABASE_POOL: '2', SECRETS_KEY: 'ab'.repeat(32) };
    const stores = openStores(readConfig({ ...settings, ERASURE_LEDGER: url }), 'test');
    await stores.erasureLedger?.append(entryOf('ers_by_setting'));
    expect((await stores.erasureLedger?.entries())?.at(-1)).toEqual(entryOf('ers_by_setting'));
    await stores.database.close();
    expect(() => openStores(readConfig({ ...settings, ERASURE_LEDGER: own }), 'test')).toThrow(/names the database of DATABASE_URL/);
  });
});
