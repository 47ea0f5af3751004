/** The command line: `npx footprint …`. Loads only the command that is run: help and lookups need no database driver. */
import './read-env-file.js';
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };

interface Entry {
  readonly description: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  lookup: {
    description: 'look up an e-mail address, phone number or username',
    load: async () => (await import('../cli/lookup-command.js')).lookupCommand(),
  },
  batch: { description: 'look up every line of a file', load: async () => (await import('../cli/batch-command.js')).batchCommand() },
  report: {
    description: 'export a lookup as one HTML file, as CSV or as JSON',
    load: async () => (await import('../cli/report-command.js')).reportCommand(),
  },
  history: {
    description: 'list the lookups of the account, newest first',
    load: async () => (await import('../cli/history-command.js')).historyCommand(),
  },
  sources: {
    description: 'list the sources of the modules, with their state',
    load: async () => (await import('../cli/sources-command.js')).sourcesCommand(),
  },
  platforms: {
    description: 'list the platforms with their health',
    load: async () => (await import('../cli/platforms-command.js')).platformsCommand(),
  },
  account: { description: 'accounts', load: async () => (await import('../cli/account-commands.js')).accountCommand() },
  key: { description: 'manage API keys', load: async () => (await import('../cli/account-commands.js')).keyCommand() },
  member: {
    description: 'manage the members of an account',
    load: async () => (await import('../cli/people-commands.js')).memberCommand(),
  },
  'sign-in': {
    description: 'print a link that signs a person in',
    load: async () => (await import('../cli/people-commands.js')).signInCommand(),
  },
  mails: { description: 'show e-mails about an account', load: async () => (await import('../cli/mails-command.js')).mailsCommand() },
  suppressions: {
    description: 'manage the suppression list: identities on it are never looked up',
    load: async () => (await import('../cli/suppressions-command.js')).suppressionsCommand(),
  },
  audit: {
    description: 'show the audit log: who looked up, read or changed what',
    load: async () => (await import('../cli/audit-command.js')).auditCommand(),
  },
  retention: {
    description: 'set after how many days finished lookups are deleted, and show what that would delete now',
    load: async () => (await import('../cli/retention-command.js')).retentionCommand(),
  },
  erasure: {
    description: 'erase an identity: count what would be deleted, then delete it',
    load: async () => (await import('../cli/erasure-command.js')).erasureCommand(),
  },
  webhook: {
    description: 'manage webhook endpoints and read their deliveries',
    load: async () => (await import('../cli/webhook-command.js')).webhookCommand(),
  },
  flow: {
    description: 'show workers, queues, limits and open circuit breakers of platforms',
    load: async () => (await import('../cli/flow-command.js')).flowCommand(),
  },
  operate: {
    description: 'operate the service: accounts, queues, circuits and schedules; disable and enable platforms',
    load: async () => (await import('../cli/operate-command.js')).operateCommand(),
  },
  catalogue: {
    description: 'check, import and update platform files',
    load: async () => (await import('../cli/catalogue-command.js')).catalogueCommand(),
  },
  breaches: {
    description: 'manage your own breach index, which stores only digests',
    load: async () => (await import('../cli/breaches-command.js')).breachesCommand(),
  },
};

/** Errors whose message is written for the user of the command. By name, so that no module is loaded for the comparison. */
const USER_ERRORS = new Set(['ConfigError', 'ServiceError', 'ApiRefusal']);

const program = new Command('footprint').description('identity footprint lookups').version(manifest.version, '-V, --version');
for (const [name, { description, load }] of Object.entries(COMMANDS)) {
  program.addCommand(process.argv.includes(name, 2) ? await load() : new Command(name).description(description));
}
// `footprint platforms | head`: the reader has closed the pipe, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

await program.parseAsync().catch(async (error: unknown) => {
  const { exitWith } = await import('../bootstrap/lifecycle.js');
  exitWith(error, error instanceof Error && USER_ERRORS.has(error.name));
});
