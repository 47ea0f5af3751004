/** Whatever a page or a key can do, a command can: derived from the table of routes. */
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../src/features/route.js';
import { everyRoute } from '../../../src/api/routes.js';
import { ON_DATABASE } from '../../../src/kernel/values/commands-on-database.js';
import { COMMANDS, createProgram } from '../../../src/main/program.js';
import { actionsOf } from '../../support/program-actions.js';

const PROGRAM = await createProgram('0.0.0', Object.keys(COMMANDS));

/** The command that does the same as an operation. */
const BY_COMMAND: Readonly<Record<string, string>> = {
  listPlatforms: 'platforms',
  listPlatformStatus: 'platforms',
  getPlatform: 'catalogue health',
  listSources: 'sources',
  createLookup: 'lookup',
  streamLookup: 'lookup',
  createLookupV2: 'lookup',
  streamLookupV2: 'lookup',
  createLookupBatch: 'batch',
  createBatch: 'batch',
  listBatches: 'batches list',
  getBatch: 'batches show',
  getBatchResults: 'batches results',
  pauseBatch: 'batches pause',
  resumeBatch: 'batches resume',
  cancelBatch: 'batches cancel',
  listLookups: 'history',
  listLookupsV2: 'history',
  searchLookups: 'history',
  exportLookups: 'history --output',
  getLookup: 'lookup --id',
  getLookupV2: 'lookup --id',
  followLookupV2: 'lookup --id',
  checkIp: 'lookup --ip',
  checkEmail: 'lookup --details',
  checkPhone: 'lookup --details',
  getLookupEvidence: 'lookup --explain',
  listLookupOmissions: 'lookup --explain',
  deleteLookupV2: 'lookup delete',
  disputeResult: 'lookup dispute',
  listLookupDisputes: 'lookup disputes',
  getLookupOutcome: 'risk outcome',
  setLookupOutcome: 'risk outcome',
  recordOutcomes: 'risk outcomes',
  getRiskCalibration: 'risk calibration',
  chooseRiskModel: 'risk model',
  getAccount: 'account show',
  getAccountUsage: 'account usage',
  exportAccount: 'account export',
  deleteAccount: 'account delete',
  getAccountDeletion: 'account deletion',
  cancelAccountDeletion: 'account undelete',
  getPurposes: 'account purposes',
  replacePurposes: 'account purposes',
  updateAccount: 'account rename',
  previewRetention: 'retention --dry-run',
  setRetention: 'retention --confirm',
  listApiKeys: 'account show',
  createApiKey: 'key create',
  rollApiKey: 'key roll',
  revokeApiKey: 'key revoke',
  listMembers: 'member list',
  changeMemberRole: 'member role',
  removeMember: 'member remove',
  listInvitations: 'member list',
  createInvitation: 'member invite',
  revokeInvitation: 'member uninvite',
  listEmails: 'emails list',
  createErasure: 'erasure run',
  listErasures: 'erasure list',
  getErasure: 'erasure show',
  listSuppressions: 'suppressions list',
  createSuppression: 'suppressions add',
  deleteSuppression: 'suppressions remove',
  listAuditEntries: 'audit export',
  listWebhookEndpoints: 'webhook list',
  createWebhookEndpoint: 'webhook add',
  getWebhookEndpoint: 'webhook show',
  updateWebhookEndpoint: 'webhook change',
  deleteWebhookEndpoint: 'webhook delete',
  disableWebhookEndpoint: 'webhook disable',
  enableWebhookEndpoint: 'webhook enable',
  testWebhookEndpoint: 'webhook test',
  rotateWebhookSecret: 'webhook rotate-secret',
  listWebhookDeliveries: 'webhook deliveries',
  readWebhookStats: 'webhook stats',
  getWebhookDelivery: 'webhook delivery',
  resendWebhookDelivery: 'webhook resend',
  recoverWebhookEndpoint: 'webhook recover',
  listEvents: 'webhook events',
};

