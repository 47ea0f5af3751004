import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountShares, FairLimiter } from '../../../../src/kernel/values/fair-shares.js';

const limits = fc.integer({ min: 1, max: 300 });

describe('places of a limit that accounts share', () => {
  it('an account alone gets all of them and no more', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        const shares = new AccountShares();
        while (shares.admits('a', limit)) shares.take('a');
        // The first place of an account is never kept from it by the limit alone.
        expect(shares.total).toBe(Math.max(1, limit));
      }),
    );
  });

  it('an account that takes all it can, in whatever order, leaves others their shares', () => {
    const steps = fc.array(fc.record({ who: fc.constantFrom('many', 'b', 'c', 'd'), leaves: fc.boolean() }), { maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 64 }), steps, (limit, taken) => {
        const shares = new AccountShares();
        const held = new Map<string, number>();
        const take = (who: string): boolean => {
          if (!shares.admits(who, limit)) return false;
          shares.take(who);
          held.set(who, (held.get(who) ?? 0) + 1);
          return true;
        };
        for (const { who, leaves } of taken) {
          const has = held.get(who) ?? 0;
          if (leaves && has > 0) {
            shares.give(who);
            held.set(who, has - 1);
          } else if (!leaves && who !== 'many') {
            const share = limit / ([...held].filter(([name, count]) => count > 0 && name !== who).length + 1);
            const isDue = has + 1 <= share || (has === 0 && shares.total < 2 * limit && (held.get('many') ?? 0) > 1);
            expect(take(who) || !isDue).toBe(true);
          }
          while (take('many')); // a hundred keys ask all the time
          expect(held.get('many') ?? 0).toBeLessThanOrEqual(limit);
          expect(shares.total).toBeLessThanOrEqual(2 * limit);
        }
      }),
    );
  });

  it('are never exceeded while all accounts hold about as many', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 400 }), (limit, accounts) => {
        const shares = new AccountShares();
        for (let n = 0; n < 3 * limit + 400; n += 1) {
          const account = `account ${n % accounts}`;
          if (shares.admits(account, limit)) shares.take(account);
        }
        expect(shares.total).toBe(limit);
      }),
    );
  });

  it('accounts that all ask for more come to equal shares', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 128 }), fc.integer({ min: 2, max: 6 }), (limit, accounts) => {
        const shares = new AccountShares();
        const names = Array.from({ length: accounts }, (_, n) => `account ${n}`);
        const held: string[] = [];
        const fill = (who: string): void => {
          while (shares.admits(who, limit)) held.push(who) && shares.take(who);
        };
        for (let step = 0; step < 10 * limit; step += 1) {
          for (const who of names) fill(who);
          const first = held.shift();
          if (first) shares.give(first);
        }
        for (const who of names) {
          const count = held.filter((each) => each === who).length;
          expect(count).toBeGreaterThanOrEqual(Math.floor(limit / accounts) - 1);
        }
      }),
    );
  });
});

/** Accounts that hold places already. */
function heldBy(held: Readonly<Record<string, number>>): AccountShares {
  const shares = new AccountShares();
  for (const [account, count] of Object.entries(held)) for (let n = 0; n < count; n += 1) shares.take(account);
  return shares;
}

describe('a further place', () => {
  it.each<[limit: number, held: Record<string, number>, admitted: boolean]>([
    [4, { a: 3 }, true],
    [4, { a: 4 }, false],
    [4, { b: 4 }, true],
    [4, { a: 1, b: 3 }, true],
    [4, { a: 2, b: 2 }, false],
    [2, { b: 2, c: 1 }, true],
    [2, { b: 1, c: 1 }, false],
    [2, { b: 2, c: 1, d: 1 }, false],
  ])('of a limit of %d, of which there are held %j, goes to account a: %s', (limit, held, admitted) => {
    expect(heldBy(held).admits('a', limit)).toBe(admitted);
  });

  it.each<[held: Record<string, number>, isBehind: boolean]>([
    [{}, false],
    [{ b: 1 }, false],
    [{ b: 2 }, true],
    [{ a: 1, b: 2 }, false],
    [{ a: 1, b: 3 }, true],
    [{ a: 2, b: 3, c: 3 }, false],
    [{ a: 2, b: 4, c: 3 }, true],
  ])('leaves account a, where there are held %j, at most the mean: %s', (held, isBehind) => {
    expect(heldBy(held).isBehind('a')).toBe(isBehind);
  });
});

describe('a limiter that accounts share', () => {
  const iteration = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('are taken by accounts one after another, and by the tasks of one in the order in which they came', async () => {
    const limiter = new FairLimiter(1);
    const ended: string[] = [];
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
      limiter.run(name.charAt(0), async () => {
        await iteration();
        ended.push(name);
      }),
    );
    await Promise.all(all);
    const orderOf = (account: string) => ended.filter((name) => name.startsWith(account));
    expect(orderOf('a')).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(orderOf('b')).toEqual(['b1', 'b2']);
    expect(Math.max(ended.indexOf('b1'), ended.indexOf('c1'))).toBeLessThan(ended.indexOf('a3'));
    expect(ended.indexOf('b2')).toBeLessThan(ended.indexOf('a4'));
  });

  it('run every task once, within twice the limit, whatever fails, and end with none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.record({ account: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }), { maxLength: 120 }),
        async (limit, tasks) => {
          const limiter = new FairLimiter(limit);
          let most = 0;
          const runs = tasks.map(({ account, fails }, n) =>
            limiter.run(account, async () => {
              most = Math.max(most, limiter.running);
              await iteration();
              if (fails) throw new Error(`task ${n}`);
              return n;
            }),
          );
          const results = await Promise.allSettled(runs);
          expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual(
            tasks.map(({ fails }, n) => (fails ? `Error: task ${n}` : n)),
          );
          expect(most).toBeLessThanOrEqual(2 * limit);
          expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
        },
      ),
    );
  });

  it('a higher limit lets those that wait begin, and what is dropped never runs', async () => {
    const limiter = new FairLimiter(1);
    const begun: number[] = [];
    const never = new Promise<void>(() => undefined);
    const runs = [1, 2, 3, 4].map((n) =>
      limiter.run('a', () => {
        begun.push(n);
        return never;
      }),
    );
    await iteration();
    expect(begun).toEqual([1]);
    limiter.limit = 3;
    await iteration();
    expect([begun, limiter.waiting]).toEqual([[1, 2, 3], 1]);
    limiter.clear();
    await expect(runs[3]).rejects.toThrow('dropped');
    expect([begun, limiter.waiting, limiter.running]).toEqual([[1, 2, 3], 0, 3]);
  });
});
