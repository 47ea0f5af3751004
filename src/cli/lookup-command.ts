import { Command } from 'commander';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { progressBar } from './progress.js';
import { renderEvidence } from './evidence.js';
import { renderModules } from './modules-report.js';
import { renderReport, type Progress } from './report.js';
import { renderRisk } from './risk-report.js';

interface Flags extends ConnectionFlags {
  deep?: boolean;
  instant?: boolean;
  explain?: boolean;
  risk?: boolean;
  json?: boolean;
  platforms?: string;
  details?: boolean;
  ip?: string;
}

/** The identity as the stream takes it. Named by its kind, an address or a number has its own facts looked up as well. */
function subject(identity: string, details: boolean): Record<string, string> {
  if (details && identity.includes('@', 1)) return { email: identity };
  return details && identity.startsWith('+') ? { phone: identity } : { query: identity };
}

/** `footprint lookup IDENTITY`: streams a lookup with a progress bar and prints it as a table or JSON. `footprint lookup delete ID` deletes one. */
export function lookupCommand(): Command {
  const command = new Command('lookup')
    .description('look an e-mail address, phone number or username up')
    .argument('<identity>')
    .option('--deep', 'ask every platform')
    .option('--instant', 'answer within the instant ceiling')
    .option('--platforms <slugs>', 'ask only these, comma-separated')
    .option('--details', 'also the facts of the mailbox or the phone line')
    .option('--ip <address>', 'also the facts of an IP address')
    .option('--explain', 'say for every platform what the answer, or its absence, rests on')
    .option('--risk', 'score the risk and say what the score is made of')
    .option('--json', 'print the response as JSON; with --risk that of v2');
  command.helpCommand(false).addCommand(deleteCommand());
  return withConnection(command).action(async (identity: string, flags: Flags) => {
    const bar = progressBar();
    let progress: Progress | null = null;
    const query = {
      ...subject(identity, flags.details ?? false),
      ...(flags.ip === undefined ? {} : { ip: flags.ip }),
      deep: String(flags.deep ?? false),
      platforms: flags.platforms ?? '',
      ...(flags.instant ? { instant: 'true' } : {}),
    };
    const client = connect(flags);
    const response = await client
      .stream(query, {
        onProgress(told) {
          progress = told;
          bar.update(told);
        },
      })
      .finally(() => bar.stop());
    if (flags.explain && !flags.json) process.stdout.write(`${renderEvidence(await client.evidence(response.lookupId))}\n`);
    const scored = flags.risk ? await client.lookupV2(response.lookupId) : null;
    process.stdout.write(`${flags.json ? JSON.stringify(scored ?? response, null, 2) : `${renderReport(response, progress)}${renderModules(response)}`}\n`);
    if (scored && !flags.json) process.stdout.write(`${renderRisk(scored)}\n`);
  });
}

/** Its connection options are read by the command that it belongs to, wherever they stand. */
function deleteCommand(): Command {
  return withConnection(new Command('delete'))
    .description('delete a lookup and everything that was found; it stays billed')
    .argument('<lookup>', 'its id')
    .action(async (lookupId: string, _flags: ConnectionFlags, command: Command) => {
      await connect(command.optsWithGlobals()).call('DELETE', `/v2/lookup/${encodeURIComponent(lookupId)}`);
      process.stdout.write(`${JSON.stringify({ lookupId, deleted: true })}\n`);
    });
}
