import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../src/kernel/identity/identity-parser.js';
import { faultOf } from '../../../src/kernel/identity/recognise.js';
import { readTable } from '../../../src/kernel/values/read-csv.js';
import { readBatchFile } from '../../../src/cli/batch-file.js';
import { csvOf } from '../../../src/features/lookups/report/results-csv.js';
import { ApiFailure } from '../../../src/dashboard/client/failure.js';
import { identitiesBody } from '../../../src/dashboard/client/identities.js';
import { BatchRun, countStates, type Service } from '../../../src/dashboard/pages/batch/batch-run.js';
import { MAX_ITEMS, requestsOf } from '../../../src/dashboard/pages/batch/requests.js';
import { readingOf, readList } from '../../../src/dashboard/pages/batch/read-list.js';
import { batchCsv } from '../../../src/dashboard/pages/batch/results-csv.js';

const listOf = (text: string) => {
  const rows = readTable(text);
  return readList(rows, readingOf(rows));
};

describe('a pasted list or file', () => {
  it('is read back as it was written, line breaks and quotes in cells included', () => {
    const cell = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', '"', ',', ';', '\n', ' ') }).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
        const all = [['one', 'two'], ...rows];
        expect(readTable(csvOf(all)).map(({ cells }) => cells)).toEqual(all.filter((cells) => cells.some((text) => text !== '')));
      }),
    );
  });

  it('numbers its rows by the line on which each begins', () => {
    expect(readTable('\uFEFFname,email\r\n\r\n"a\r\nb",x@example.com\r\nc,y@example.com').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    'email;name, first\nada@example.com;"Example; Ada"\n',
    '"Name, first",E-Mail\n"Example\nAda",ada@example.com\nx,bob@example.com',
  ])('is the same table for the command line (%j)', (content) => {
    const file = readBatchFile(content, new LibraryIdentityParser());
    expect(file.invalid).toEqual([]);
    expect(file.rows.map(({ line, identities }) => [line, identities])).toEqual(
      listOf(content).lines.map(({ line, identities }) => [line, identities]),
    );
    expect(file.rows[0]?.identities).toEqual({ emails: ['ada@example.com'] });
  });

  it('may hold addresses as mail programs copy them, in the page and on the command line', () => {
    const content = 'Robin Sample <robin@example.com>\n<ada@example.com>\n"Example; Ada" <ada.example@example.com>\na < b@example.com > c';
    const { rows, invalid } = readBatchFile(content, new LibraryIdentityParser());
    const list = listOf(content);
    for (const read of [rows, list.lines]) {
      expect(read.map(({ identities }) => identities.emails)).toEqual([
        ['robin@example.com'],
        ['ada@example.com'],
        ['ada.example@example.com'],
      ]);
    }
    expect([invalid.length, list.faults.length]).toEqual([1, 1]);
    expect(identitiesBody([{ kind: 'email', value: ' Robin Sample <robin@example.com> ' }])).toEqual({ emails: ['robin@example.com'] });
  });

  it('and what is wrong with it are said by the command line in the same words', () => {
    const content = 'ada@\ntwo words\n300.1.1.1\nada@example.com';
    const { invalid } = readBatchFile(content, new LibraryIdentityParser());
    expect(listOf(content).faults.map(({ line, reason }) => ({ line, reason: reason.replace(/^“.*” /, '') }))).toEqual(invalid);
    expect(invalid).toHaveLength(3);
  });

  it('loses nothing to a quote that is not closed', () => {
    expect(readTable('"ada\nrobin').map(({ cells }) => cells)).toEqual([['"ada'], ['robin']]);
  });

  it('is one lookup a line, of the kind that is recognised; what cannot be looked up is named by its line', () => {
    const { lines, faults, repeated } = listOf(
      'ada@example.com\n\n+1 202 555 0123\nada-example\n192.0.2.17\n300.1.1.1\ntwo words\nada-example',
    );
    expect(lines.map(({ line, identities }) => [line, identities])).toEqual([
      [1, { emails: ['ada@example.com'] }],
      [3, { phones: ['+1 202 555 0123'] }],
      [4, { usernames: ['ada-example'] }],
      [5, { ips: ['192.0.2.17'] }],
    ]);
    expect(faults.map(({ line }) => line)).toEqual([6, 7]);
    expect(repeated).toEqual([{ line: 8, first: 4 }]);
  });

  it('takes the columns that its header names, those of a row as one person', () => {
    const { lines, faults } = listOf('Name;E-Mail;Username\nAda;ada@example.com;12345678\nNobody;;');
    expect(lines.map(({ identities }) => identities)).toEqual([{ emails: ['ada@example.com'], usernames: ['12345678'] }]);
    expect(faults).toEqual([{ line: 3, reason: 'contains no identity' }]);
  });

  it('never finds fault with what the service would take', () => {
    const parser = new LibraryIdentityParser({ defaultRegion: 'US' });
    const text = fc.oneof(
      fc.string({ maxLength: 70, unit: 'grapheme' }),
      fc.emailAddress(),
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ minLength: 7, maxLength: 16, unit: fc.constantFrom(...'0123456789+- ()') }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('email', 'phone', 'username', 'ip'), (raw, kind) => {
        fc.pre(parser[kind](raw) !== null);
        expect(faultOf(kind, raw)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

const people = (count: number) => listOf(Array.from({ length: count }, (_, index) => `person${index}@example.com`).join('\n')).lines;

/** A service that bills each item once per key; `faults` are thrown first, after the work when `isDone`. */
function serviceWith(
  faults: { readonly error: ApiFailure; readonly isDone?: boolean }[] = [],
  refuses: (index: number) => boolean = () => false,
) {
  const billed = new Map<string, string[]>();
  const sent: { readonly key: string; readonly count: number }[] = [];
  const backoffs: number[] = [];
  const service: Service = {
    send(items, key) {
      sent.push({ key, count: items.length });
      const fault = faults.shift();
      if (fault && !fault.isDone) return Promise.reject(fault.error);
      const ids = billed.get(key) ?? items.map((_, index) => `lkp_${key}_${index}`);
      billed.set(key, ids);
      if (fault) return Promise.reject(fault.error);
      return Promise.resolve(
        ids.map((lookupId, index) =>
          refuses(index)
            ? { index, status: 'error' as const, error: { code: 'insufficient_credits', message: 'Not covered.' } }
            : { index, status: 'queued' as const, lookupId },
        ),
      );
    },
    list: () =>
      Promise.resolve({
        lookups: [...billed.values()]
          .flat()
          .map((lookupId) => ({ lookupId, status: 'finished', platformsChecked: 4, matches: 2, socialMatches: 1 }) as never),
        nextCursor: null,
      }),
    sleep(ms) {
      backoffs.push(ms);
      return Promise.resolve();
    },
  };
  return { service, billed, sent, backoffs };
}

/** Resolves once the run is as it is expected to be. */
const until = (run: BatchRun, isSo: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => isSo() && resolve();
    run.subscribe(look);
    look();
  });
const failure = (code: string, message = code, retryAfter: number | null = null) =>
  new ApiFailure({ status: 400, code, message, retryAfter });
const statesOf = (run: BatchRun) => countStates(run.read().lines);

describe('a batch', () => {
  it('is split so that no request has more than the interface takes, in the order of its lines', () => {
    const items = people(120).map(({ identities }, position) => ({ position, item: { identities } }));
    const parts = requestsOf(items, () => 'key');
    expect(parts.map((part) => part.items.length)).toEqual([MAX_ITEMS, MAX_ITEMS, 20]);
    expect(parts.flatMap((part) => part.items)).toEqual(items);
    const long = { identities: { usernames: ['x'.repeat(50_000)] } };
    expect(
      requestsOf(
        [long, long].map((item, position) => ({ position, item })),
        () => 'key',
      ),
    ).toHaveLength(2);
  });

  it('bills nothing twice when an answer is lost and it is sent again, and finishes', async () => {
    const { service, billed, sent } = serviceWith([{ error: failure('unreachable'), isDone: true }]);
    const run = new BatchRun(people(60), { deep: false }, service);
    run.start();
    await until(run, () => run.read().error !== null);
    expect(statesOf(run).waiting).toBe(60);
    run.start();
    await until(run, () => statesOf(run).finished === 60);
    expect(sent.map(({ count }) => count)).toEqual([50, 50, 10]);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect([...billed.values()].flat()).toHaveLength(60);
  });

  it('waits as long as the service says when it is too fast, and goes on by itself', async () => {
    const { service, backoffs } = serviceWith([{ error: failure('rate_limit_exceeded', 'slower', 17) }]);
    const run = new BatchRun(people(2), { deep: false }, service);
    run.start();
    await until(run, () => statesOf(run).finished === 2);
    expect(backoffs).toContain(17_000);
    expect(run.read().error).toBeNull();
  });

  it('leaves out the line that the service refuses, and sends the others as another request', async () => {
    const { service, sent } = serviceWith([{ error: failure('invalid_batch', 'items.1: identities.emails.0: Not valid.') }]);
    const run = new BatchRun(people(3), { deep: false }, service);
    run.start();
    await until(run, () => statesOf(run).finished === 2);
    expect(run.read().lines[1]).toMatchObject({ state: 'refused', refusal: { message: 'Not valid.' } });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('stops at a refusal that is about no line', async () => {
    const { service, sent } = serviceWith([{ error: failure('invalid_batch', 'items.0: purpose: Choose one.') }]);
    const run = new BatchRun(people(3), { deep: false }, service);
    run.start();
    await until(run, () => run.read().error !== null);
    expect(statesOf(run).waiting).toBe(3);
    expect(sent).toHaveLength(1);
  });

  it('sends lines that the allowance did not cover again on request only, under another key', async () => {
    let isEmpty = true;
    const { service, sent } = serviceWith([], (index) => isEmpty && index === 1);
    const run = new BatchRun(people(2), { deep: false }, service);
    run.start();
    await until(run, () => statesOf(run).finished === 1);
    expect(statesOf(run).refused).toBe(1);
    isEmpty = false;
    run.sendRefused();
    await until(run, () => statesOf(run).finished === 2);
    expect(sent.map(({ count }) => count)).toEqual([2, 1]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('asks for nothing any more once its page is left', async () => {
    const { service, sent } = serviceWith();
    const run = new BatchRun(people(120), { deep: false }, service);
    run.start();
    run.close();
    await Promise.resolve();
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  it('is a file without formulas, in which what is not known is empty', () => {
    const { lines } = listOf('=cmd|x\n@handle');
    const run = new BatchRun(lines, { deep: false }, serviceWith().service);
    expect(batchCsv(run.read().lines).split('\r\n').slice(1, 3)).toEqual([
      "1,'=cmd|x,username,waiting,,,,,",
      "2,'@handle,username,waiting,,,,,",
    ]);
  });
});
