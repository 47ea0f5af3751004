import { describe, expect, it } from 'vitest';
import { isBrokenOff, isOutage, isRefusedData } from '../../../../src/kernel/values/errors.js';

const fault = (code: unknown, cause?: unknown) => Object.assign(new Error('a fault', { cause }), { code });

describe('a fault of our own database', () => {
  it.each([
    ...['08000', '08006', '53300', '53200', '57P01', '57P02', '57P03', '40001', '40P01', '25006'],
    ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'unavailable'],
  ])('%s is an outage, also where another error hides it', (code) => {
    expect(isOutage(fault(code))).toBe(true);
    expect(isOutage(new Error('failed query', { cause: fault(code) }))).toBe(true);
    expect(isRefusedData(fault(code))).toBe(false);
  });

  it.each(['22021', '22P05', '23502', '23505'])('%s is refused data, and no outage', (code) => {
    expect([isOutage(fault(code)), isRefusedData(new Error('failed query', { cause: fault(code) }))]).toEqual([false, true]);
  });

  it.each(['57014', '25P03'])('%s is a statement broken off at a limit, and no outage: a step that is too much is given up', (code) => {
    const thrown = new Error('failed query', { cause: fault(code) });
    expect([isBrokenOff(thrown), isOutage(thrown), isRefusedData(thrown)]).toEqual([true, false, false]);
  });

  it.each(['42P01', '42703', '08', '4000', 'ENOENT', 14, null, undefined])('%s is neither', (code) => {
    expect([isOutage(fault(code)), isRefusedData(fault(code))]).toEqual([false, false]);
  });

  it.each([null, undefined, 'ECONNREFUSED', { code: 'ECONNREFUSED' }])('%s is no error, and neither', (thrown) => {
    expect([isOutage(thrown), isRefusedData(thrown)]).toEqual([false, false]);
  });
});
