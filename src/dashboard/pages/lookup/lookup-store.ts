/**
 * What is known of one lookup while its events arrive, outside of React: thousands of events may come in one second, and the page is
 * told of them once per frame.
 */
import type { LookupBodyV2, Omission, ShownResult } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import type { FindingEvent, ModuleFindings } from '../../../features/lookups/routes/shared/v2/finding-schemas.js';
import type { IdentityName } from '../../../features/lookups/routes/shared/v2/identity-name.js';

/** `gone`: the lookup was deleted. */
export type Connection = 'connecting' | 'live' | 'offline' | 'ended' | 'gone';

export interface LookupView {
  readonly connection: Connection;
  /** Confident answers, in the order in which they became known. */
  readonly registered: readonly ShownResult[];
  readonly absent: readonly ShownResult[];
  readonly omitted: number;
  /** Number of omissions by reason. */
  readonly byReason: Readonly<Partial<Record<Omission['code'], number>>>;
  readonly findings: ModuleFindings;
  /** The whole answer; null until the lookup is finished. */
  readonly body: LookupBodyV2 | null;
}

type Module = keyof ModuleFindings;
type Row = { readonly result: ShownResult } | { readonly omission: Omission };

const NO_FINDINGS: ModuleFindings = { email: null, phone: null, ip: null, breaches: null, webMentions: null };

/** A platform and an identity have one row, however often they are told. */
export const rowKey = ({ platform, identity }: { readonly platform: string; readonly identity: IdentityName }): string =>
  JSON.stringify([platform, identity.type, identity.value]);
const findingKey = ({ type, value }: IdentityName): string => JSON.stringify([type, value]);

export class LookupStore {
  readonly #rows = new Map<string, Row>();
  readonly #findings = new Map<Module, Map<string, FindingEvent['finding']>>();
  readonly #listeners = new Set<() => void>();
  readonly #nextFrame: (flush: () => void) => void;
  #body: LookupBodyV2 | null = null;
  #connection: Connection = 'connecting';
  #isFlushDue = false;
  #view: LookupView;

  /** @param nextFrame calls back once, before the next frame is painted */
  constructor(nextFrame: (flush: () => void) => void = requestAnimationFrame) {
    this.#nextFrame = (flush) => nextFrame(flush);
    this.#view = this.#compose();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The view of this frame: the same object until the next flush. */
  readonly read = (): LookupView => this.#view;

  addResult(result: ShownResult): void {
    this.#set(rowKey(result), { result });
  }

  addOmission(omission: Omission): void {
    this.#set(rowKey(omission), { omission });
  }

  addFinding(module: Module, finding: FindingEvent['finding']): void {
    if (this.#body) return;
    const known = this.#findings.get(module) ?? new Map<string, FindingEvent['finding']>();
    known.set(findingKey(finding.identity), finding);
    this.#findings.set(module, known);
    this.#flushSoon();
  }

  /** The whole answer takes the place of everything that was told before. */
  finish(body: LookupBodyV2): void {
    this.#body = body;
    this.#connection = 'ended';
    this.#rows.clear();
    this.#flushSoon();
  }

  connect(connection: Connection): void {
    if (this.#body || this.#connection === connection) return;
    this.#connection = connection;
    this.#flushSoon();
  }

  #set(key: string, row: Row): void {
    if (this.#body) return; // a late event of a connection that was replaced
    const known = this.#rows.get(key);
    if (known && JSON.stringify(known) === JSON.stringify(row)) return;
    // What changed is as new as what is new: it comes last.
    this.#rows.delete(key);
    this.#rows.set(key, row);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#nextFrame(() => {
      this.#isFlushDue = false;
      this.#view = this.#compose();
      for (const listener of this.#listeners) listener();
    });
  }

  #compose(): LookupView {
    const connection = this.#connection;
    const body = this.#body;
    if (body) {
      const { total, byReason } = body.omissions;
      return { connection, body, byReason, omitted: total, findings: body.modules, ...split(body.results) };
    }
    const results: ShownResult[] = [];
    const byReason: Partial<Record<Omission['code'], number>> = {};
    let omitted = 0;
    for (const row of this.#rows.values()) {
      if ('result' in row) results.push(row.result);
      else {
        omitted += 1;
        byReason[row.omission.code] = (byReason[row.omission.code] ?? 0) + 1;
      }
    }
    const found = Object.fromEntries([...this.#findings].map(([module, byIdentity]) => [module, [...byIdentity.values()]]));
    return { connection, body, byReason, omitted, findings: { ...NO_FINDINGS, ...found }, ...split(results) };
  }
}

function split(results: readonly ShownResult[]): { registered: ShownResult[]; absent: ShownResult[] } {
  const registered: ShownResult[] = [];
  const absent: ShownResult[] = [];
  for (const result of results) (result.registered ? registered : absent).push(result);
  return { registered, absent };
}
