import { describe, expect, it } from 'vitest';
import { faultText } from '../../../src/wiring/lifecycle.js';

const EMAIL = 'ada@example.com';

describe('the last words of a process', () => {
  it.each<[string, Error]>([
    [
      'a fault that the database caused',
      new Error(`insert into accounts values ('${EMAIL}')`, {
        cause: Object.assign(new Error(`invalid: "${EMAIL}"`), { name: 'PostgresError', code: '22P02' }),
      }),
    ],
    ['the database itself', Object.assign(new Error(`invalid input syntax: "${EMAIL}"`), { name: 'PostgresError', code: '22P02' })],
  ])('%s: its code and where it was, and nothing of what was sent', (_, fault) => {
    const words = faultText(fault);
    expect(words).toMatch(/^The database refused a request or did not answer \(22P02\)\.\n +at /);
    expect(words).not.toContain(EMAIL);
  });

  it('any other fault is told whole', () => {
    expect(faultText(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /);
  });
});
