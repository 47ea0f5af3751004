import type { components } from '../../clients/typescript/index.js';

/** What a key may do, as the API says. */
export type AgentKey = Pick<components['schemas']['OwnApiKey'], 'scopes' | 'monthlyLookups' | 'test'>;

/**
 * Why no agent is served with a key: whoever writes the texts that an agent reads may have it look people up, and the limit of its key says
 * how often that can be. Null: it is.
 */
export function refusalOfKey({ scopes, monthlyLookups, test }: AgentKey): string | null {
  if (test || monthlyLookups !== null || !scopes.includes('lookups:create')) return null;
  return (
    'This API key has no limit of its own: an agent could use up the whole allowance of the account. Create a key with a limit for it, per ' +
    'calendar month: `footprint key create --account ID --monthly-lookups 100`, or on the page "API keys".'
  );
}
