/** The current fault of each platform; changed at run time. */
import { type FaultName, faultByName } from './index.js';
import { type FaultSetting, type Occurrence, occurrenceOf, type Struck } from './occurrence.js';

export interface FaultRegistry {
  /**
   * Sets the fault of one platform, or of all with '*'. Null removes it: from one platform, also under '*'; or, with '*', from all. A name
   * alone strikes every request.
   */
  set(slug: string, fault: FaultName | FaultSetting | null): void;
  /** The platform's fault, whichever requests it strikes. */
  faultOf(slug: string): FaultName | null;
  /** The fault that strikes this request. Called once for each request: shares and nodes are drawn anew. */
  strike(slug: string, request: Struck): FaultName | null;
  /** True at the first call with this key since the platform's fault was set. */
  isFirst(slug: string, key: string): boolean;
  all(): Readonly<Record<string, FaultName | FaultSetting | null>>;
}

interface PlatformState {
  readonly met: Set<string>;
  occurs?: Occurrence;
}

/** @param setKnownDeleted called, at every change, with whether a platform's known accounts are deleted for all requests */
export function createFaultRegistry(slugs: readonly string[], setKnownDeleted: (slug: string, deleted: boolean) => void): FaultRegistry {
  const single = new Map<string, FaultSetting | null>();
  const states = new Map<string, PlatformState>();
  let everywhere: FaultSetting | null = null;
  const of = (slug: string): FaultSetting | null => single.get(slug) ?? (single.has(slug) ? null : everywhere);
  const stateOf = (slug: string): PlatformState => {
    const state = states.get(slug) ?? { met: new Set() };
    states.set(slug, state);
    return state;
  };

  return {
    set(slug, fault) {
      const setting = typeof fault === 'string' ? { fault } : fault;
      if (slug === '*') {
        everywhere = setting;
        single.clear();
        states.clear();
      } else {
        single.set(slug, setting);
        states.delete(slug);
      }
      for (const each of slug === '*' ? slugs : [slug]) setKnownDeleted(each, isKnownDeleted(of(each)));
    },
    faultOf: (slug) => of(slug)?.fault ?? null,
    strike(slug, request) {
      const setting = of(slug);
      if (setting === null) return null;
      const state = stateOf(slug);
      state.occurs ??= occurrenceOf(setting, slug);
      return state.occurs(request) ? setting.fault : null;
    },
    isFirst(slug, key) {
      const { met } = stateOf(slug);
      if (met.has(key)) return false;
      met.add(key);
      return true;
    },
    all: () => ({ '*': shown(everywhere), ...Object.fromEntries([...single].map(([slug, setting]) => [slug, shown(setting)])) }),
  };
}

/** A fault of every request is shown by its name. */
function shown(setting: FaultSetting | null): FaultName | FaultSetting | null {
  return setting !== null && Object.keys(setting).length === 1 ? setting.fault : setting;
}

function isKnownDeleted(setting: FaultSetting | null): boolean {
  return setting?.fault === 'known_account_deleted' && (setting.share ?? 1) >= 1 && setting.nodes === undefined;
}

/** What the fault does to a connection, if anything. */
export function connectEffect(name: FaultName | null): 'refuse' | 'wrong_certificate' | null {
  return name === null ? null : (faultByName(name).connect ?? null);
}
