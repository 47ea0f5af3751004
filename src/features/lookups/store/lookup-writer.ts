import type { TransactionSql } from 'postgres';
import { type CheckOutcome, type Lookup, type LookupPlan, type LookupState, resultSourceOf } from '../lookup.js';
import { openPlan } from '../sealed-plan.js';
import { type Module, subjectsOf } from '../../../facts/checks.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { LookupMissing, type LookupCounts, type CompletedLookup } from '../lookup-ports.js';
import type { FoundFact } from '../module-facts.js';
import type { LookupChange, LookupSnapshot } from '../lookup-snapshot.js';
import { summarise } from '../lookup-summary.js';
import type { SubjectRef, Subjects } from '../../../kernel/identity/subjects.js';
import type { Sql } from '../../../kernel/db/client.js';
import { type AfterCommit, transaction } from '../../../kernel/db/transaction.js';
import { isWatched, notifyWatchers } from './lookup-feed.js';
import { addLinkedAccounts, linkedAccountRows } from './lookup-rows.js';
import { readSnapshot } from './lookup-reader.js';
import { SubjectDigests } from './subject-digests.js';

/**
 * Writes what follows from a finish, in its transaction.
 *
 * @param snapshot everything recorded of the lookup, for listeners that report it
 */
export type FinishListener = (
  tx: TransactionSql,
  lookupId: string,
  snapshot: () => Promise<LookupChange>,
  afterCommit: AfterCommit,
) => Promise<void>;

/**
 * Writes the results of activities. Every method is idempotent: each change is one statement that locks the lookup's row, so that the
 * feed's numbers grow in the order of commits: a reader that saw number n can never meet a smaller one later.
 */
export class LookupWriter {
  readonly #digests: SubjectDigests;
  readonly #outcomes = new MergedWrites<CheckOutcome>((lookupId, outcomes) => this.#record(lookupId, outcomes));

  /** @param options.erased digests identities for erasures: what was erased meanwhile is not written again */
  constructor(private readonly options: { sql: Sql; digest: KeyedDigest; erased: KeyedDigest; onFinish?: readonly FinishListener[] }) {
    this.#digests = new SubjectDigests(options);
  }

  /**
   * Stores the plan and marks the lookup running; returns the effective plan, which is the first one ever stored.
   *
   * @param suppressed names of the identities about which nothing is asked
   * @param isBegun whether the caller carries it out; otherwise it stays accepted, so that the reconciler starts it where nobody does
   * @throws LookupMissing
   */
  async savePlan(lookupId: string, plan: LookupPlan, suppressed: readonly SubjectRef[] = [], isBegun = true): Promise<LookupPlan> {
    const [row] = await this.options.sql<{ plan: LookupPlan; subjects: Subjects }[]>`
      UPDATE lookups SET plan = coalesce(plan, ${JSON.stringify(plan)}::jsonb),
                         suppressed = CASE WHEN plan IS NULL THEN ${namesOf(suppressed)}::text[] ELSE suppressed END,
                         state = CASE WHEN ${isBegun} AND state = 'accepted' THEN 'running' ELSE state END,
                         started_at = coalesce(started_at, now())
      WHERE id = ${lookupId} RETURNING plan, subjects`;
    if (!row) return missing();
    this.#digests.cache(lookupId, row.subjects);
    return openPlan(row.plan);
  }

