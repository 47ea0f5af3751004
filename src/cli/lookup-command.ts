import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { apiClient, ApiRefusal } from './api-client.js';
import { progressBar } from './progress.js';
import { renderReport } from './report.js';

interface Flags {
  deep?: boolean;
  instant?: boolean;
  json?: boolean;
  platforms?: string;
  url: string;
  key?: string;
}

/** Where the embedded stack keeps the demo account's key. */
function storedKey(): string | undefined {
  const file = join(process.env['FOOTPRINT_HOME'] ?? '.footprint', 'demo-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** `footprint lookup IDENTITY`: streams a lookup with a progress bar and prints it as a table or JSON. */
export function lookupCommand(): Command {
  return new Command('lookup')
    .description('look an e-mail address, phone number or username up')
    .argument('<identity>')
    .option('--deep', 'ask every platform')
    .option('--instant', 'answer within the instant ceiling')
    .option('--platforms <slugs>', 'ask only these, comma-separated')
    .option('--json', 'print the response as JSON')
    .option('--url <url>', 'address of the API', process.env['FOOTPRINT_URL'] ?? 'http://localhost:8080')
    .option('--key <key>', 'API key (or FOOTPRINT_API_KEY; the embedded stack\'s own is found by itself)')
    .action(async (identity: string, flags: Flags) => {
      const key = flags.key ?? process.env['FOOTPRINT_API_KEY'] ?? storedKey();
      if (!key) throw new ApiRefusal('No API key: set FOOTPRINT_API_KEY or pass --key.');
      const bar = progressBar();
      let planned: number | null = null;
      const query = {
        query: identity,
        deep: String(flags.deep ?? false),
        platforms: flags.platforms ?? '',
        ...(flags.instant ? { instant: 'true' } : {}),
      };
      const response = await apiClient({ baseUrl: flags.url, key })
        .stream(query, (checked, total) => {
          planned = total;
          bar.update(checked, total);
        })
        .finally(() => bar.stop());
      process.stdout.write(`${flags.json ? JSON.stringify(response, null, 2) : renderReport(response, planned)}\n`);
    });
}
