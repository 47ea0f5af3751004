import { Egress } from '../../../../../src/engine/flow/egresses.js';
import { FlowControl } from '../../../../../src/engine/flow/flow-control.js';
import type { FlowControlOptions, Slot, SlotRequest, SlotResult } from '../../../../../src/engine/flow/slots.js';
import type { RequestEnd } from '../../../../../src/engine/flow/lane.js';

export const never = new AbortController().signal;
export const answered = (latencyMs = 100): RequestEnd => ({ kind: 'answered', latencyMs });
export const timedOut: RequestEnd = { kind: 'timeout', latencyMs: 10_000 };
export const unreachable: RequestEnd = { kind: 'unreachable', latencyMs: 10 };

/** Flow control on the fake clock of vitest. Limits that a test is not about are wide. */
export function harness(options: Partial<FlowControlOptions> & { names?: readonly string[] } = {}) {
  const { names = ['direct'], ...more } = options;
  const egresses = names.map((name) => new Egress(name, []));
  const host = { maxConcurrency: 8, perSecond: 1_000 };
  const flow = new FlowControl({ egresses, host, total: 1_000, now: () => Date.now(), ...more });
  const query = (request: Partial<SlotRequest> = {}): Promise<SlotResult> =>
    flow.acquire({
      host: 'a',
      egressKey: 'a',
      requestClass: 'async',
      fairnessKey: '',
      maxWaitMs: Number.POSITIVE_INFINITY,
      signal: never,
      ...request,
    });
  /** A slot that is free now. */
  const slot = async (request: Partial<SlotRequest> = {}): Promise<Slot> => {
    const result = await Promise.race([query(request), soon()]);
    if (result === null) throw new Error('no slot is free');
    if ('refusal' in result) throw new Error(`refused: ${result.refusal.reason}`);
    return result.slot;
  };
  /** One request after another, each with the same end. */
  const each = async (times: number, end: RequestEnd, request: Partial<SlotRequest> = {}): Promise<void> => {
    for (let n = 0; n < times; n += 1) (await slot(request)).end(end);
  };
  return { flow, egresses, acquire: query, slot, each };
}

/** Follows requests: who has a slot, and what became of the others, in the order in which it was known. */
export function following() {
  const order: string[] = [];
  const slots = new Map<string, Slot>();
  const follow = (name: string, result: Promise<SlotResult>): void => {
    void result.then((settled) => {
      if ('slot' in settled) slots.set(name, settled.slot);
      order.push('slot' in settled ? name : `${name}: ${settled.refusal.reason}`);
    });
  };
  /** Ends a request's slot, and lets whoever got it next be known. */
  const end = async (name: string, how: RequestEnd = { kind: 'none' }): Promise<void> => {
    slots.get(name)?.end(how);
    slots.delete(name);
    await settled();
  };
  return { order, slots, follow, end };
}

/** Lets the callbacks of resolved promises run. */
export async function settled(): Promise<void> {
  for (let iteration = 0; iteration < 5; iteration += 1) await Promise.resolve();
}

async function soon(): Promise<null> {
  await settled();
  return null;
}
