/** What the audit log records, in groups, and in words. */
import type { operations } from '../../../../clients/typescript/schema.js';
import type { operations as pageOperations } from '../../client/page-operations.js';
import { READING_ACTION } from '../../../features/audit/audit-log.js';
import { wordsOfOperation } from '../../client/format.js';

/** Operations, what is recorded where it is done (whoever signs in or joins is no member before), and a command that is no operation. */
type Action = Exclude<keyof operations, `on_${string}`> | keyof pageOperations | 'signIn' | 'joinAccount' | 'createSignInLink';

/** What an account's log can hold. Commands of operators have the same ids where they do the same. */
export const ACTIONS = {
  Lookups: [
    'createLookupV2',
    'streamLookupV2',
    'followLookupV2',
    'getLookupV2',
    'getLookupEvidence',
    'listLookupOmissions',
    'listLookupsV2',
    'searchLookups',
    'deleteLookupV2',
  ],
  Batches: ['createBatch', 'pauseBatch', 'resumeBatch', 'cancelBatch', 'listBatches', 'getBatch', 'listBatchItems', 'getBatchResults'],
  'Lookups of version 1': [
    'createLookup',
    'createLookupBatch',
    'streamLookup',
    'checkEmail',
    'checkPhone',
    'checkIp',
    'getLookup',
    'listLookups',
  ],
  Webhooks: [
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'disableWebhookEndpoint',
    'enableWebhookEndpoint',
    'rotateWebhookSecret',
    'testWebhookEndpoint',
    'recoverWebhookEndpoint',
    'resendWebhookDelivery',
    'listWebhookEndpoints',
    'getWebhookEndpoint',
    'listWebhookDeliveries',
    'getWebhookDelivery',
    'readWebhookStats',
  ],
  'Keys and people': [
    'createApiKey',
    'rollApiKey',
    'revokeApiKey',
    'listApiKeys',
    'createInvitation',
    'revokeInvitation',
    'listInvitations',
    'signIn',
    'joinAccount',
    'changeMemberRole',
    'removeMember',
    'leaveAccount',
    'listMembers',
  ],
  Privacy: [
    'createErasure',
    'getErasure',
    'listErasures',
    'createSuppression',
    'deleteSuppression',
    'listSuppressions',
    'replacePurposes',
    'getPurposes',
    'setRetention',
    'previewRetention',
    'exportAccount',
    'deleteAccount',
    'cancelAccountDeletion',
    'getAccountDeletion',
  ],
  Account: ['getAccount', 'updateAccount', 'getAccountUsage', 'listEmails', 'listAuditEntries'],
  Operator: ['createSignInLink', 'readAccount', 'changePlan', 'setQuota', 'topUp', 'suspendAccount', 'resumeAccount'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

const VERSION_1: ReadonlySet<string> = new Set(ACTIONS['Lookups of version 1']);

/** An action as the page names it. */
export const labelOfAction = (action: string): string =>
  VERSION_1.has(action) ? `${wordsOfOperation(action)} (v1)` : wordsOfOperation(action);

/** What came of it: `ok`, or the code of the error in words. */
export const wordsOfOutcome = (outcome: string): string => (outcome === 'ok' ? 'OK' : outcome.replaceAll('_', ' '));

/** Whether an action only reads. */
export const isReading = (action: string): boolean => new RegExp(READING_ACTION).test(action);
