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
    description: 'look an e-mail address, phone number or username up',
    load: async () => (await import('../cli/lookup-command.js')).lookupCommand(),
  },
  batch: { description: 'look every line of a file up', load: async () => (await import('../cli/batch-command.js')).batchCommand() },
  report: {
    description: 'write a lookup as one HTML file, as CSV or as JSON',
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
  key: { description: 'API keys', load: async () => (await import('../cli/account-commands.js')).keyCommand() },
  member: { description: 'members of an account', load: async () => (await import('../cli/people-commands.js')).memberCommand() },
  'sign-in': {
    description: 'print a link that signs a person in',
    load: async () => (await import('../cli/people-commands.js')).signInCommand(),
  },
  mails: { description: 'mails about an account', load: async () => (await import('../cli/mails-command.js')).mailsCommand() },
  suppressions: {
    description: 'identities that opted out: nothing is asked about them',
    load: async () => (await import('../cli/suppressions-command.js')).suppressionsCommand(),
  },
  audit: {
    description: 'who looked up, read or changed what',
    load: async () => (await import('../cli/audit-command.js')).auditCommand(),
  },
  retention: {
    description: 'when finished lookups are deleted, and what that would delete now',
    load: async () => (await import('../cli/retention-command.js')).retentionCommand(),
  },
  erasure: {
    description: 'erase an identity: show what would go, then delete it',
    load: async () => (await import('../cli/erasure-command.js')).erasureCommand(),
  },
  webhook: {
    description: 'endpoints that events are sent to, and what was sent',
    load: async () => (await import('../cli/webhook-command.js')).webhookCommand(),
  },
  flow: {
    description: 'show workers, queues, limits and open circuit breakers of platforms',
    load: async () => (await import('../cli/flow-command.js')).flowCommand(),
  },
  operate: {
    description: 'the state of the service: accounts, queues, circuits, schedules; platforms off and on',
    load: async () => (await import('../cli/operate-command.js')).operateCommand(),
  },
  catalogue: { description: 'platform files', load: async () => (await import('../cli/catalogue-command.js')).catalogueCommand() },
  breaches: {
    description: 'your own breach index: digests only',
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
