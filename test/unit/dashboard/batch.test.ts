import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../src/kernel/identity/identity-parser.js';
import { faultOf } from '../../../src/kernel/identity/recognise.js';
import { readTable } from '../../../src/kernel/values/read-csv.js';
import { readBatchFile } from '../../../src/cli/batch-file.js';
import { csvOf } from '../../../src/kernel/values/write-csv.js';
import { ApiFailure } from '../../../src/dashboard/client/failure.js';
import { identitiesBody } from '../../../src/dashboard/client/identities.js';
import { refreshMsOf } from '../../../src/dashboard/pages/batches/refresh.js';
import { chosenReading, readingOf, readList } from '../../../src/dashboard/pages/batches/read-list.js';
import { linesOfJson, refusedLines } from '../../../src/dashboard/pages/batches/send-list.js';

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
    expect(listOf(content).faults.map(({ line, reason }) => ({ line, reason }))).toEqual(invalid);
    expect(invalid).toHaveLength(3);
  });

  it.each([
    [
      'a quote that is not closed',
      'email;note\nada@example.com;x\n\nrobin@example.com;"y\nz@example.com;z',
      4,
      'begins a quoted cell that does not end',
    ],
    ['a row that is too long', `email\nada@example.com\n"${'a line\n'.repeat(3_000)}"`, 3, 'has more than 16,384 characters'],
    ['too many columns', `email${',ip'.repeat(20)}\nada@example.com`, 1, 'names more than 20 columns of identities, references and names'],
  ])('is not looked up further than it can be read, in the page and on the command line: %s', (_, content, line, reason) => {
    const file = readBatchFile(content, new LibraryIdentityParser());
    const list = listOf(content);
    expect(file.invalid).toEqual([{ line, reason }]);
    expect(list.faults).toEqual([{ line, reason }]);
    expect(list.lines.map(({ identities }) => identities)).toEqual(file.rows.map(({ identities }) => identities));
    expect(file.rows).toHaveLength(line === 1 ? 0 : 1);
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

describe('a list as it is sent', () => {
  it('is a line of JSON for each lookup, named by its line', () => {
    const { lines } = listOf('ada@example.com\n\nnot this\nada-example');
    expect(linesOfJson(lines)).toBe(
      '{"identities":{"emails":["ada@example.com"]},"ref":"line 1"}\n{"identities":{"usernames":["ada-example"]},"ref":"line 4"}\n',
    );
  });

  it('is named by the column of references where the file has one; names are sent only where somebody chose them', () => {
    const rows = readTable('id;email;name\ncustomer-7;ada@example.com;Ada Example\n;robin@example.com;');
    expect(readingOf(rows)).toMatchObject({ labels: { ref: 0 }, columns: [1] });
    const { lines } = readList(rows, { ...readingOf(rows), labels: { ref: 0, claimedName: 2 } });
    expect(
      linesOfJson(lines)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { identities: { emails: ['ada@example.com'] }, ref: 'customer-7', claimedName: 'Ada Example' },
      { identities: { emails: ['robin@example.com'] } },
    ]);
    expect(linesOfJson(readList(rows, readingOf(rows)).lines)).not.toContain('Ada');
    const said = readTable('email;shop;land\nada@example.com;Sample Ltd;DE');
    const { lines: all } = readList(said, { ...readingOf(said), labels: { claimedCompany: 1, claimedCountry: 2 } });
    expect(JSON.parse(linesOfJson(all))).toMatchObject({ ref: 'line 2', claimedCompany: 'Sample Ltd', claimedCountry: 'DE' });
  });

  it('keeps what was chosen of columns only while there are several: a plain list is no reference of itself', () => {
    const chosen = { kind: 'username', labels: { ref: 0 }, columns: [1, 2] } as const;
    expect(chosenReading(readTable('a;b;c'), chosen)).toMatchObject(chosen);
    expect(chosenReading(readTable('ada\nrobin'), chosen)).toEqual({ hasHeader: false, kind: 'username', labels: {}, columns: [0] });
  });

  it('without a known column of identities reads none until one is chosen', () => {
    const rows = readTable('id;ref\nada;robin');
    expect(readingOf(rows)).toEqual({ hasHeader: true, kind: 'any', columns: [], labels: {} });
    expect(readList(rows, chosenReading(rows, { columns: [1] })).lines).toMatchObject([{ identities: { usernames: ['robin'] } }]);
    expect(readingOf(readTable('ada@example.com;Ada'))).toMatchObject({ hasHeader: false, columns: [] });
  });

  it('is refused by its lines, not by positions among what was sent', () => {
    const { lines } = listOf('ada@example.com\n\n+999123');
    const error = new ApiFailure({
      status: 400,
      code: 'invalid_batch',
      message: 'items.1: …',
      details: { invalid: 1, faults: [{ index: 1, code: 'invalid_phone', message: 'identities.phones.0: That is not valid.' }] },
    });
    expect(refusedLines(error, lines)).toEqual({ faults: [{ line: 3, reason: 'That is not valid' }], count: 1 });
    expect(refusedLines(new ApiFailure({ status: 402, code: 'insufficient_credits', message: 'No.' }), lines)).toBeNull();
  });
});

describe('how often a batch is read again', () => {
  const NONE = { waiting: 0, running: 0, finished: 0, refused: 0, invalid: 0, cancelled: 0, deleted: 0, erased: 0 };
  it.each([
    ['running', { waiting: 3, running: 2 }, 2_000],
    ['running', { waiting: 90, running: 10 }, 10_000],
    ['running', { waiting: 9_000, running: 10 }, 15_000],
    ['cancelled', { running: 1 }, 2_000],
    ['paused', { waiting: 5 }, 15_000],
    ['cancelled', {}, false],
    ['finished', {}, false],
  ] as const)('%s, with %j left: %j', (status, counts, expected) => {
    expect(refreshMsOf({ status, counts: { ...NONE, ...counts } })).toBe(expected);
  });
});
