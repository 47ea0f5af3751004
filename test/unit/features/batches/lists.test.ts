/** A list as people have it is read alike by API, command line and page: whom it names, and which rows are nobody. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, NOT_UNICODE } from '../../../../src/kernel/values/decode-text.js';
import { readBatchFile } from '../../../../src/cli/batch-file.js';
import { readItems } from '../../../../src/features/batches/routes/shared/read-items.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { readPeople } from '../../../../src/kernel/identity/columns.js';
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
  const rows = readPeople(table);
  const { lines, faults, repeated } = readList(rows, readingOf(rows));
  return { people: lines.map(({ identities }) => sent(identities)), refused: faults.length, repeated: repeated.length };
}

describe('a file in another encoding', () => {
  const TABLE = 'email;Name\r\njürgen@example.com;Jürgen\r\n';
  it.each(['utf8', 'utf16le'] as const)('is read: %s', async (encoding) => {
    const bytes = Buffer.from(`\ufeff${TABLE}`, encoding);
    expect(decodeText(bytes)).toBe(TABLE);
    expect(await byApi(bytes)).toMatchObject({ people: [{ emails: ['jürgen@example.com'] }], refused: 0 });
  });

  it.each([
    Buffer.from(TABLE, 'utf16le'),
    Buffer.from(`\ufeff${TABLE}`.split('').join('\0'), 'utf16le'),
    Buffer.from(TABLE, 'utf16le').swap16(),
  ])('is refused where nothing says in which: %#', async (bytes) => {
    expect(decodeText(bytes)).toBeNull();
    expect(await byApi(bytes)).toMatchObject({ people: [], refused: 1 });
  });

  it('is refused with what to do where nobody knows which', async () => {
    expect(decodeText(Buffer.from(TABLE, 'latin1'))).toBeNull();
    expect(await byApi(Buffer.from(TABLE, 'latin1'))).toMatchObject({ people: [] });
    expect(NOT_UNICODE).toContain('CSV UTF-8');
  });
});

const JANE = [{ emails: ['jane@example.com'], phones: ['+12025550143'] }];

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
      'several values in a cell of Google Contacts',
      'E-mail 1 - Value,Phone 1 - Value\njane@example.com ::: j.sample@example.org,+12025550143 ::: N/A\n',
      [{ emails: ['jane@example.com', 'j.sample@example.org'], phones: ['+12025550143'] }],
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
    ['Mailchimp', 'Email Address,First Name,Phone Number,OPTIN_IP\njane@example.com,Jane,+12025550143,192.0.2.1\n', JANE],
    ['Salesforce', '"Contact ID","Email","MobilePhone","HomePhone"\n"003x","jane@example.com","+12025550143",""\n', JANE],
    ['WooCommerce', 'order_id,billing_email,billing_phone\n12,jane@example.com,+12025550143\n', JANE],
    [
      'Google Contacts in German',
      'Vorname,E-Mail 1 - Bezeichnung,E-Mail 1 - Wert,Telefon 1 - Wert\nJane,Privat,jane@example.com,+12025550143\n',
      JANE,
    ],
    ['Outlook in Spanish', 'Nombre,Dirección de correo electrónico,Teléfono móvil\nJane,jane@example.com,+12025550143\n', JANE],
    ['Polish names', 'Adres e-mail;Telefon komórkowy\njane@example.com;+12025550143\n', JANE],
    ['Turkish capitals', 'E-POSTA;TELEFON NUMARASI\njane@example.com;+12025550143\n', JANE],
    ['Russian names', 'Электронная почта;Телефон\njane@example.com;+12025550143\n', JANE],
    ['Japanese names', 'メールアドレス,電話番号\njane@example.com,+12025550143\n', JANE],
    ['marks around names', '\u200bE_MAIL*,Téle\u0301phone (required):\njane@example.com,+12025550143\n'.replace('é', 'e'), JANE],
    ['returns alone', 'email,phone\rjane@example.com,+12025550143\r', JANE],
    ['line ends of three kinds, and delimiters behind each', 'email;phone;;\r\n;;;\rjane@example.com;+12025550143;;\n', JANE],
    ['a quoted line that names the separator', '"sep=;"\nemail;phone\njane@example.com;+12025550143\n', JANE],
    [
      'marks of bytes in the middle',
      'email\njane@example.com\n\ufeffada@example.com\n',
      [{ emails: ['jane@example.com'] }, { emails: ['ada@example.com'] }],
    ],
    [
      'apostrophes and links',
      "email\n'jane@example.com\n'ada@example.com'\nmailto:bob@example.com\n",
      ['jane', 'ada', 'bob'].map((name) => ({ emails: [`${name}@example.com`] })),
    ],
    ['a byte order mark', '\ufeffemail\njane@example.com\n', [{ emails: ['jane@example.com'] }]],
  ])('with %s names whom it names', async (_, table, people) => {
    expect(await read(table)).toMatchObject({ people, refused: 0 });
  });

  it.each(['N/A', 'null', 'None', '-', '#N/A', '(leer)', 'NA', '#REF!', '#NV', '#¿NOMBRE?', '#VÄRDEFEL!'])(
    'does not take %s for a name, and reads the rest of its row',
    async (cell) => {
      expect(await read(`email,username\njane@example.com,${cell}\n`)).toMatchObject({
        people: [{ emails: ['jane@example.com'] }],
        refused: 0,
      });
      expect((await read(`username\njanesample\n${cell}\n`)).people).toEqual([{ usernames: ['janesample'] }]);
    },
  );

  it.each(['1.55501E+10', 'https://example.com/jane', 't.me/jane', '192.0.2.1:443', 'https:example.com'])(
    'does not take %s for a name',
    async (cell) => {
      for (const column of ['identity', 'username'])
        expect(await read(`${column}\njanesample\n${cell}\n`)).toMatchObject({ people: [{ usernames: ['janesample'] }], refused: 1 });
    },
  );

  it.each(["'+12025550143", '="+12025550143"', 'whatsapp:+12025550143', '0012025550143', '\u202a+12025550143\u202c'])(
    'takes %j for a number',
    async (cell) => {
      const { people } = await read(`identity\n${cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell}\n`);
      expect(people.flatMap(({ phones = [] }) => phones).map((text) => parser.phone(text))).toEqual(['+12025550143']);
    },
  );

  it.each(['Vorname;Stadt\nJane;Berlin\n', 'jane@example.com;Jane\n', '1,jane@example.com\n2,ada@example.com\n', 'jane@example.com,\n'])(
    'of which no column is known names nobody: %j',
    async (table) => {
      expect(await read(table)).toMatchObject({ people: [], refused: 1 });
    },
  );

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

/** Each identity as the service takes it, in an order of its own; null for a person of whom one is not valid. */
function normalised(people: readonly Named[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const person of people) {
    const texts = Object.entries(person).flatMap(([field, values = []]) => {
      const kind = field.slice(0, -1) as 'email' | 'phone' | 'username' | 'ip';
      return values.map((value) => parser[kind](value)).map((value) => value && `${kind}:${value}`);
    });
    if (texts.every((text) => text !== null)) counts.set(JSON.stringify(texts.sort()), 1 + (counts.get(JSON.stringify(texts)) ?? 0));
  }
  return counts;
}

