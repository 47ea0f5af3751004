/** All commands. Only those that are named are loaded: help and lookups need no database driver. */
import { Command } from 'commander';
import { WRONG_USE } from '../kernel/values/exit-codes.js';
import { explainDatabase } from '../cli/on-database.js';
import { acceptOutput } from '../cli/output-option.js';

type Entry = readonly [description: string, load: () => Promise<Command>];

export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: ["store the API's address and your key for the other commands", async () => (await import('../cli/init-command.js')).initCommand()],
  lookup: ['look up an e-mail address, phone number or username', async () => (await import('../cli/lookup-command.js')).lookupCommand()],
  batch: ['look up every line of a file', async () => (await import('../cli/batch-command.js')).batchCommand()],
  batches: [
    'list batches; show, pause, resume or cancel one, and download its results',
    async () => (await import('../cli/batches-command.js')).batchesCommand(),
  ],
  report: ['export a lookup as one HTML file, as CSV or as JSON', async () => (await import('../cli/report-command.js')).reportCommand()],
  history: ['list the lookups of the account, newest first', async () => (await import('../cli/history-command.js')).historyCommand()],
  risk: [
    'report how lookups turned out, and calibrate the risk model with it',
    async () => (await import('../cli/risk-command.js')).riskCommand(),
  ],
  mcp: ['serve agents over the Model Context Protocol', async () => (await import('../cli/mcp-command.js')).mcpCommand()],
  sources: ['list the sources of the modules, with their state', async () => (await import('../cli/sources-command.js')).sourcesCommand()],
  platforms: ['list the platforms with their health', async () => (await import('../cli/platforms-command.js')).platformsCommand()],
  account: ['accounts', async () => (await import('../cli/account-commands.js')).accountCommand()],
  key: ['manage API keys', async () => (await import('../cli/account-commands.js')).keyCommand()],
  member: ['manage the members of an account', async () => (await import('../cli/people-commands.js')).memberCommand()],
  'sign-in': ['print a link that signs a person in', async () => (await import('../cli/people-commands.js')).signInCommand()],
  emails: ['show e-mails about an account', async () => (await import('../cli/emails-command.js')).emailsCommand()],
  suppressions: [
    'manage the suppression list: identities on it are never looked up',
    async () => (await import('../cli/suppressions-command.js')).suppressionsCommand(),
  ],
  audit: ['show the audit log: who looked up, read or changed what', async () => (await import('../cli/audit-command.js')).auditCommand()],
  retention: [
    'set the days after which finished lookups are deleted, and show what that would delete now',
    async () => (await import('../cli/retention-command.js')).retentionCommand(),
  ],
  erasure: [
    'erase an identity: count what would be deleted, then delete it',
    async () => (await import('../cli/erasure-command.js')).erasureCommand(),
  ],
  webhook: ['manage webhook endpoints and read their deliveries', async () => (await import('../cli/webhook-command.js')).webhookCommand()],
  flow: [
    'show workers, queues, limits and open circuit breakers of platforms',
    async () => (await import('../cli/flow-command.js')).flowCommand(),
  ],
  operate: [
    'operate the service: accounts, queues, circuits and schedules; disable and enable platforms',
    async () => (await import('../cli/operate-command.js')).operateCommand(),
  ],
  doctor: [
    'compare Postgres with Temporal, for example after a restore, and say what will happen',
    async () => (await import('../cli/doctor-command.js')).doctorCommand(),
  ],
  backup: ['write a backup of the database to a file', async () => (await import('../cli/backup-command.js')).backupCommand()],
  restore: [
    'restore a backup, and repeat the erasures made since',
    async () => (await import('../cli/backup-command.js')).restoreCommand(),
  ],
  catalogue: ['check, import and update platform files', async () => (await import('../cli/catalogue-command.js')).catalogueCommand()],
  breaches: [
    'manage your own breach index, which stores only digests',
    async () => (await import('../cli/breaches-command.js')).breachesCommand(),
  ],
  'exit-codes': ['show what the exit codes mean', async () => (await import('../cli/exit-codes-command.js')).exitCodesCommand()],
};

/**
 * The command line. Whatever commander refuses ends the process as wrong use.
 *
 * @param args what was typed; the commands that it names are loaded
 */
export async function createProgram(version: string, args: readonly string[]): Promise<Command> {
  const program = new Command('footprint').description('identity footprint lookups').version(version, '-V, --version');
  for (const [name, [description, load]] of Object.entries(COMMANDS))
    program.addCommand(args.includes(name) ? acceptOutput(await load()) : new Command(name).description(description));
  explainDatabase(program);
  exitAsWrongUse(program);
  return program;
}

function exitAsWrongUse(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USE));
  for (const each of command.commands) exitAsWrongUse(each);
}
