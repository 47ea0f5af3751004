import { Command } from 'commander';
import { mergeReports, printMerged, readLiveReports } from './live-report.js';

/** `footprint catalogue merge-reports`: what several operators saw, as one. Reads files only. */
export function mergeReportsCommand(): Command {
  return new Command('merge-reports')
    .description('merge reports of live checks: when a rule was live-checked and by how many, or from where it was blocked')
    .argument('<files...>', 'what `catalogue check --live --report` wrote; one file an operator or egress, named after it')
    .option('--json', 'as JSON lines, also on a terminal')
    .action((files: readonly string[], { json }: { json?: boolean }) => printMerged(mergeReports(readLiveReports(files)), json));
}