  /**
   * Adds outcomes that are not stored yet and notifies the feed. The shards of one lookup write concurrently; those of this process share
   * a statement.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  record(lookupId: string, outcomes: readonly CheckOutcome[]): Promise<boolean> {
    return this.#outcomes.add(lookupId, outcomes);
  }

  async #record(lookupId: string, outcomes: readonly CheckOutcome[]): Promise<boolean> {
    const rows = outcomes.map((outcome) => ({
      ...outcome,
      source: resultSourceOf(outcome.method),
      mailbox_provider: outcome.mailboxProvider,
      basis: outcome.basis,
      checked_at: outcome.checkedAt.toISOString(),
      from_cache: outcome.fromCache,
    }));
    const identities = await this.#digests.of(lookupId);
    const folded = Object.fromEntries(
      outcomes.flatMap(({ platform, subject, isFolded }) => (isFolded ? [[`${platform} ${subject}`, identities[`${subject}:lower`]]] : [])),
    );
    const rules = Object.fromEntries(outcomes.flatMap(({ platform, subject, rule }) => (rule ? [[`${platform} ${subject}`, rule]] : [])));
    const linkedAccounts = linkedAccountRows(outcomes, this.options.erased);
    const sql = this.options.sql;
    // Most writes have none, and are as short as they were.
    const revealed = linkedAccounts.length === 0 ? sql`` : sql`, revealed AS (${addLinkedAccounts(sql, linkedAccounts)})`;
    const linkedAccountsOfFact =
      linkedAccounts.length === 0
        ? sql`NULL::jsonb`
        : sql`(
      SELECT jsonb_agg(jsonb_build_object('platform', v.platform, 'handle', v.handle)) FROM revealed v
      WHERE v.source = added.platform AND v.subject = added.subject)`;
    const updated = await this.options.sql`
      WITH lookup AS (
        UPDATE lookups SET feed_seq = feed_seq + 1 WHERE id = ${lookupId} AND state <> 'finished'
        RETURNING id, feed_seq, account_id, is_test, ${isWatched(this.options.sql, 'progress')}
      ), added AS (
        INSERT INTO lookup_results
          (lookup_id, seq, platform, subject, source, state, reason, method, mailbox_provider, basis, checked_at, from_cache, egress, evidence,
           profile)
        SELECT lookup.id, lookup.feed_seq, r.platform, r.subject, r.source, r.state, r.reason, r.method, r.mailbox_provider, r.basis, r.checked_at,
               r.from_cache, r.egress, r.evidence, r.profile
        FROM lookup, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
          platform text, subject text, source text, state text, reason text, method text, mailbox_provider boolean, basis text,
          checked_at timestamptz, from_cache boolean, egress text, evidence jsonb, profile jsonb)
        ON CONFLICT DO NOTHING
        RETURNING platform, subject, source, state, method, checked_at, from_cache, egress, evidence, profile
      )${revealed}, facts AS (
        -- What platforms said themselves; what modules tell of them is drawn anew each time. In the order of the rows' key, so
        -- that two lookups of the same identities cannot wait for each other, whatever they call them.
        INSERT INTO platform_facts AS f (account_id, identity, egress, platform, state, method, checked_at, evidence, linked_accounts, profile, rule)
        -- Two spellings of one name are one fact.
        SELECT DISTINCT ON (added.platform, identity, added.egress)
               lookup.account_id,
               coalesce((SELECT ${JSON.stringify(folded)}::jsonb) ->> (added.platform || ' ' || added.subject),
                        ${JSON.stringify(identities)}::jsonb ->> added.subject) AS identity,
               added.egress, added.platform, added.state, added.method, added.checked_at, added.evidence, ${linkedAccountsOfFact}, added.profile,
               (SELECT ${JSON.stringify(rules)}::jsonb) ->> (added.platform || ' ' || added.subject)
        FROM added, lookup WHERE NOT lookup.is_test AND added.source = 'sweep' AND added.state <> 'inconclusive' AND NOT added.from_cache AND added.egress IS NOT NULL
        ORDER BY added.platform, identity, added.egress, added.checked_at DESC
        ON CONFLICT (account_id, identity, egress, platform) DO UPDATE
          SET state = excluded.state, method = excluded.method, checked_at = excluded.checked_at, evidence = excluded.evidence,
              linked_accounts = excluded.linked_accounts, profile = excluded.profile, rule = excluded.rule
          WHERE excluded.checked_at > f.checked_at
      )
      SELECT ${notifyWatchers(this.options.sql)} FROM lookup`;
    return updated.count > 0;
  }

  /** Identities that a module has ended for, whatever it found. */
  async recordedSubjects(lookupId: string, module: Module): Promise<Set<SubjectRef>> {
    const rows = await this.options.sql<{ subject: SubjectRef }[]>`
      SELECT subject FROM lookup_modules WHERE lookup_id = ${lookupId} AND module = ${module}`;
    return new Set(rows.map((row) => row.subject));
  }

