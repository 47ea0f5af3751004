/** How many requests a platform serves at once, and what happens to those beyond. */

export interface Capacity {
  /** Requests served at once. */
  readonly atOnce: number;
  /** Requests beyond it are refused with 503, or wait for a free slot without a response. */
  readonly beyond: 'refuse' | 'wait';
}

/** A request's slot at a platform. */
export interface CapacitySlot {
  /** @param serve called when the request is served: at once, or when a slot is free */
  onServed(serve: () => void): void;
  /** Releases the slot, or ends the waiting. May be called more than once. */
  release(): void;
}

export interface CapacityModel {
  /** Sets the capacity of one platform, or of all with '*' (which removes the single ones); null removes it. */
  set(slug: string, capacity: Capacity | null): void;
  /** @returns null when the request is refused */
  acquire(slug: string): CapacitySlot | null;
}

interface CapacityQueue {
  served: number;
  readonly waiting: Set<{ readonly serve: () => void }>;
}

export function createCapacityModel(): CapacityModel {
  const single = new Map<string, Capacity | null>();
  const lines = new Map<string, CapacityQueue>();
  let everywhere: Capacity | null = null;

  const capacityOf = (slug: string): Capacity | null => (single.has(slug) ? (single.get(slug) ?? null) : everywhere);
  const isFull = (slug: string, { served }: CapacityQueue): boolean => served >= (capacityOf(slug)?.atOnce ?? Number.POSITIVE_INFINITY);

  function serveNext(slug: string, line: CapacityQueue): void {
    for (const request of line.waiting) {
      if (isFull(slug, line)) return;
      line.waiting.delete(request);
      line.served++;
      request.serve();
    }
  }

  return {
    set(slug, capacity) {
      if (slug === '*') {
        everywhere = capacity;
        single.clear();
      } else single.set(slug, capacity);
      for (const [each, line] of lines) serveNext(each, line);
    },
    acquire(slug) {
      const line = lines.get(slug) ?? { served: 0, waiting: new Set() };
      lines.set(slug, line);
      if (isFull(slug, line) && capacityOf(slug)?.beyond === 'refuse') return null;
      let free: (() => void) | undefined;
      return {
        onServed(serve) {
          const request = { serve };
          free = () => {
            if (!line.waiting.delete(request)) line.served--;
            serveNext(slug, line);
          };
          line.waiting.add(request);
          serveNext(slug, line);
        },
        release() {
          free?.();
          free = undefined;
        },
      };
    },
  };
}
