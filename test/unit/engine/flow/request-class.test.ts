import { describe, expect, it } from 'vitest';
import { isHighPriority, REQUEST_CLASSES, requestClassOf } from '../../../../src/engine/flow/request-class.js';

describe('the class of a request', () => {
  it.each([
    ['instant', 'instant', true],
    ['check', 'wait', true],
    ['wait', 'wait', true],
    ['stream', 'wait', true],
    ['async', 'async', false],
    ['batch', 'batch', false],
  ] as const)('of a lookup in mode %s is %s: whoever keeps a caller waiting goes first', (mode, requestClass, isFirst) => {
    expect(requestClassOf(mode)).toBe(requestClass);
    expect(isHighPriority(requestClass)).toBe(isFirst);
  });

  it('of a control that a verdict waits for goes before other lookups, and that of one ahead of time comes last of all', () => {
    expect([isHighPriority('control'), isHighPriority('calibration')]).toEqual([true, false]);
    expect(REQUEST_CLASSES.at(-1)).toBe('calibration');
  });
});