  /**
   * Adds what a module found about an identity, once, and notifies the feed.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  async recordModule(lookupId: string, fact: FoundFact): Promise<boolean> {
    const updated = await this.options.sql`
      WITH open AS (
        UPDATE lookups SET feed_seq = feed_seq + 1 WHERE id = ${lookupId} AND state <> 'finished'
        RETURNING id, feed_seq, ${isWatched(this.options.sql, 'progress')}
      ), added AS (${addFacts(this.options.sql, [fact])})
      SELECT ${notifyWatchers(this.options.sql)} FROM open`;
    return updated.count > 0;
  }

  /**
   * Marks the lookup finished with its counts, notifies the feed.
   *
   * @param isCarriedOut whether all its parts have stored what they found
   * @returns the effective counts; null when rows that its parts have stored are missing, and then it is not finished
   * @throws LookupMissing
   */
  async finish(lookupId: string): Promise<LookupCounts>;
  async finish(lookupId: string, isCarriedOut: boolean): Promise<LookupCounts | null>;
  async finish(lookupId: string, isCarriedOut = false): Promise<LookupCounts | null> {
    return transaction(this.options.sql, async (tx, afterCommit) => {
      // Under the row's lock no results are added: the counts and the rows agree for ever. One statement at a time: the driver
      // does not keep the order of statements that are issued together.
      const [row] = await tx<{ state: LookupState }[]>`SELECT state FROM lookups WHERE id = ${lookupId} FOR UPDATE`;
      const known = row && (await readSnapshot(tx, lookupId));
      if (!known) return missing();
      const summary = summarise(known.outcomes);
      const counts = { planned: known.lookup.plan?.targets.length ?? 0, checked: summary.platformsChecked, matches: summary.matches };
      if (row.state === 'finished') return counts;
      if (isCarriedOut && lacksRows(known)) return null;
      const [finished] = await tx<{ finishedAt: Date }[]>`
        WITH finished AS (
          UPDATE lookups
          SET state = 'finished', finished_at = now(), feed_seq = feed_seq + 1, started_at = coalesce(started_at, now()),
              platforms_checked = ${counts.checked}, matches = ${counts.matches}, social_matches = ${summary.socialMatches}
          WHERE id = ${lookupId} RETURNING id, finished_at, ${isWatched(tx, 'end')}
        )
        SELECT finished_at AS "finishedAt", ${notifyWatchers(tx)} FROM finished`;
      if (!finished) return missing();
      const lookup: Lookup = { ...known.lookup, state: 'finished', finishedAt: finished.finishedAt };
      for (const listener of this.options.onFinish ?? []) await listener(tx, lookupId, async () => ({ ...known, lookup }), afterCommit);
      return counts;
    });
  }

