import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openErasureLedger } from '../../../../../src/features/privacy/store/erasure-ledger.js';
import { linesOf } from '../../../../../src/features/privacy/erasure.js';

const folder = mkdtempSync(join(tmpdir(), 'erasure-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = () => join(folder, `${(files += 1)}.jsonl`);
const entryOf = (erasureId: string, accountId: string | null = null) => ({
  type: 'identity' as const,
  erasureId,
  accountId,
  digest: 'ab',
  forms: ['cd'],
  indexed: null,
  at: '2030-01-01T00:00:00.000Z',
});

describe('the ledger of erasures', () => {
  it('is empty while there is no file, and for its owner alone once there is one', async () => {
    const file = fresh();
    const ledger = openErasureLedger(file);
    expect(await ledger.entries()).toEqual([]);
    await ledger.append(entryOf('ers_1'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('holds each erasure once, however often and by however many it was written', async () => {
    const file = fresh();
    const [one, other] = [openErasureLedger(file), openErasureLedger(file)];
    const entries = Array.from({ length: 40 }, (_, n) => entryOf(`ers_${n}`, n % 2 ? 'acc_1' : null));
    await Promise.all([...entries, ...entries].map((entry, n) => (n % 2 ? one : other).append(entry)));
    const read = linesOf(await one.entries(), 'identity');
    expect(
      [...read].sort(
        (a, b) => entries.findIndex((e) => e.erasureId === a.erasureId) - entries.findIndex((e) => e.erasureId === b.erasureId),
      ),
    ).toEqual(entries);
  });

  it('loses no whole line to one that was cut off anywhere, before or after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(80), async (cut) => {
        const file = fresh();
        const ledger = openErasureLedger(file);
        await ledger.append(entryOf('ers_before'));
        const whole = `\n${JSON.stringify(entryOf('ers_cut'))}\n`;
        appendFileSync(file, whole.slice(0, Math.min(cut, whole.length - 3)));
        await ledger.append(entryOf('ers_after'));
        expect(linesOf(await ledger.entries(), 'identity').map(({ erasureId }) => erasureId)).toEqual(['ers_before', 'ers_after']);
      }),
      { numRuns: 40 },
    );
  });

  it('writes the fields of its type and nothing else', async () => {
    const file = fresh();
    await openErasureLedger(file).append({ ...entryOf('ers_1'), identity: 'ada@example.com' } as never);
    expect(readFileSync(file, 'utf8')).not.toContain('ada');
  });

  it('reads lines without a type, the first there were, as erased identities, and skips those of types that it does not know', async () => {
    const file = fresh();
    const { type: _, indexed: __, ...first } = entryOf('ers_1');
    appendFileSync(file, `${JSON.stringify(first)}\n${JSON.stringify({ type: 'of a later release', at: first.at })}\n`);
    const removed = { type: 'unsuppressed' as const, suppressionId: 'sup_1', at: first.at };
    await openErasureLedger(file).append(removed);
    expect(await openErasureLedger(file).entries()).toEqual([entryOf('ers_1'), removed]);
  });

  it('is not taken for empty when it cannot be read', async () => {
    await expect(openErasureLedger(folder).entries()).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
