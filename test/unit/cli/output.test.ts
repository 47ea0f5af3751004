import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { printRecord, takesColours } from '../../../src/cli/output.js';
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
