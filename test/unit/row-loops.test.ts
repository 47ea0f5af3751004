/**
 * Every loop of features, activities and wiring that waits for something in each round, and every timer, whose rounds no loop shows: either
 * what is at fault or locked in one round leaves the others alone, which a test shows, or its rounds belong to one thing, and the reason is
 * here. A new one fails until it is.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Loops over rows of several accounts, platforms or people: tests that have a poison row, a locked one, or both, beside others. */
const APART: Readonly<Record<string, readonly [file: string, ...titles: string[]]>> = {
  'src/kernel/db/each-apart.ts': [
    'test/stores/batch-faults.test.ts',
    'locked rows of accounts are passed over, however many they are',
    'a batch whose items cannot be accepted is tried again later and later, paused with the reason, and reported once',
    'one that cannot be finished, or is locked, keeps no other from finishing',
  ],
  'src/features/lookups/store/lookup-remover.ts': [
    'test/stores/retention-faults.test.ts',
    'a lookup that is locked, or cannot be deleted, keeps none of the others, of its account and of the next',
  ],
  'src/features/privacy/store/retention.ts': [
    'test/stores/retention-faults.test.ts',
    'a lookup that is locked, or cannot be deleted, keeps none of the others, of its account and of the next',
  ],
  'src/features/people/store/departed-people.ts': [
    'test/stores/departed-people.test.ts',
    'are forgotten although another cannot be, or is in use, which is told',
  ],
  'src/features/lookups/store/results-compressor.ts': [
    'test/stores/compressed-results.test.ts',
    'of the others are compressed when one lookup cannot be, which is told',
  ],
  'activities/controls/platform-watch.ts': ['test/activities/controls/calibrate.test.ts', 'of the others when that of one fails'],
  'activities/controls/calibrate.ts': ['test/activities/controls/calibrate.test.ts', 'of the others when that of one fails'],
  'activities/runtime/start-all.ts': [
    'test/activities/lookups/reconcile.test.ts',
    'is not held up by one that cannot be started',
    'is not held up by one whose start hangs, and an interrupted run tries that one again',
  ],
  'activities/webhooks/reconcile-webhooks.ts': [
    'test/activities/webhooks/reconcile-webhooks.test.ts',
    'is not held up by one that cannot be started',
  ],
  'src/features/webhooks/store/endpoint-remains.ts': [
    'test/stores/endpoint-remains.test.ts',
    'what one has left is cleared although that of others is locked or cannot be',
  ],
  'src/features/webhooks/store/delivery-queue.ts': [
    'test/stores/delivery-queue.test.ts',
    'are not waited for: who meets the lock of an endpoint leaves the grant to its holder, on a connection that is free again',
  ],
  'src/features/batches/use-cases/batch-dispatcher.ts': [
    'test/unit/features/batches/use-cases/batch-dispatcher.test.ts',
    'that cannot be accepted keep no lookup from being started',
    'of which some are never planned, or cannot be started, take one place of two, in turn: the others go on',
  ],
};

