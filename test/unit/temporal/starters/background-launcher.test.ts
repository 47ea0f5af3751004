import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../src/engine/flow/request-class.js';
import type { AcceptedLookup } from '../../../../src/features/lookups/lookup-ports.js';
import type { DeliveryTicket } from '../../../../src/features/webhooks/delivery.js';
import { BackgroundLauncher } from '../../../../src/temporal/starters/background-launcher.js';

const lookupOf = (id: string, accountId: string, mode: Mode) => ({ id, accountId, mode }) as AcceptedLookup;

/** A launcher whose starts end when the test says so. */
function launching() {
  const begun: string[] = [];
  const left: string[] = [];
  const ends: Array<() => void> = [];
  const begin = (id: string): Promise<void> => {
    begun.push(id);
    return new Promise((resolve) => ends.push(resolve));
  };
  const launcher = new BackgroundLauncher({
    lookups: { start: ({ id }) => begin(id).then(() => true) },
    workflows: {
      startDelivery: ({ eventId }) => begin(eventId),
      startDeliveries: async (tickets) => void (await Promise.all(tickets.map(({ eventId }) => begin(eventId)))),
      recheckEndpoint: begin,
      ensureMonitored: begin,
      startEmail: begin,
    },
    erasures: { start: ({ id }) => begin(id) },
    grantSlots: async (endpointId) => [{ eventId: `due of ${endpointId}`, endpointId } as DeliveryTicket],
    onFailure: (id) => left.push(id),
  });
  const launch = (count: number, account: string, mode: Mode): void => {
    for (let n = 0; n < count; n += 1) launcher.startLookup(lookupOf(`${account}${n}`, account, mode));
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

  it('an endpoint with hundreds of deliveries leaves places to other endpoints, to emails and to erasures', async () => {
    const { launcher, begun, left } = launching();
    for (let n = 0; n < 500; n += 1) launcher.start({ eventId: `many${n}`, endpointId: 'whk_many' } as DeliveryTicket);
    launcher.launch([{ endpointId: 'whk_few' }]);
    launcher.startEmail('mail_1');
    launcher.startErasure({ id: 'era_1', accountId: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(of(left, 'many')).toHaveLength(500 - 256);
    expect(begun).toEqual(expect.arrayContaining(['due of whk_few', 'mail_1', 'era_1']));
  });

  it('of an endpoint are granted once at a time, and again for what came meanwhile', async () => {
    const { launcher, begun, endAll } = launching();
    const launchTwice = () => launcher.launch([{ endpointId: 'whk_1' }, { endpointId: 'whk_1' }]);
    launchTwice();
    await endAll();
    expect(begun).toEqual(['due of whk_1']);
    launchTwice();
    for (let round = 0; round < 3; round += 1) await endAll();
    expect(begun).toEqual(['due of whk_1', 'due of whk_1']);
    launchTwice();
    await endAll();
    expect(begun).toHaveLength(3);
  });
});
