/** A list as people have it is read alike by API, command line and page: whom it names, and which rows are nobody. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { column } from '../../../../src/cli/values.js';
import { decodeText, NOT_UNICODE } from '../../../../src/kernel/values/decode-text.js';
import { readBatchFile } from '../../../../src/cli/batch-file.js';
import { readItems } from '../../../../src/features/batches/routes/read-items.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { readTable } from '../../../../src/kernel/values/read-csv.js';
import { readingOf, readList } from '../../../../src/dashboard/pages/batches/read-list.js';

const parser = new LibraryIdentityParser();
type Named = Partial<Record<'emails' | 'phones' | 'usernames' | 'ips', readonly string[] | undefined>>;

/** Identities as each place sends them, or reads them. */
const sent = (identities: Named): Named => Object.fromEntries(Object.entries(identities).filter(([, texts]) => texts !== undefined));

async function byApi(table: string | Buffer) {
  async function* bytes() {
    yield typeof table === 'string' ? Buffer.from(table) : table;
  }
  const items = [];
  try {
    for await (const item of readItems({ type: 'text/csv', bytes: bytes() }, createHash('sha256'), parser)) items.push(item);
  } catch {
    return { people: [], refused: 1, repeated: 0 };
  }
  const people = items
    .flatMap((item) => ('identities' in item && item.identities ? [sent(item.identities)] : []))
    .filter((each) => Object.keys(each).length > 0);
  return { people, refused: items.length - people.length, repeated: 0 };
}
function byCommand(table: string) {
  const { rows, invalid } = readBatchFile(table, parser);
  return { people: rows.map(({ identities }) => sent(identities)), refused: invalid.length, repeated: 0 };
}
function byPage(table: string) {
  const rows = readTable(table);
  const { lines, faults, repeated } = readList(rows, readingOf(rows));
  return { people: lines.map(({ identities }) => sent(identities)), refused: faults.length, repeated: repeated.length };
}

describe('columns that somebody chose', () => {
  it('are read whatever their names, and believed', () => {
    const columns = column('username=2', column('email=3'));
    const { rows, invalid } = readBatchFile('Vorname;Konto;Post\nJane;null;jane@example.com\n', parser, columns);
    expect([rows.map(({ identities }) => identities), invalid]).toEqual([[{ usernames: ['null'], emails: ['jane@example.com'] }], []]);
  });

  it.each(['email', 'email=0', 'mail=1', '=1', 'email=1234'])('%s names none', (text) => {
    expect(() => column(text)).toThrow(/such as email=3/);
  });
});

describe('a file in another encoding', () => {
  const TABLE = 'email;Name\r\njürgen@example.com;Jürgen\r\n';
  it.each(['utf8', 'utf16le'] as const)('is read: %s', async (encoding) => {
    const bytes = Buffer.from(`\ufeff${TABLE}`, encoding);
    expect(decodeText(bytes)).toBe(TABLE);
    expect(await byApi(bytes)).toMatchObject({ people: [{ emails: ['jürgen@example.com'] }], refused: 0 });
  });

  it('is refused with what to do where nobody knows which', async () => {
    expect(decodeText(Buffer.from(TABLE, 'latin1'))).toBeNull();
    expect(await byApi(Buffer.from(TABLE, 'latin1'))).toMatchObject({ people: [] });
    expect(NOT_UNICODE).toContain('CSV UTF-8');
  });
});

describe.each([
  ['API', byApi],
  ['command line', byCommand],
  ['page', byPage],
] as const)('a list that the %s reads', (_, read) => {
  it.each([
    [
      'a German spreadsheet',
      'Benutzername;E-Mail-Adresse\njanesample;jane@example.com\n',
      [{ usernames: ['janesample'], emails: ['jane@example.com'] }],
    ],
    ['bars', 'username|name\njanesample|Jane\n', [{ usernames: ['janesample'] }]],
    [
      'a line that names the separator',
      'sep=;\r\nemail;phone\r\njane@example.com;+12025550143\r\n',
      [{ emails: ['jane@example.com'], phones: ['+12025550143'] }],
    ],
    [
      'names with _',
      'email_address,phone_number,ip_address\njane@example.com,+12025550143,192.0.2.1\n',
      [{ emails: ['jane@example.com'], phones: ['+12025550143'], ips: ['192.0.2.1'] }],
    ],
    [
      'Google Contacts',
      'First Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value\nJane,* Work,jane@example.com,+12025550143\n',
      [{ emails: ['jane@example.com'], phones: ['+12025550143'] }],
    ],
    [
      'Outlook',
      'First Name,E-mail Address,E-mail 2 Address,Mobile Phone\nJane,jane@example.com,,+12025550143\n',
      [{ emails: ['jane@example.com'], phones: ['+12025550143'] }],
    ],
    [
      'a French export',
      'Nom;Adresse e-mail;Téléphone\nJane;jane@example.com;+12025550143\n',
      [{ emails: ['jane@example.com'], phones: ['+12025550143'] }],
    ],
    ['a byte order mark', '\ufeffemail\njane@example.com\n', [{ emails: ['jane@example.com'] }]],
  ])('with %s names whom it names', async (_, table, people) => {
    expect(await read(table)).toMatchObject({ people, refused: 0 });
  });

  it.each(['N/A', 'null', 'None', '-', '#N/A', '(leer)', 'NA', '#REF!'])(
    'does not take %s for a name, and reads the rest of its row',
    async (cell) => {
      expect(await read(`email,username\njane@example.com,${cell}\n`)).toMatchObject({
        people: [{ emails: ['jane@example.com'] }],
        refused: 0,
      });
      expect((await read(`username\njanesample\n${cell}\n`)).people).toEqual([{ usernames: ['janesample'] }]);
    },
  );

  it.each(['1.55501E+10', 'https://example.com/jane', 't.me/jane'])('does not take %s for a name', async (cell) => {
    for (const column of ['identity', 'username'])
      expect(await read(`${column}\njanesample\n${cell}\n`)).toMatchObject({ people: [{ usernames: ['janesample'] }], refused: 1 });
  });

  it.each(["'+12025550143", '="+12025550143"', 'whatsapp:+12025550143', '0012025550143', '\u202a+12025550143\u202c'])(
    'takes %j for a number',
    async (cell) => {
      const { people } = await read(`identity\n${cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell}\n`);
      expect(people.flatMap(({ phones = [] }) => phones).map((text) => parser.phone(text))).toEqual(['+12025550143']);
    },
  );

  it('of which no column is known names nobody', async () => {
    expect(await read('Vorname;Stadt\nJane;Berlin\n')).toMatchObject({ people: [], refused: 1 });
  });

  it('whatever it holds, has a person, a refusal or a repetition for each row', async () => {
    const cell = fc.oneof(
      fc.constantFrom('jane@example.com', '+12025550143', 'N/A', '1.5E+10', '', '"', "'", 'x y', ';', '\u200b'),
      fc.string({ maxLength: 12 }),
    );
    const table = fc.tuple(fc.constantFrom(',', ';', '\t', '|'), fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(table, async ([delimiter, drawn]) => {
        const text = [`email${delimiter}identity`, ...drawn.map((cells) => cells.join(delimiter))].join('\n');
        const rows = readTable(text).length - 1;
        const found = await read(text);
        expect(found.people.length + found.refused + found.repeated).toBe(rows);
      }),
    );
  });
});