const ONE_ERASURE = 'one erasure, which must not leave anything out: it fails as a whole and is repeated';
const ONE_REQUEST = 'rows of one request or account, for its own caller';
const ONE_PROCESS = 'one thing of a process, in no row';
/** Loops whose rounds belong to one thing, so that a fault of one round is that of all. */
const ONE: Readonly<Record<string, string>> = {
  'src/features/audit/store/audit-chain.ts': 'a chain: no day can be linked before the day before it',
  'src/features/audit/store/audit-log.ts': 'one queue, written in its order',
  'src/features/batches/store/batch-erasure.ts': ONE_ERASURE,
  'src/features/batches/use-cases/create-batch.ts': ONE_REQUEST,
  'src/features/batches/use-cases/read-batches.ts': ONE_REQUEST,
  'src/features/breaches/store/breach-imports.ts': 'one import, in one transaction',
  'src/features/breaches/use-cases/import-breaches.ts': 'one import, by a command',
  'src/features/lookups/store/allowance.ts': ONE_REQUEST,
  'src/features/lookups/store/lookup-writer.ts': 'what follows from the finish of one lookup, in its transaction',
  'src/features/lookups/use-cases/accept-lookup.ts': ONE_REQUEST,
  'src/features/lookups/use-cases/await-lookup.ts': ONE_REQUEST,
  'src/features/lookups/use-cases/search-lookups.ts': ONE_REQUEST,
  'src/features/outcomes/use-cases/record-outcomes.ts': ONE_REQUEST,
  'src/features/people/store/sign-in-store.ts': 'accounts of one person, in one transaction',
  'src/features/platforms/store/control-accounts.ts': 'control accounts of one platform, in one transaction',
  'src/features/privacy/store/account-eraser.ts': ONE_ERASURE,
  'src/features/privacy/store/erase-batches.ts': ONE_ERASURE,
  'src/features/privacy/store/erase-everywhere.ts': ONE_ERASURE,
  'src/features/privacy/store/erase-texts.ts': ONE_ERASURE,
  'src/features/privacy/store/identity-eraser.ts': ONE_ERASURE,
  'src/features/privacy/use-cases/erasures.ts': 'a command, before any process starts: erasures are carried out again, all of them',
  'src/features/privacy/use-cases/export-account.ts': ONE_REQUEST,
  'src/features/webhooks/store/event-feed.ts': ONE_REQUEST,
  'src/features/webhooks/store/event-writer.ts': ONE_REQUEST,
  'src/features/webhooks/store/redelivery.ts': ONE_REQUEST,
  'src/temporal/starters/background-launcher.ts': 'one endpoint, whose deliveries are granted to it',
  'src/temporal/polled.ts': 'one start of a process, which waits a few seconds at most',
  'src/temporal/schedules.ts': 'schedules of the service, a fixed list',
  'src/temporal/setup.ts': 'one setup, tried until Temporal is there',
  'src/wiring/catalogue-changes.ts': 'one change, tried several times',
  'src/wiring/erasures.ts': ONE_ERASURE,
  'src/wiring/lifecycle.ts': 'the end of a process, in order',
  'src/wiring/traffic.ts': 'rules of the catalogue, when a process starts; it reads no row',
};

/** Timers of one thing, beside those that are files of `ONE` already. */
const ONE_TIMED: typeof ONE = {
  'activities/probes/health-probes.ts': 'one platform in each round, the next one in the next, whatever becomes of it',
  'activities/probes/outcomes.ts': 'outcomes of one lookup, stored together',
  'activities/runtime/heartbeat.ts': ONE_PROCESS,
  'activities/webhooks/deliver-webhook.ts': 'one delivery',
  'src/features/lookups/use-cases/instant-admission.ts': ONE_REQUEST,
  'src/features/lookups/use-cases/instant-budget.ts': 'one sum over all lookups',
  'src/features/lookups/use-cases/plan-untaken.ts': ONE_REQUEST,
  'src/features/platforms/store/negative-numbers.ts': 'one table, read by one statement without a lock',
  'src/kernel/db/database-clock.ts': ONE_PROCESS,
  'src/kernel/db/listener.ts': ONE_PROCESS,
  'src/wiring/api.ts': ONE_PROCESS,
  'src/wiring/data-tables.ts': 'one bundle, which is refused whole',
  'src/wiring/live-catalogue.ts': 'one catalogue, which all share',
  'src/wiring/temporal.ts': ONE_PROCESS,
};

const sources = execFileSync('git', ['ls-files', 'src/features', 'src/kernel/db', 'src/temporal', 'src/wiring', 'activities'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.includes('/routes/') && file !== 'src/kernel/db/migrate.ts');

/** Whether something is awaited in it, outside of functions of its own. */
function waits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
  return ts.forEachChild(node, (child) => waits(child) || undefined) ?? false;
}

function hasWaitingLoop(node: ts.Node): boolean {
  if (ts.isIterationStatement(node, false) && waits(node.statement)) return true;
  return ts.forEachChild(node, (child) => hasWaitingLoop(child) || undefined) ?? false;
}

const TIMERS: ReadonlySet<string> = new Set(['setInterval', 'setTimeout']);

function hasTimer(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TIMERS.has(node.expression.text)) return true;
  return ts.forEachChild(node, (child) => hasTimer(child) || undefined) ?? false;
}

describe('loops that wait in each round, and timers', () => {
  it('are those of the tables', () => {
    const found = sources.filter((file) => {
      const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
      return hasWaitingLoop(tree) || hasTimer(tree);
    });
    expect(found.toSorted()).toEqual(Object.keys({ ...APART, ...ONE, ...ONE_TIMED }).toSorted());
  });

  it.each(Object.entries(APART))('%s: what is at fault leaves the others alone, in a test that there is', (_, [file, ...titles]) => {
    const text = readFileSync(file, 'utf8');
    for (const title of titles) expect(text).toContain(`'${title}'`);
  });
});
