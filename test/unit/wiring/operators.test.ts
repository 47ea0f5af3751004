import { describe, expect, it } from 'vitest';
import { operatorsOf } from '../../../src/wiring/operators.js';
import { ConfigError, readConfig } from '../../../src/kernel/config/env.js';

const operators = (OPERATORS: string) => [...operatorsOf(readConfig({ OPERATORS }))];

describe('operators of the settings', () => {
  it('are addresses as those of people are stored: trimmed, in lower case, domains in punycode, each once', () => {
    expect(operators('Ada@Example.com , ada@example.com,bob@b\u00fccher.example')).toEqual([
      'ada@example.com',
      'bob@xn--bcher-kva.example',
    ]);
  });

  it('are nobody unless they are set', () => {
    expect(operatorsOf(readConfig({})).size).toBe(0);
    expect(operators('')).toEqual([]);
  });

  it('are refused at the start when one is not an address of a mailbox, without repeating it', () => {
    for (const address of ['ada@', 'ada@example..com', 'ada@@example.com'])
      expect(() => operators(`bob@example.com,${address}`)).toThrow(/^(?!.*ada).*OPERATORS/s);
    expect(() => operators('ada@example..com')).toThrow(ConfigError);
  });
});
