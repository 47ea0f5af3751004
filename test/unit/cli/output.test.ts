import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'csv-parse/sync';
import { chooseOutput } from '../../../src/cli/output-option.js';
import { printFields, printForm, printLists, printRecord, takesColours } from '../../../src/cli/output.js';
import { progressBar } from '../../../src/cli/progress.js';

describe('colours', () => {
  it.each([
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
    [false, { CI: 'true' }, false],
    [undefined, { COLORTERM: 'truecolor' }, false],
  ])('a stream whose isTTY is %s, with %j: %s', (isTTY, env, expected) => {
    expect(takesColours({ isTTY } as { isTTY?: boolean }, env)).toBe(expected);
  });
});

/** What is written to a stream that says of itself whether it is a terminal. */
function stream(isTTY: boolean) {
  let text = '';
  const target = new Writable({
    write(part, _, done) {
      text += String(part);
      done();
    },
  });
  return { target: Object.assign(target, { isTTY, columns: 80 }) as unknown as NodeJS.WriteStream, text: () => text };
}

describe('the progress bar', () => {
  it('gives the cursor back when it is stopped, however often', () => {
    const { target, text } = stream(true);
    const bar = progressBar('platforms', target);
    bar.update({ planned: 10, ended: 3 });
    expect(text()).toContain('\u001b[?25l');
    bar.stop();
    bar.stop();
    expect(text().lastIndexOf('\u001b[?25h')).toBeGreaterThan(text().lastIndexOf('\u001b[?25l'));
  });

  it('writes nothing where no terminal is', () => {
    const { target, text } = stream(false);
    const bar = progressBar('platforms', target);
    bar.update({ planned: 10, ended: 3 });
    bar.stop();
    expect(text()).toBe('');
  });
});

describe('a record', () => {
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  afterEach(() => {
    vi.restoreAllMocks();
    if (isTTY) Object.defineProperty(process.stdout, 'isTTY', isTTY);
    else Reflect.deleteProperty(process.stdout, 'isTTY');
  });

  it.each([
    [true, /account id +acc_1\n +scopes +lookups, webhooks\n$/],
    [false, /^\{"accountId":"acc_1","scopes":\["lookups","webhooks"\]\}\n$/],
  ])('on a terminal (%s) it is read by people, else by programs', (onTerminal, expected) => {
    let received = '';
    Object.defineProperty(process.stdout, 'isTTY', { value: onTerminal, configurable: true });
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (received += String(text)).length > 0);
    printRecord({ accountId: 'acc_1', scopes: ['lookups', 'webhooks'] });
    expect(received).toMatch(expected);
  });
});

describe('--output', () => {
  afterEach(() => {
    chooseOutput();
    vi.restoreAllMocks();
  });

  /** What is printed in a format; tests have no terminal. */
  function printed(format: string | undefined, print: () => void): string {
    let received = '';
    chooseOutput(format);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (received += String(text)).length > 0);
    print();
    return received;
  }

  it('csv: a line of the columns, cells quoted as in RFC 4180, formulas and control characters disarmed', () => {
    const rows = [
      { id: 1, name: 'Ada, "the first"', at: new Date(0), tags: ['a', 'b'], note: null },
      { id: 2, name: '=1+1\u001b[31m', at: null, tags: [], note: { seen: true } },
    ];
    const text = printed('csv', () => printFields(rows, ['id', 'name', 'at', 'tags', 'note']));
    expect(text.split('\r\n')).toEqual([
      'id,name,at,tags,note',
      '1,"Ada, ""the first""",1970-01-01T00:00:00.000Z,a b,',
      `2,'=1+1 [31m,,,"{""seen"":true}"`,
      '',
    ]);
    expect(parse(text)).toHaveLength(3);
  });

  it('csv has the line of columns where nothing was found', () => {
    expect(printed('csv', () => printFields<{ id: number }>([], ['id']))).toBe('id\r\n');
  });

  it('csv of one record is one row of its fields; json one line; a table is printed into pipes too', () => {
    const print = () => printRecord({ accountId: 'acc_1', used: 3 });
    expect(printed('csv', print)).toBe('accountId,used\r\nacc_1,3\r\n');
    expect(printed('json', print)).toBe('{"accountId":"acc_1","used":3}\n');
    expect(printed('table', print)).toMatch(/account id +acc_1\n +used +3\n$/);
    expect(printed(undefined, print)).toBe('{"accountId":"acc_1","used":3}\n');
  });

  it('lists of several kinds are one file of CSV, with the list of each row', () => {
    const hosts = [[{ host: 'h', since: 1 }], ['host', 'since']] as const;
    const print = () => printLists({ hosts, backoffs: [[{ since: 2, until: 3 }], ['since', 'until']] });
    expect(printed('csv', print)).toBe('list,host,since,until\r\nhosts,h,1,\r\nbackoffs,,2,3\r\n');
    expect(printed('json', print)).toBe('{"host":"h","since":1}\n{"since":2,"until":3}\n');
  });

  it('what the API answers as a whole is one line of JSON, and rows otherwise', () => {
    const print = () => printFields([{ id: 1 }], ['id'], { total: 1, sources: [{ id: 1 }] });
    expect(printed('json', print)).toBe('{"total":1,"sources":[{"id":1}]}\n');
    expect(printed('csv', print)).toBe('id\r\n1\r\n');
  });

  it('what has a presentation of its own is text unless json or csv is wanted', () => {
    const print = () => printForm({ table: () => 'text\n', json: { all: 1 }, rows: [[{ a: 1 }], ['a']] });
    const all = [undefined, 'table', 'json', 'csv'].map((format) => printed(format, print));
    expect(all).toEqual(['text\n', 'text\n', '{\n  "all": 1\n}\n', 'a\r\n1\r\n']);
  });
});