describe('a drawn table', () => {
  const HEADS = {
    email: ['E-Mail', 'email_address', 'Courriel'],
    phone: ['Telefon', 'Phone 1 - Value'],
    ip: ['IP'],
    none: ['Stadt', 'Note; "x"'],
  };
  const CELLS = {
    email: ['jane@example.com', 'Jane Sample <jane@example.com>', 'ada%40example.com', ' ada＠example.com', 'N/A', '', 'no address'],
    phone: ['+12025550143', "'+12025550143", '="+12025550143"', '0012025550143', 'tel:+1-202-555-0143', '(leer)', 'later'],
    ip: ['192.0.2.17', '2001:db8::1', '', '999.1.1.1'],
    none: ['Berlin', 'a;b', 'a "b", c', 'ü\nx', ''],
  };
  type Kind = keyof typeof HEADS;
  const kinds = fc
    .shuffledSubarray<Kind>(['email', 'phone', 'ip', 'none'], { minLength: 2 })
    .filter((drawn) => drawn.some((kind) => kind !== 'none'));
  const drawn = kinds.chain((chosen) =>
    fc.record({
      heads: fc.tuple(...chosen.map((kind) => fc.constantFrom(...HEADS[kind]))),
      rows: fc.array(fc.tuple(...chosen.map((kind) => fc.constantFrom(...CELLS[kind]))), { minLength: 1, maxLength: 8 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      quotesAll: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      names: fc.boolean(),
      encoding: fc.constantFrom('utf8', 'mark', 'utf16le'),
    }),
  );

  it('is read alike by API, command line and page, whatever its delimiter, quotes, encoding and order of columns', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ heads, rows, delimiter, quotesAll, lineEnd, names, encoding }) => {
        const quoted = (cell: string) => (quotesAll || /["\n;,|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
        const lines = [heads, ...rows].map((cells) => cells.map(quoted).join(delimiter));
        const text = [...(names ? [`sep=${delimiter}`] : []), ...lines].join(lineEnd);
        const bytes = Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`, encoding === 'utf16le' ? 'utf16le' : 'utf8');
        const content = decodeText(bytes) ?? '';
        const [api, command, page] = [await byApi(bytes), byCommand(content), byPage(content)];
        const people = normalised(api.people);
        expect(normalised(command.people)).toEqual(people);
        // The page sends what occurs more than once once.
        expect([...normalised(page.people).keys()].sort()).toEqual([...people.keys()].sort());
      }),
      { numRuns: 300 },
    );
  });
});
