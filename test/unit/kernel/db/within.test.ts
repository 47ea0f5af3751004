import { describe, expect, it } from 'vitest';
import { withCallTimeouts } from '../../../../src/kernel/db/within.js';

class Store {
  readonly name = 'store';
  readonly #prefix = 'value of ';
  get(key: string): Promise<string> {
    return Promise.resolve(this.#prefix + key);
  }
  never(): Promise<string> {
    return new Promise(() => undefined);
  }
  fails(): Promise<string> {
    return Promise.reject(new Error('refused'));
  }
  now(): number {
    return 1;
  }
}

describe('a store with a timeout', () => {
  const store = withCallTimeouts(new Store(), 20);

  it('answers as it did', async () => {
    expect(await store.get('x')).toBe('value of x');
    expect(store.now()).toBe(1);
    expect(store.name).toBe('store');
    await expect(store.fails()).rejects.toThrow('refused');
  });

  it('gives up a call that does not end: unavailable, to be tried again', async () => {
    await expect(store.never()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });
});
