import { Command } from 'commander';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { progressBar } from './progress.js';
import { renderEvidence } from './evidence.js';
import { renderReport } from './report.js';

interface Flags extends ConnectionFlags {
  deep?: boolean;
  instant?: boolean;
  explain?: boolean;
  json?: boolean;
  platforms?: string;
}

/** `footprint lookup IDENTITY`: streams a lookup with a progress bar and prints it as a table or JSON. */
export function lookupCommand(): Command {
  const command = new Command('lookup')
    .description('look an e-mail address, phone number or username up')
    .argument('<identity>')
    .option('--deep', 'ask every platform')
    .option('--instant', 'answer within the instant ceiling')
    .option('--platforms <slugs>', 'ask only these, comma-separated')
    .option('--explain', 'say for every platform what the answer, or its absence, rests on')
    .option('--json', 'print the response as JSON');
  return withConnection(command).action(async (identity: string, flags: Flags) => {
    const bar = progressBar();
    let planned: number | null = null;
    const query = {
      query: identity,
      deep: String(flags.deep ?? false),
      platforms: flags.platforms ?? '',
      ...(flags.instant ? { instant: 'true' } : {}),
    };
    const client = connect(flags);
    const response = await client
      .stream(query, (checked, total) => {
        planned = total;
        bar.update(checked, total);
      })
      .finally(() => bar.stop());
    if (flags.explain && !flags.json) process.stdout.write(`${renderEvidence(await client.evidence(response.lookupId))}\n`);
    process.stdout.write(`${flags.json ? JSON.stringify(response, null, 2) : renderReport(response, planned)}\n`);
  });
}
