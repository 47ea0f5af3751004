import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSemaphore } from '../../../../activities/webhooks/deliver-webhook.js';

const LONG_MS = 60_000;

describe('admission by bytes', () => {
  it('never has more than its capacity in flight, but for one alone, and admits everything in order of arrival', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (sizes, chance) => {
          const semaphore = new ByteSemaphore(100);
          const inFlight = new Map<number, { size: number; release: () => void }>();
          const admitted: number[] = [];
          const all = sizes.map(async (size, index) => {
            const release = await semaphore.acquire(size, LONG_MS);
            if (!release) throw new Error('not admitted');
            admitted.push(index);
            inFlight.set(index, { size, release });
          });
          while (admitted.length < sizes.length || inFlight.size > 0) {
            await new Promise(setImmediate);
            const sum = [...inFlight.values()].reduce((total, { size }) => total + size, 0);
            expect(sum <= 100 || inFlight.size === 1).toBe(true);
            const entries = [...inFlight];
            const [index, entry] = entries[(chance.next().value as number) % entries.length] ?? [];
            expect(entry, 'something is always admitted').toBeDefined();
            inFlight.delete(index as number);
            entry?.release();
          }
          await Promise.all(all);
          expect(admitted).toEqual(sizes.map((_, index) => index));
        },
      ),
    ));

  it('gives up what waited too long, and then admits what it held up', async () => {
    const semaphore = new ByteSemaphore(100);
    const first = await semaphore.acquire(60, LONG_MS);
    const large = semaphore.acquire(80, 1);
    const small = semaphore.acquire(40, LONG_MS);
    expect(await large).toBeNull();
    expect(await small).not.toBeNull();
    first?.();
    expect(await semaphore.acquire(60, LONG_MS)).not.toBeNull();
  });
});
