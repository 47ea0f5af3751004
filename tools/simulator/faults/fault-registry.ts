/** The current fault of each platform; changed at run time. */
import { type FaultName, faultByName } from './index.js';

export interface FaultRegistry {
  /** Sets the fault of one platform, or of all with '*'. Null removes it: from one platform, also under '*'; or, with '*', from all. */
  set(slug: string, fault: FaultName | null): void;
  faultOf(slug: string): FaultName | null;
  /** True at the first call with this key since the platform's fault was set. */
  isFirst(slug: string, key: string): boolean;
  all(): Readonly<Record<string, FaultName | null>>;
}

/** @param setKnownDeleted called, at every change, with whether a platform's known accounts are deleted */
export function createFaultRegistry(slugs: readonly string[], setKnownDeleted: (slug: string, deleted: boolean) => void): FaultRegistry {
  const single = new Map<string, FaultName | null>();
  const met = new Map<string, Set<string>>();
  let everywhere: FaultName | null = null;
  const of = (slug: string): FaultName | null => single.get(slug) ?? (single.has(slug) ? null : everywhere);

  return {
    set(slug, fault) {
      if (slug === '*') {
        everywhere = fault;
        single.clear();
        met.clear();
      } else {
        single.set(slug, fault);
        met.delete(slug);
      }
      for (const each of slug === '*' ? slugs : [slug]) setKnownDeleted(each, of(each) === 'known_account_deleted');
    },
    faultOf: of,
    isFirst(slug, key) {
      const seen = met.get(slug) ?? new Set<string>();
      met.set(slug, seen);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
    all: () => ({ '*': everywhere, ...Object.fromEntries(single) }),
  };
}

/** What the fault does to a connection, if anything. */
export function connectEffect(name: FaultName | null): 'refuse' | 'wrong_certificate' | null {
  return name === null ? null : (faultByName(name).connect ?? null);
}
