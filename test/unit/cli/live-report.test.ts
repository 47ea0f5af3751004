import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';

describe('the results of a live check on a terminal', () => {
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.resetModules();
    if (isTTY) Object.defineProperty(process.stdout, 'isTTY', isTTY);
    else Reflect.deleteProperty(process.stdout, 'isTTY');
  });

  it('have no remains of colours in the cells of their table', async () => {
    // Colours are decided when the module is loaded.
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
    vi.stubEnv('TERM', 'xterm').stubEnv('NO_COLOR', '');
    vi.resetModules();
    const { printLiveChecks } = await import('../../../src/cli/live-report.js');
    let received = '';
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (received += String(text)).length > 0);
    printLiveChecks([
      {
        platform: 'a',
        queryType: 'email',
        state: 'healthy',
        checkedOn: '2030-01-02',
        explanation: 'the known account reads registered',
        latencyMs: 120,
      },
    ]);
    expect(stripVTControlCharacters(received)).toMatch(/^ +a +email +healthy +the known account/m);
  });
});
