/** Keys under which a request that is sent again is the same request, billed once. */

/** 128 random bits; `crypto.randomUUID` exists in secure contexts only. */
const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of a body: the same one until it was accepted, or until the body is another one. */
export class IdempotencyKeys {
  #last: { readonly body: string; readonly key: string } | null = null;

  keyFor(body: unknown): string {
    const text = JSON.stringify(body);
    if (this.#last?.body !== text) this.#last = { body: text, key: newIdempotencyKey() };
    return this.#last.key;
  }

  /** What comes next is another request, even with the same body. */
  accepted(): void {
    this.#last = null;
  }
}