  /**
   * Stores all results of a lookup without a sweep and finishes it, or changes nothing; notifies the feed.
   *
   * @throws LookupMissing
   */
  async complete(lookupId: string, { plan, suppressed = [], facts }: CompletedLookup): Promise<void> {
    await transaction(this.options.sql, async (tx, afterCommit) => {
      const [row] = await tx<{ state: LookupState }[]>`
        WITH locked AS (
          SELECT id, state FROM lookups WHERE id = ${lookupId} FOR UPDATE
        ), open AS (
          UPDATE lookups l
          SET state = 'finished', finished_at = now(), feed_seq = feed_seq + 1, started_at = coalesce(started_at, now()),
              plan = coalesce(l.plan, ${JSON.stringify(plan)}::jsonb),
              suppressed = coalesce(l.suppressed, ${namesOf(suppressed)}::text[])
          FROM locked WHERE l.id = locked.id AND locked.state <> 'finished' RETURNING l.id, l.feed_seq, ${isWatched(tx, 'end')}
        ), added AS (${addFacts(tx, facts)})
        SELECT state, (SELECT ${notifyWatchers(tx)} FROM open) FROM locked`;
      if (!row) return missing();
      if (row.state === 'finished') return;
      let reading: Promise<LookupChange> | undefined;
      const snapshot = (): Promise<LookupChange> => {
        reading ??= readSnapshot(tx, lookupId).then((known) => known ?? missing());
        return reading;
      };
      for (const listener of this.options.onFinish ?? []) await listener(tx, lookupId, snapshot, afterCommit);
    });
  }
}

/** Null for none. */
const namesOf = (suppressed: readonly SubjectRef[]): string[] | null => (suppressed.length > 0 ? [...suppressed] : null);

function missing(): never {
  throw new LookupMissing();
}

/** Whether a platform of the plan has no outcome, or a module no fact, although all parts were carried out: the database is older. */
function lacksRows({ lookup: { plan, subjects }, outcomes, modules }: LookupSnapshot): boolean {
  if (!plan) return true;
  const recorded = new Set(outcomes.map(({ platform }) => platform));
  const facts = new Set(modules.map(({ module, subject }) => `${module} ${subject}`));
  const lacksFacts = (module: Module) => subjectsOf(module, subjects).some((ref) => !facts.has(`${module} ${ref}`));
  return (
    plan.targets.some(({ platform }) => !recorded.has(platform)) || plan.modules.some((each) => each !== 'footprint' && lacksFacts(each))
  );
}

/** The part of a statement that adds facts to the lookup that it calls `open`, with the feed number of that row. */
function addFacts(sql: Sql | TransactionSql, facts: readonly FoundFact[]) {
  const rows = facts.map(({ checkedAt, ...fact }) => ({ ...fact, checked_at: checkedAt.toISOString() }));
  return sql`
    INSERT INTO lookup_modules (lookup_id, module, subject, seq, payload, evidence, checked_at)
    SELECT open.id, f.module, f.subject, open.feed_seq, f.payload, f.evidence, f.checked_at
    FROM open, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS f (
      module text, subject text, payload jsonb, evidence jsonb, checked_at timestamptz)
    ON CONFLICT DO NOTHING`;
}

interface Write<T> {
  readonly items: T[];
  readonly written: Promise<boolean>;
}

/**
 * Merges concurrent writes under one key: at most one write of a key is under way, and items that arrive meanwhile go into the
 * next one. Writers of one row would otherwise queue at its lock, each with a connection of its own.
 */
class MergedWrites<T> {
  /** By key: the end of the write under way. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** By key: the write that starts after it. */
  readonly #next = new Map<string, Write<T>>();

  constructor(private readonly write: (key: string, items: readonly T[]) => Promise<boolean>) {}

  /** @returns the result of the write that included these items @throws what that write threw */
  add(key: string, items: readonly T[]): Promise<boolean> {
    const next = this.#next.get(key);
    if (next) {
      next.items.push(...items);
      return next.written;
    }
    const underWay = this.#underWay.get(key);
    if (!underWay) return this.#start(key, items);
    const merged = [...items];
    const written = underWay.then(() => {
      this.#next.delete(key);
      return this.#start(key, merged);
    });
    this.#next.set(key, { items: merged, written });
    return written;
  }

  #start(key: string, items: readonly T[]): Promise<boolean> {
    const written = this.write(key, items);
    const end = (): void => void this.#underWay.delete(key);
    this.#underWay.set(key, written.then(end, end));
    return written;
  }
}
