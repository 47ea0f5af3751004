import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Participant, RequestCoalescer, type SharedRun } from '../../../activities/probes/request-coalescer.js';
import { REQUEST_CLASSES, type RequestClass } from '../../../src/engine/flow/request-class.js';

interface Sent extends SharedRun {
  readonly answer: (verdict: string) => void;
  readonly fail: (error: Error) => void;
}

/** A coalescer, what was sent by it, and callers. */
function setUp() {
  const clock = { now: 0 };
  const coalescer = new RequestCoalescer<string>(() => clock.now);
  const sent: Sent[] = [];
  const begin = (run: SharedRun): Promise<string> =>
    new Promise((resolve, reject) => void sent.push({ ...run, answer: resolve, fail: reject }));
  const join = (more: Partial<Participant> = {}, key = 'q'): Promise<string> =>
    coalescer.join(key, { requestClass: 'async', bypassCache: false, signal: new AbortController().signal, ...more }, begin);
  return { sent, join, clock };
}

const iteration = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('equal questions at the same time', () => {
  it('are asked once, and each gets the answer', async () => {
    const { sent, join } = setUp();
    const all = [join(), join(), join({ requestClass: 'batch' })];
    await iteration();
    sent[0]?.onStart();
    all.push(join({ requestClass: 'instant' }));
    await iteration();
    expect(sent).toHaveLength(1);
    sent[0]?.answer('yes');
    expect(await Promise.all(all)).toEqual(['yes', 'yes', 'yes', 'yes']);
  });

  it('do not join a request that was sent a while ago and may hang: they are asked again', async () => {
    const { sent, join, clock } = setUp();
    const first = join();
    await iteration();
    sent[0]?.onStart();
    clock.now = 1_400;
    const joined = join();
    clock.now = 1_600;
    const later = join();
    await iteration();
    expect(sent).toHaveLength(2);
    sent[1]?.answer('of the second');
    sent[0]?.answer('of the first');
    expect(await Promise.all([first, joined, later])).toEqual(['of the first', 'of the first', 'of the second']);
  });

  it('are ended when nobody waits any more, and not once they have been answered', async () => {
    const { sent, join } = setUp();
    const caller = new AbortController();
    const left = join({ signal: caller.signal }, 'left');
    const answered = join({}, 'answered');
    await iteration();
    caller.abort();
    sent[1]?.answer('yes');
    await expect(left).rejects.toThrow();
    await answered;
    await iteration();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('are not equal when about somebody else', async () => {
    const { sent, join } = setUp();
    void join({}, 'a');
    void join({}, 'b');
    await iteration();
    expect(sent).toHaveLength(2);
  });

  it('never get an answer that is older than they are: one that was given before is not handed on', async () => {
    const { sent, join } = setUp();
    const first = join();
    await iteration();
    sent[0]?.answer('then');
    expect(await first).toBe('then');
    const second = join();
    await iteration();
    sent[1]?.answer('now');
    expect(await second).toBe('now');
  });

  it('that want no earlier answer do not join a request that was sent, but one that waits', async () => {
    const { sent, join } = setUp();
    const waiting = [join(), join({ bypassCache: true })];
    await iteration();
    expect(sent).toHaveLength(1);
    sent[0]?.onStart();
    const fresh = join({ bypassCache: true });
    await iteration();
    expect(sent).toHaveLength(2);
    sent[0]?.answer('sent before');
    sent[1]?.answer('sent since');
    expect(await Promise.all([...waiting, fresh])).toEqual(['sent before', 'sent before', 'sent since']);
  });

  it('do not wait in the place of a lower class, and do in that of the same or a higher one', async () => {
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...REQUEST_CLASSES),
        fc.constantFrom(...REQUEST_CLASSES),
        async (first: RequestClass, second: RequestClass) => {
          const { sent, join } = setUp();
          void join({ requestClass: first });
          void join({ requestClass: second });
          await iteration();
          expect(sent).toHaveLength(REQUEST_CLASSES.indexOf(second) < REQUEST_CLASSES.indexOf(first) ? 2 : 1);
        },
      ),
    );
  });

  it('all hear of a failure, and the next one asks again', async () => {
    const { sent, join } = setUp();
    const all = [join(), join()];
    await iteration();
    sent[0]?.fail(new Error('no answer'));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    void join();
    await iteration();
    expect(sent).toHaveLength(2);
  });
});

describe('a caller who gives up', () => {
  it('is told so at once, and the others get their answer', async () => {
    const { sent, join } = setUp();
    const caller = new AbortController();
    const [gone, stays] = [join({ signal: caller.signal }), join()];
    await iteration();
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(sent[0]?.signal.aborted).toBe(false);
    sent[0]?.answer('yes');
    expect(await stays).toBe('yes');
  });

  it('ends the request when nobody else waits for it, and who comes next asks anew', async () => {
    const { sent, join } = setUp();
    const callers = [new AbortController(), new AbortController()];
    const all = callers.map(({ signal }) => join({ signal }));
    await iteration();
    for (const caller of callers) caller.abort();
    await Promise.allSettled(all);
    expect(sent[0]?.signal.aborted).toBe(true);
    const next = join();
    await iteration();
    sent[1]?.answer('anew');
    expect(await next).toBe('anew');
    sent[0]?.fail(new Error('ended')); // nobody hears it, and nothing breaks
    await iteration();
  });

  it('gives up all it asked for at once, with one listener at its signal', async () => {
    const { sent, join } = setUp();
    const caller = new AbortController();
    let listeners = 0;
    const listen = caller.signal.addEventListener.bind(caller.signal);
    caller.signal.addEventListener = (...args: Parameters<typeof listen>) => {
      listeners += 1;
      listen(...args);
    };
    const all = Array.from({ length: 200 }, (_, n) => join({ signal: caller.signal }, `q${n}`));
    await iteration();
    caller.abort(new Error('gone'));
    expect((await Promise.allSettled(all)).every(({ status }) => status === 'rejected')).toBe(true);
    expect([listeners, sent.every(({ signal }) => signal.aborted)]).toEqual([1, true]);
  });

  it('before asking asks nothing', async () => {
    const { sent, join } = setUp();
    await expect(join({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    await iteration();
    expect(sent).toHaveLength(0);
  });
});

it('everybody gets an answer or gave up, and no request goes on for nobody, in any order', async () => {
  const step = fc.record({
    action: fc.constantFrom('join', 'join', 'join', 'start', 'answer', 'abort'),
    requestClass: fc.constantFrom(...REQUEST_CLASSES),
    bypassCache: fc.boolean(),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { sent, join } = setUp();
      const callers: AbortController[] = [];
      const ended: Promise<PromiseSettledResult<string>[]>[] = [];
      for (const { action, requestClass, bypassCache, which } of steps) {
        const run = sent[which % Math.max(1, sent.length)];
        if (action === 'join') {
          const caller = new AbortController();
          callers.push(caller);
          ended.push(Promise.allSettled([join({ requestClass, bypassCache, signal: caller.signal })]));
        } else if (action === 'start') run?.onStart();
        else if (action === 'answer') run?.answer('yes');
        else callers[which % Math.max(1, callers.length)]?.abort();
        await Promise.resolve();
      }
      await iteration();
      for (const caller of callers) caller.abort();
      expect((await Promise.all(ended)).length).toBe(callers.length);
      for (const run of sent) run.answer('late');
      await iteration();
      const next = join();
      const before = sent.length;
      await iteration();
      expect(sent.length).toBe(before + 1);
      sent.at(-1)?.answer('done');
      expect(await next).toBe('done');
    }),
    { numRuns: 60 },
  );
});
