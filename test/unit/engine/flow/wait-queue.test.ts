import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Demand, ReadyHosts, type Waiter, WaitQueue } from '../../../../src/engine/flow/wait-queue.js';
import { isHighPriority, REQUEST_CLASSES, type RequestClass } from '../../../../src/engine/flow/request-class.js';

interface Named extends Waiter {
  readonly name: string;
}

const all = (): boolean => true;
const waiter = (name: string, requestClass: RequestClass = 'async', fairnessKey = 'a'): Named => ({
  name,
  requestClass,
  fairnessKey,
});

function queueOf(...waiters: readonly Named[]): WaitQueue<Named> {
  const queue = new WaitQueue<Named>();
  for (const each of waiters) queue.add(each);
  return queue;
}

/** Names in the order of service. */
function served(
  queue: WaitQueue<Named>,
  times: number,
  mayStart: (requestClass: RequestClass) => boolean = all,
): Array<string | undefined> {
  return Array.from({ length: times }, () => queue.take(mayStart)?.name);
}

describe('requests that wait at a host', () => {
  it('are served by class, whatever the order in which they came', () => {
    const classes = [...REQUEST_CLASSES].reverse();
    const queue = queueOf(...classes.map((each) => waiter(each, each)));
    // One of four slots goes to who has waited longest: here the lowest class.
    expect(served(queue, 7)).toEqual(['instant', 'control', 'wait', 'calibration', 'async', 'batch', undefined]);
  });

  it('of one class go round over the accounts, first come first served within each', () => {
    const queue = queueOf(
      ...['1', '2', '3', '4'].map((n) => waiter(`big ${n}`, 'batch', 'big')),
      waiter('small', 'batch', 'small'),
      waiter('other', 'batch', 'other'),
    );
    expect(served(queue, 6)).toEqual(['big 1', 'small', 'other', 'big 2', 'big 3', 'big 4']);
  });

  it('of an account go round over its deep lookups and the others, without a further turn for the account', () => {
    const deep = (name: string, account: string): Named => ({ ...waiter(name, 'batch', account), isDeep: true });
    const queue = queueOf(
      ...['1', '2', '3', '4', '5', '6'].map((n) => deep(`deep ${n}`, 'a')),
      ...['1', '2'].map((n) => waiter(`short ${n}`, 'batch', 'a')),
      ...['1', '2', '3', '4'].map((n) => deep(`other ${n}`, 'b')),
    );
    expect(served(queue, 7)).toEqual(['short 1', 'other 1', 'deep 1', 'deep 2', 'other 2', 'short 2', 'other 3']);
  });

  it('go round over the accounts also where the oldest was served out of turn', () => {
    const big = ['1', '2', '3', '4', '5', '6'].map((n) => waiter(`big ${n}`, 'batch', 'big'));
    const queue = queueOf(...big, ...['1', '2', '3', '4'].map((n) => waiter(`small ${n}`, 'batch', 'small')));
    expect(served(queue, 8).filter((name) => name?.startsWith('small'))).toHaveLength(3);
    const fair = queueOf(
      waiter('x', 'instant'),
      waiter('y', 'instant'),
      waiter('z', 'instant'),
      ...big.map(({ name }) => waiter(name, 'batch', 'big')),
      waiter('small', 'batch', 'small'),
    );
    // The fourth slot goes to the oldest of all, an instant one but for the three that went before.
    expect(served(fair, 6)).toEqual(['z', 'y', 'x', 'big 1', 'small', 'big 2']);
  });

  it('of an account that comes again go behind the other accounts', () => {
    const queue = queueOf(waiter('a1', 'async', 'a'), waiter('b1', 'async', 'b'), waiter('b2', 'async', 'b'));
    expect(served(queue, 1)).toEqual(['a1']);
    queue.add(waiter('a2', 'async', 'a'));
    expect(served(queue, 3)).toEqual(['b1', 'a2', 'b2']);
  });

  it('of instant lookups are served newest first, the oldest with one slot in four', () => {
    const queue = queueOf(...['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => waiter(name, 'instant')));
    expect(served(queue, 8)).toEqual(['8', '7', '6', '1', '5', '4', '3', '2']);
  });

  it('starve nobody: one slot in four goes to the oldest, also while urgent ones come without end', () => {
    const queue = queueOf(waiter('patient', 'calibration'));
    const order: Array<string | undefined> = [];
    for (let n = 0; n < 8; n += 1) {
      queue.add(waiter(`urgent ${n}`, 'instant'));
      order.push(...served(queue, 1));
    }
    expect(order.indexOf('patient')).toBe(3);
  });

  it('are passed over once they wait no longer, and counted no more', () => {
    const [gone, stays, highPriority] = [waiter('gone'), waiter('stays'), waiter('urgent', 'wait')];
    const queue = queueOf(gone, stays, highPriority);
    queue.cancel(gone);
    queue.cancel(gone);
    expect([queue.length, queue.hasHighPriority]).toEqual([2, true]);
    queue.cancel(highPriority);
    expect([queue.length, queue.hasHighPriority]).toEqual([1, false]);
    expect(served(queue, 2)).toEqual(['stays', undefined]);
  });

  it('of a class that may not start are left, the others served', () => {
    const queue = queueOf(waiter('async'), waiter('wait', 'wait'));
    expect(served(queue, 2, isHighPriority)).toEqual(['wait', undefined]);
    expect(served(queue, 1)).toEqual(['async']);
  });

  it('are all taken out at once when the host is given up', () => {
    const gone = waiter('gone');
    const queue = queueOf(waiter('a'), gone, waiter('b', 'wait'));
    queue.cancel(gone);
    expect(queue.drain().map(({ name }) => name)).toEqual(['a', 'b']);
    expect([queue.length, queue.hasHighPriority, queue.take(all)]).toEqual([0, false, undefined]);
  });

  it('are never forgotten and never served twice, whatever the order of coming, going and serving', () => {
    const step = fc.record({
      action: fc.constantFrom('come', 'come', 'come', 'go', 'serve', 'serve urgent', 'drain' as const),
      requestClass: fc.constantFrom(...REQUEST_CLASSES),
      account: fc.constantFrom('a', 'b', 'c'),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new WaitQueue<Named>();
        const waiting = new Set<Named>();
        const taken = (next: Named | undefined): void => {
          if (next) expect(waiting.delete(next)).toBe(true);
        };
        for (const [n, { action, requestClass, account, which }] of steps.entries()) {
          if (action === 'come') {
            const next = waiter(`${n}`, requestClass, account);
            waiting.add(next);
            queue.add(next);
          } else if (action === 'go') {
            const next = [...waiting][which % Math.max(1, waiting.size)];
            if (next) queue.cancel(next);
            if (next) waiting.delete(next);
          } else if (action === 'drain' && which % 4 === 0) for (const next of queue.drain()) taken(next);
          else {
            const mayStart = action === 'serve urgent' ? isHighPriority : all;
            const isAnybody = [...waiting].some((each) => mayStart(each.requestClass));
            const next = queue.take(mayStart);
            expect(next !== undefined).toBe(isAnybody);
            if (next) expect(mayStart(next.requestClass)).toBe(true);
            taken(next);
          }
          expect(queue.length).toBe(waiting.size);
          expect(queue.hasHighPriority).toBe([...waiting].some((each) => isHighPriority(each.requestClass)));
        }
        while (waiting.size > 0) taken(queue.take(all));
        expect(queue.take(all)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe('hosts that are ready', () => {
  it('are taken in turn, those of urgent requests first but for each fourth time', () => {
    const ready = new ReadyHosts<string>();
    for (const host of ['n1', 'n2', 'n3']) ready.add(host, 'other');
    for (const host of ['u1', 'u2', 'u3', 'u4']) ready.add(host, 'awaited');
    expect(Array.from({ length: 8 }, () => ready.next())).toEqual(['u1', 'u2', 'u3', 'n1', 'u4', 'n2', 'n3', undefined]);
  });

  it('are each there once, of the kind that they were added as last', () => {
    const ready = new ReadyHosts<string>();
    ready.add('n', 'other');
    ready.add('u', 'other');
    ready.add('u', 'awaited');
    ready.add('n', 'awaited');
    ready.add('n', 'other');
    expect([ready.next(), ready.next(), ready.next()]).toEqual(['u', 'n', undefined]);
  });

  it('that are slow come after those at which somebody waits, and keep their places while only these are served', () => {
    const ready = new ReadyHosts<string>();
    for (const [host, rank] of [
      ['n', 'other'],
      ['s', 'slow'],
      ['u', 'awaited'],
    ] as const)
      ready.add(host, rank);
    expect([ready.nextAwaited(), ready.nextAwaited()]).toEqual(['u', undefined]);
    expect([ready.next(), ready.next()]).toEqual(['s', 'n']);
  });
});

it('there is room while fewer requests wait than were sent in a second, and for a hundred in any case', () => {
  const demand = new Demand();
  const come = (count: number, isDeep?: boolean): void => {
    for (let n = 0; n < count; n += 1) demand.change(1, isDeep);
  };
  come(99);
  expect(demand.hasCapacity(0, true)).toBe(true);
  come(1);
  expect([demand.hasCapacity(0, true), demand.hasCapacity(0, false)]).toEqual([false, false]);
  for (let n = 0; n < 300; n += 1) demand.countSent(1_000 + n);
  come(199, true);
  expect([demand.hasCapacity(1_400, true), demand.hasCapacity(2_100, true)]).toEqual([true, true]);
  come(1, true);
  expect(demand.hasCapacity(2_100, true)).toBe(false);
  demand.change(-1);
  expect(demand.hasCapacity(3_100, false)).toBe(true); // deep lookups keep no others waiting
  expect(demand.hasCapacity(3_100, true)).toBe(false); // what was sent before the last second says nothing of now
});

it('what was sent in a second says nothing once another one has passed without a request', () => {
  const demand = new Demand();
  for (let n = 0; n < 300; n += 1) demand.countSent(1_000);
  for (let n = 0; n < 200; n += 1) demand.change(1);
  demand.countSent(3_000);
  expect(demand.hasCapacity(3_000, true)).toBe(false);
});
