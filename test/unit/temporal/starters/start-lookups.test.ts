import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../src/engine/flow/request-class.js';
import type { AcceptedLookup } from '../../../../src/features/lookups/lookup-ports.js';
import { BackgroundLauncher } from '../../../../src/temporal/starters/start-lookups.js';

const lookupOf = (id: string, accountId: string, mode: Mode) => ({ id, accountId, mode }) as AcceptedLookup;

/** A launcher whose starts end when the test says so. */
function launching() {
  const begun: string[] = [];
  const left: string[] = [];
  const ends: Array<() => void> = [];
  const launcher = new BackgroundLauncher({
    starter: {
      start: ({ id }) => {
        begun.push(id);
        return new Promise((resolve) => ends.push(() => resolve(true)));
      },
    },
    onFailure: (id) => left.push(id),
  });
  const launch = (count: number, account: string, mode: Mode): void => {
    for (let n = 0; n < count; n += 1) launcher.launch(lookupOf(`${account}${n}`, account, mode));
  };
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { launcher, launch, endAll, begun, left };
}
const of = (ids: readonly string[], account: string) => ids.filter((id) => id.startsWith(account));

describe('starts in the background', () => {
  it('an account with thousands of them leaves places and turns to another', async () => {
    const { launch, begun, left, endAll } = launching();
    launch(5_000, 'many', 'async');
    await endAll();
    expect(of(left, 'many')).not.toHaveLength(0);
    launch(20, 'few', 'async');
    expect(of(left, 'few')).toEqual([]);
    for (let round = 0; round < 3; round += 1) await endAll();
    expect(of(begun, 'few')).toHaveLength(20);
  });

  it.each(['wait', 'check', 'instant', 'stream'] as const)('of mode %s begin at once, whatever another account starts', async (mode) => {
    const { launch, begun, left } = launching();
    launch(1_000, 'many', mode);
    launch(50, 'few', mode);
    await new Promise((resolve) => setImmediate(resolve));
    expect(of(left, 'few')).toEqual([]);
    expect(of(begun, 'few')).toHaveLength(50);
  });

  it('those that wait are left to the reconciler at the end', async () => {
    const { launcher, launch, begun, left, endAll } = launching();
    launch(100, 'many', 'async');
    await endAll();
    const drained = launcher.drain();
    while (begun.length + left.length < 100) await endAll();
    await endAll();
    await drained;
    expect(begun.length + left.length).toBe(100);
    expect(left.length).toBeGreaterThan(0);
  });
});
