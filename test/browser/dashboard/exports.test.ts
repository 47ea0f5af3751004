/** Lists of five hundred rows as programs export them, from the file to the results in the page: each person is billed once, nobody else. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';
import { sharedDashboard } from '../../support/dashboard.js';

const ROWS = 500;

interface Person {
  /** Place in the file; one in 25 repeats the row before, another holds nothing. */
  readonly n: number;
  readonly email: string;
  readonly phone: string;
}

/** What each program writes for a person: columns in the order and under the names that it has, cells as it has them. */
interface Export {
  readonly from: string;
  readonly header: readonly string[];
  readonly cells: (person: Person) => readonly string[];
  readonly delimiter?: string;
  readonly encoding?: 'utf16le';
  readonly read: string;
}

const blank = (count: number): string[] => Array<string>(count).fill('');
const kept = (phone: string): string => phone && `'${phone}`;

const EXPORTS: readonly Export[] = [
  {
    from: 'Excel in German',
    header: ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefonnummer', 'Ort'],
    cells: ({ email, phone, n }) => ['Jana', `Beispiel; ${n}`, email || '#NV', phone.replace('+', '00'), 'Berlin'],
    delimiter: ';',
    read: 'column 3 as e-mail, column 4 as phone; columns 1, 2 and 5 not read.',
  },
  {
    from: 'Excel in English',
    header: ['First Name', 'Email', 'Phone', 'Notes'],
    cells: ({ email, phone, n }) => ['Jane', email || '#N/A', phone && `="${phone}"`, `called twice,\nsaid "${n}"`],
    read: 'column 2 as e-mail, column 3 as phone; columns 1 and 4 not read.',
  },
  {
    from: 'Excel in French, as Unicode text',
    header: ['Prénom', 'Adresse e-mail', 'Téléphone portable'],
    cells: ({ email, phone }) => ['Zoé', email || '(vide)', phone],
    delimiter: '\t',
    encoding: 'utf16le',
    read: 'column 2 as e-mail, column 3 as phone; column 1 not read.',
  },
  {
    from: 'Google Contacts',
    header: ['First Name', 'Last Name', 'Notes', 'Labels', 'E-mail 1 - Label', 'E-mail 1 - Value', 'Phone 1 - Label', 'Phone 1 - Value'],
    cells: ({ email, phone, n }) => {
      const values = n % 2 && email ? `${email} ::: other-${email}` : email;
      return ['Jane', '', '', '* myContacts', '* Work', values, 'Mobile', phone];
    },
    read: 'column 6 as e-mail, column 8 as phone; columns 1, 2, 3, 4, 5 and 7 not read.',
  },
  {
    from: 'Outlook',
    header: [
      'First Name',
      'Title',
      'Company',
      'Business Phone',
      'Home Fax',
      'Mobile Phone',
      'E-mail Address',
      'E-mail 2 Address',
      'E-mail Type',
    ],
    cells: ({ email, phone }) => ['Jane', '', 'Example, Inc.', '', '+12025550199', phone, email, '', 'SMTP'],
    read: 'column 4 as phone, column 6 as phone, column 7 as e-mail, column 8 as e-mail; columns 1, 2, 3, 5 and 9 not read.',
  },
  {
    from: 'Shopify',
    header: ['Customer ID', 'First Name', 'Email', 'Accepts Email Marketing', 'Default Address Phone', 'Phone', 'Total Spent', 'Tags'],
    cells: ({ email, phone, n }) => [`'${7_000_000 + n}`, 'Jane', email, 'yes', '', kept(phone), '79.80', 'vip, newsletter'],
    read: 'column 3 as e-mail, column 5 as phone, column 6 as phone; columns 1, 2, 4, 7 and 8 not read.',
  },
  {
    from: 'Stripe',
    header: ['id', 'Description', 'Email', 'Name', 'Created (UTC)', 'Delinquent', 'Card ID'],
    cells: ({ email, n }) => [`cus_${n}`, '', email, 'Jane Sample', '2026-11-02 10:00', 'false', ''],
    read: 'column 3 as e-mail, column 1 as reference; columns 2, 4, 5, 6 and 7 not read.',
  },
  {
    from: 'HubSpot',
    header: ['Record ID', 'First Name', 'Email', 'Phone Number', 'WhatsApp Phone Number', 'Contact owner', 'Lead Status', 'Create Date'],
    cells: ({ email, phone, n }) => [`${51_000 + n}`, 'Jane', email, phone, ...blank(3), '2026-11-02 10:00'],
    read: 'column 3 as e-mail, column 4 as phone, column 5 as phone; columns 1, 2, 6, 7 and 8 not read.',
  },
];

function people(): { rows: Person[]; different: number; empty: number; repeated: number } {
  const rows: Person[] = [];
  let [empty, repeated] = [0, 0];
  for (let n = 0; n < ROWS; n += 1) {
    const before = rows[n - 1];
    if (n % 25 === 13 && before) repeated += rows.push(before) && 1;
    else if (n % 25 === 7) empty += rows.push({ n, email: '', phone: '' }) && 1;
    else rows.push({ n, email: `person-${n}@example.com`, phone: n < 100 ? `+1202555${String(100 + n).padStart(4, '0')}` : '' });
  }
  return { rows, different: ROWS - empty - repeated, empty, repeated };
}

function fileOf({ header, cells, delimiter = ',', encoding }: Export, rows: readonly Person[]): Buffer {
  const quoted = (cell: string): string => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = [header, ...rows.map(cells)].map((row) => row.map(quoted).join(delimiter)).join('\r\n');
  return Buffer.from(`\ufeff${text}\r\n`, encoding ?? 'utf8');
}

describe('a list of five hundred rows', () => {
  const dashboard = sharedDashboard({ lookups: true, sites: 5 });

  it.each(EXPORTS)('of $from is read, looked up and shown; each person is billed once', { timeout: 400_000 }, async (each) => {
    const { rows, different, empty, repeated } = people();
    const { service } = dashboard();
    const { accountId } = await service.account('higher_volume', { quota: 2_000 });
    const page = await dashboard().openPage({ signedInAs: accountId, path: '/batches/new' });
    await page.getByLabel('File with identities').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: fileOf(each, rows) });
    await page.getByText(`${ROWS} rows: ${each.read}`).waitFor();
    const picture = async (step: string): Promise<void> => {
      const folder = join(PROJECT_ROOT, 'test-results/exports');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${each.from.replaceAll(/\W+/g, '-')}-${step}.png`) });
    };
    await picture('read');
    await page.getByRole('button', { name: `Look up ${different} lines`, exact: true }).click();
    await page.waitForURL(/\/batches\/bat_/);
    await page.getByText(`${different} of ${different} lines finished.`).waitFor({ timeout: 300_000 });
    await picture('results');
    const [billed] = await service.sql<{ count: number }[]>`SELECT count(*)::int FROM usage_ledger WHERE account_id = ${accountId}`;
    expect(billed?.count).toBe(different);
    expect(different + empty + repeated).toBe(ROWS);
    const looked = await service.sql<
      { email: string }[]
    >`SELECT DISTINCT subjects->>'email' AS email FROM lookups WHERE account_id = ${accountId}`;
    expect(looked.map(({ email }) => email).sort()).toEqual([...new Set(rows.flatMap(({ email }) => email || []))].sort());
  });
});
