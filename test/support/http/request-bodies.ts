/** A body that each operation accepts, by its name: what every operation refuses is tested with it. */
import { MODEL_VERSION } from '../../../src/facts/risk/signals.js';
import { OPERATIONS, type Operation } from './operations.js';

const PASSKEY = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON: 'a' } };
const BODIES: Readonly<Record<string, object | undefined>> = {
  priceLookupV2: { identities: { usernames: ['ada-example'] } },
  searchLookups: { kind: 'lookup' },
  exportLookups: { kind: 'lookup' },
  disputeResult: { platform: 'site-0001' },
  setLookupOutcome: { outcome: 'fraud' },
  recordOutcomes: { outcomes: [{ lookupId: 'lkp_00000000000000000000000000', outcome: 'fraud' }] },
  chooseRiskModel: { modelVersion: MODEL_VERSION },
  createApiKey: { name: 'batch' },
  createInvitation: { email: 'ada@example.com' },
  createErasure: { identity: { username: 'ada-example' } },
  replacePurposes: { purposes: ['fraud'], required: false },
  setRetention: { days: 90 },
  createSuppression: { type: 'username', value: 'ada-example', proof: 'a letter' },
  createWebhookEndpoint: { url: 'https://example.com/events' },
  updateAccount: { name: 'Bank of Examples' },
  recoverWebhookEndpoint: { since: '2030-01-01T00:00:00Z' },
  deleteAccount: { confirm: 'ada@example.com' },
  changeMemberRole: { role: 'member' },
  requestSignInCode: { email: 'ada@example.com' },
  signInWithCode: { code: '123456' },
  signInWithLink: { token: 'token' },
  beginOpenIdSignIn: { recent: false },
  acceptInvitation: { token: 'token' },
  signInWithPasskey: { response: PASSKEY },
  addPasskey: { name: 'key', response: PASSKEY },
  searchAccounts: { search: 'example' },
  changePlan: { plan: 'growth' },
  setQuota: { quota: 1 },
  topUp: { amountMillicents: 1, reference: 'invoice 1' },
  switchPlatformOff: { reason: 'it changed' },
  setControlAccount: { identity: 'ada-example' },
};
const EXAMPLES: Readonly<Record<string, Operation | undefined>> = OPERATIONS;

export const bodyOf = (operationId: string): object => BODIES[operationId] ?? EXAMPLES[operationId]?.body ?? {};