/** The command that does the same as an operator's operation, by its name in the audit log. */
const OPERATORS_COMMAND: Readonly<Record<string, string>> = {
  listAccounts: 'operate accounts',
  searchAccounts: 'operate accounts --search',
  readAccount: 'operate account',
  changePlan: 'account plan',
  setQuota: 'account quota',
  topUp: 'account top-up',
  suspendAccount: 'account suspend',
  resumeAccount: 'account resume',
  listDisabledPlatforms: 'operate platform list',
  switchPlatformOff: 'operate platform off',
  switchPlatformOn: 'operate platform on',
  calibratePlatform: 'operate platform calibrate',
  listControlAccounts: 'catalogue controls list',
  setControlAccount: 'catalogue controls set',
  removeControlAccounts: 'catalogue controls remove',
  readQueues: 'operate queues',
  listUnfinishedLookups: 'operate unfinished',
  listUnfinishedDeliveries: 'operate deliveries',
  listCircuits: 'operate circuits',
  listSchedules: 'operate schedules',
  listRunningErasures: 'operate erasures',
  listDisputes: 'operate disputes',
};

/** Operations without a command, each with the reason. What is not of an account (signing in, sessions, passkeys) is not in the table. */
const WITHOUT: Readonly<Record<string, string>> = {
  listBatchItems: 'a page: `footprint batches results` has them all',
  priceLookupV2: 'for forms that show a price before a person presses a button; `usage` shows what was billed',
  getOwnApiKey: 'for programs: `footprint mcp` reads it, and `account show` has it',
  leaveAccount: 'a person leaves for themselves; `member remove` ends a membership',
};

/** Commands that need neither the API nor its database, or the database only if it can be reached. */
const ALONE = ['catalogue check', 'catalogue merge-reports', 'catalogue import', 'catalogue bundle', 'webhook listen', 'exit-codes'];

/** Expects that each word of a command is offered by the one before it. */
function expectOffered(name: string): void {
  let command: Command | undefined = PROGRAM;
  for (const word of name.split(' ')) {
    expect([...(command?.commands ?? []).map((each) => each.name()), ...(command?.options ?? []).map(({ long }) => long)], name).toContain(
      word,
    );
    command = command?.commands.find((each) => each.name() === word);
  }
}

const isSubset = (names: readonly string[], options: Command['options']): boolean =>
  names.every((name) => options.some(({ long }) => long === name));

describe('the command line', () => {
  const namesOf = (...audiences: Audience[]) =>
    everyRoute.flatMap((route) => (route.audiences.some((each) => audiences.includes(each)) ? [route.operationId] : []));
  const routes = namesOf('key', 'member');
  const operators = namesOf('operator');

  it.each(routes)('has a command for %s, or a reason why not', (operation) => {
    const name = BY_COMMAND[operation];
    if (name === undefined) return expect(WITHOUT[operation], `${operation} has no command`).toEqual(expect.stringMatching(/\w{3}/));
    expect(WITHOUT[operation]).toBeUndefined();
    expectOffered(name);
  });

  it.each(operators)('has a command for what operators do as %s', (action) => {
    expect(OPERATORS_COMMAND[action], `${action} has no command`).toBeDefined();
    expectOffered(OPERATORS_COMMAND[action] ?? '');
  });

  it('takes one way for each command: by a key, as an operator, on the database with its reason, or alone', () => {
    const onDatabase = Object.values(ON_DATABASE).flat();
    const asOperator = [...new Set(Object.values(OPERATORS_COMMAND).map((name) => name.replace(/ --.*/, '')))];
    // An account may have no key yet when its first endpoint is added: `webhook add --account` works on the database as well.
    const takesKey = ({ options }: Command) => ['--url --key', '--api --key'].some((pair) => isSubset(pair.split(' '), options));
    const ways = actionsOf(PROGRAM).map(([name, command]) => {
      const isAsOperator = asOperator.includes(name) && !onDatabase.includes(name);
      return [name, [takesKey(command), isAsOperator, onDatabase.includes(name), ALONE.includes(name)].filter(Boolean).length] as const;
    });
    expect(ways.filter(([, count]) => count !== 1)).toEqual([]);
    const names = ways.map(([name]) => name);
    expect(onDatabase.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(onDatabase).size).toBe(onDatabase.length);
  });

  it('says in its help which commands work on the database and why, as docs/cli.md does', () => {
    let help = '';
    const suspend = PROGRAM.commands.find((each) => each.name() === 'account')?.commands.find((each) => each.name() === 'suspend');
    suspend?.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp();
    expect(help).toContain('Works on the database, because the API may be down at that time.');
  });

  it('names no operation that does not exist', () => {
    expect([...Object.keys(BY_COMMAND), ...Object.keys(WITHOUT)].filter((operation) => !routes.includes(operation))).toEqual([]);
    expect(Object.keys(OPERATORS_COMMAND).filter((action) => !operators.includes(action))).toEqual([]);
  });
});
