import { describe, expect, it } from 'vitest';
import { assertCapable } from '../../../src/wiring/temporal.js';
import { ConfigError } from '../../../src/kernel/config/env.js';
import type { TemporalClient } from '../../../src/kernel/temporal/connection.js';

function serverWith(capabilities: object | undefined): TemporalClient {
  return {
    connection: { workflowService: { describeNamespace: async () => ({ namespaceInfo: { capabilities } }) } },
  } as unknown as TemporalClient;
}

describe('an engine that single checks cannot run on', () => {
  it.each([{ standaloneActivities: false }, {}, undefined])('is refused in one sentence that says what to do: %j', async (capabilities) => {
    const refusal = assertCapable(serverWith(capabilities), 'default');
    await expect(refusal).rejects.toBeInstanceOf(ConfigError);
    await expect(refusal).rejects.toThrow(/^[^\n]*TEMPORAL_ADDRESS[^\n]*1\.31 or newer[^\n]*$/);
  });

  it('is told from one that they can', async () => {
    await expect(assertCapable(serverWith({ standaloneActivities: true }), 'default')).resolves.toBeUndefined();
  });
});
