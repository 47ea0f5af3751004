/** What is said of a list: which columns are read, what is wrong with rows, and where a name of a column is nobody's. */
import { describe, expect, it } from 'vitest';
import { readBatchFile } from '../../../../src/cli/batch-file.js';
import { column } from '../../../../src/cli/values.js';
import { readingOf, readingText, readList } from '../../../../src/dashboard/pages/batches/read-list.js';
import { describeReading, readPeople } from '../../../../src/kernel/identity/columns.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { faultSentences } from '../../../../src/kernel/identity/row-faults.js';

const parser = new LibraryIdentityParser();

describe('columns that somebody chose', () => {
  it('are read whatever their names, and believed', () => {
    const columns = column('username=2', column('email=3'));
    const { rows, invalid } = readBatchFile('Vorname;Konto;Post\nJane;null;jane@example.com\n', parser, columns);
    expect([rows.map(({ identities }) => identities), invalid]).toEqual([[{ usernames: ['null'], emails: ['jane@example.com'] }], []]);
  });

  it('are read from the first line on, where that is of a person', () => {
    const { rows, reading } = readBatchFile('jane@example.com;1\nada@example.com;2\n', parser, column('ref=2', column('email=1')));
    expect(rows.map(({ line, ref }) => [line, ref])).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
    expect(reading).toBe('2 rows: column 1 as e-mail, column 2 as reference');
  });

  it('hold what the person said, where somebody says so', () => {
    const columns = column('country=4', column('company=3', column('name=2', column('email=1'))));
    const { rows, reading } = readBatchFile('post;who;shop;land\nada@example.com;Ada;Sample Ltd;DE\n', parser, columns);
    expect(rows).toMatchObject([{ claimedName: 'Ada', claimedCompany: 'Sample Ltd', claimedCountry: 'DE' }]);
    expect(reading).toBe('1 row: column 1 as e-mail, column 2 as name, column 3 as company, column 4 as country');
  });

  it.each(['email', 'email=0', 'mail=1', '=1', 'email=1234'])('%s names none', (text) => {
    expect(() => column(text)).toThrow(/such as email=3/);
  });
});

describe('what was read', () => {
  it.each([
    [
      2,
      4,
      [
        [1, 'email'],
        [3, 'phone'],
      ],
      '2 rows: column 2 as e-mail, column 4 as phone; columns 1 and 3 not read',
    ],
    [1, 2, [[0, 'any']], '1 row: column 1 as any identity; column 2 not read'],
    [
      5_000,
      5,
      [
        [4, 'claimedName'],
        [0, 'ip'],
      ],
      '5,000 rows: column 5 as name, column 1 as IP address; columns 2, 3 and 4 not read',
    ],
  ] as const)('is a sentence: %i rows of %i columns', (rows, width, columns, text) => {
    expect(
      describeReading(
        rows,
        width,
        columns.map(([index, holds]) => ({ index, holds })),
      ),
    ).toBe(text);
  });

  it('is the same on the command line and in the page', () => {
    const table = 'Vorname;E-Mail;ref\nJane;jane@example.com;1\n';
    const rows = readPeople(table);
    expect(readingText(rows, readingOf(rows))).toBe(`${readBatchFile(table, parser).reading}.`);
    expect(readingText(readPeople('jane@example.com\n'), readingOf(readPeople('jane@example.com\n')))).toBeNull();
  });
});

describe('what is wrong with rows', () => {
  it('is said once for each fault, with the lines and the first text', () => {
    const faults = [3, 5, 7, 1_009].map((line) => ({ line, reason: 'is not a valid phone number', text: `0170/${line}` }));
    expect(faultSentences([...faults, { line: 9, reason: 'contains no identity' }])).toEqual([
      'lines 3, 5, 7 and 1,009: “0170/3” is not a valid phone number, and so on',
      'line 9: contains no identity',
    ]);
    expect(faultSentences(Array.from({ length: 300 }, (_, line) => ({ line, reason: 'contains no identity' })))).toEqual([
      'lines 0, 1, 2, 3, 4, 5, 6, 7 and 292 more: contains no identity',
    ]);
  });
});

describe('a plain list', () => {
  it.each([
    ['Kontakt\njane@example.com\nada@example.com\n', 1, /may be the name of a column/],
    ['email~phone\njane@example.com~1\nada@example.com~2\n', 1, /may be the name of a column/],
    ['Customers\n\nemail;phone\njane@example.com;+12025550143\n', 3, /names columns/],
  ])('takes no name of a column for somebody’s: %j', (text, line, reason) => {
    const expected = expect.objectContaining({ line, reason: expect.stringMatching(reason) as string }) as unknown;
    const rows = readPeople(text);
    expect(readBatchFile(text, parser).invalid).toContainEqual(expected);
    expect(readList(rows, readingOf(rows)).faults).toContainEqual(expected);
  });

  it.each(['janesample\njane@example.com\n', 'janesample\nada@example.com\n+12025550143\n', 'ada-example\njanesample\n'])(
    'of people is read whole: %j',
    (text) => {
      expect(readBatchFile(text, parser).invalid).toEqual([]);
    },
  );

  it('says why a number without a country code is none', () => {
    const { invalid } = readBatchFile('phone\n0170/1234567\n4,91512E+11\n', parser);
    expect(invalid.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('+ and the country code'),
      expect.stringContaining('digits are lost'),
    ]);
  });
});
