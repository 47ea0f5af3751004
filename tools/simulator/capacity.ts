/** How many requests a platform serves at once; those beyond are refused with 503. */

export interface CapacityModel {
  /** Sets how many one platform serves; null: any number. */
  set(slug: string, atOnce: number | null): void;
  /** @returns the function to call, once or more, when the request has ended; null when it is refused */
  acquire(slug: string): (() => void) | null;
}

export function createCapacityModel(): CapacityModel {
  const limits = new Map<string, number>();
  const served = new Map<string, number>();

  return {
    set(slug, atOnce) {
      if (atOnce === null) limits.delete(slug);
      else limits.set(slug, atOnce);
    },
    acquire(slug) {
      const count = served.get(slug) ?? 0;
      if (count >= (limits.get(slug) ?? Number.POSITIVE_INFINITY)) return null;
      served.set(slug, count + 1);
      let isServed = true;
      return () => {
        if (isServed) served.set(slug, (served.get(slug) ?? 1) - 1);
        isServed = false;
      };
    },
  };
}
