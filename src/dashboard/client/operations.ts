/** Written by `npm run docs` from the table of routes (`src/api/routes.ts`). */

/** Operations that the audit log of an account can hold, by what they are about. */
export const AUDITED_OPERATIONS = {
  'Lookups': [
    'streamLookupV2', 'followLookupV2', 'listLookupsV2', 'searchLookups', 'exportLookups', 'createLookupV2',
    'priceLookupV2', 'getLookupV2', 'getLookupEvidence', 'disputeResult', 'listLookupDisputes', 'setLookupOutcome',
    'getLookupOutcome', 'recordOutcomes', 'listLookupOmissions', 'deleteLookupV2',
  ],
  'Risk': [
    'getRiskCalibration', 'chooseRiskModel',
  ],
  'Batches': [
    'createBatch', 'listBatches', 'getBatch', 'listBatchItems', 'getBatchResults', 'pauseBatch', 'resumeBatch',
    'cancelBatch',
  ],
  'Lookups of version 1': [
    'streamLookup', 'listLookups', 'createLookupBatch', 'createLookup', 'getLookup', 'checkEmail', 'checkPhone',
    'checkIp',
  ],
  'Account and keys': [
    'getAccount', 'updateAccount', 'getAccountUsage', 'listApiKeys', 'createApiKey', 'rollApiKey', 'revokeApiKey',
    'getOwnApiKey', 'listEmails', 'listAuditEntries',
  ],
  'People': [
    'listMembers', 'changeMemberRole', 'removeMember', 'leaveAccount', 'listInvitations', 'createInvitation',
    'revokeInvitation',
  ],
  'Privacy': [
    'createErasure', 'listErasures', 'getErasure', 'listSuppressions', 'createSuppression', 'deleteSuppression',
    'getPurposes', 'replacePurposes', 'previewRetention', 'setRetention', 'exportAccount', 'deleteAccount',
    'getAccountDeletion', 'cancelAccountDeletion',
  ],
  'Webhooks': [
    'listWebhookEndpoints', 'createWebhookEndpoint', 'getWebhookEndpoint', 'updateWebhookEndpoint',
    'deleteWebhookEndpoint', 'disableWebhookEndpoint', 'enableWebhookEndpoint', 'rotateWebhookSecret',
    'listWebhookDeliveries', 'readWebhookStats', 'getWebhookDelivery', 'resendWebhookDelivery', 'testWebhookEndpoint',
    'recoverWebhookEndpoint', 'listEvents',
  ],
  'Operator': [
    'readAccount', 'changePlan', 'setQuota', 'topUp', 'suspendAccount', 'resumeAccount',
  ],
} as const;

/** The role that a member needs; an operation that is not here serves every member. */
export const ROLE_NEEDED = {
  deleteLookupV2: 'admin', chooseRiskModel: 'admin', updateAccount: 'admin', listApiKeys: 'admin',
  createApiKey: 'admin', rollApiKey: 'admin', revokeApiKey: 'admin', listEmails: 'admin', listAuditEntries: 'admin',
  changeMemberRole: 'owner', removeMember: 'admin', listInvitations: 'admin', createInvitation: 'admin',
  revokeInvitation: 'admin', createErasure: 'admin', listErasures: 'admin', getErasure: 'admin',
  listSuppressions: 'admin', createSuppression: 'admin', deleteSuppression: 'admin', replacePurposes: 'admin',
  previewRetention: 'admin', setRetention: 'admin', exportAccount: 'owner', deleteAccount: 'owner',
  cancelAccountDeletion: 'owner', createWebhookEndpoint: 'admin', updateWebhookEndpoint: 'admin',
  deleteWebhookEndpoint: 'admin', disableWebhookEndpoint: 'admin', enableWebhookEndpoint: 'admin',
  rotateWebhookSecret: 'admin', resendWebhookDelivery: 'admin', testWebhookEndpoint: 'admin',
  recoverWebhookEndpoint: 'admin',
} as const;
