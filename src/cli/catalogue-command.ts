import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { negativeControlFault } from '../engine/controls/negative-control-identities.js';
import { variablesFor } from '../engine/http/probe-variables.js';
import { Lifecycle } from '../wiring/lifecycle.js';
import { openLiveControls } from './live-controls.js';
import { egressPoolOf } from '../wiring/stores.js';
import { currentCatalogue } from '../wiring/catalogue-changes.js';
import { lookupCatalogue, shippedCatalogue } from '../wiring/platforms.js';
import { checkCatalogue, type CatalogueReport } from '../engine/catalogue/check-catalogue.js';
import { loadCatalogue } from '../engine/catalogue/load-catalogue.js';
import { readConfig } from '../kernel/config/env.js';
import { operatorConfig } from './operator-config.js';
import { isStrong, type Platform, supports } from '../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../engine/catalogue/rules/ports.js';
import { ApiError } from './api-client.js';
import { bundleCommands } from './catalogue-bundle-commands.js';
import { catalogueImportCommand } from './catalogue-import-command.js';
import { healthCommand } from './catalogue-health-command.js';
import { controlsCommand } from './controls-command.js';
import { checkLive, liveCheckPlan } from './live-check.js';
import { LiveJournal } from './live-journal.js';
import { liveReportText, mergeReports } from '../engine/controls/live-report.js';
import { printLiveChecks, printMerged, readLiveReports } from './live-report.js';
import { printNotice, colours, printForm, renderTable } from './output.js';
import { interruptible, progressBar } from './progress.js';
import { createRecorder } from './recorder.js';
import { QUERY_TYPES } from '../kernel/identity/identity.js';

interface CheckFlags {
  readonly live?: boolean;
  readonly all?: boolean;
  readonly platform?: readonly string[];
  readonly report?: string;
  readonly record?: string;
}

/** `footprint catalogue …`: the platform files. */
export function catalogueCommand(): Command {
  const catalogue = new Command('catalogue').description('check, import and update platform files');
  catalogue
    .command('check')
    .description('load every platform file and report what was refused, and why; with --live also probe the platforms')
    .option('--live', 'run the controls of the strongest platforms: requests for an account that exists, and for one that cannot exist')
    .option('--platform <slugs...>', 'with --live: run the controls of these platforms instead')
    .option('--all', 'with --live: run the controls of every platform; thousands of requests')
    .option('--report <file>', 'with --live: also write the results to this file, for publication; an interrupted check continues from it')
    .option('--record <folder>', 'with --live: also store the responses of platforms, without identities, tokens or personal data')
    .action(async (flags: CheckFlags) => {
      if (flags.live) return checkPlatforms(flags);
      const config = readConfig(process.env);
      if (flags.report !== undefined || flags.record !== undefined)
        throw new ApiError('--report and --record work only with --live, because without it no platform is probed.');
      const loaded = loadCatalogue({ root: shippedCatalogue(), extra: config.CATALOGUE_PATH });
      const report = checkCatalogue(loaded, variablesFor, negativeControlFault);
      const faults = [...report.refused, ...report.sampleFaults];
      const rows = [faults, ['file', 'line', 'slug', 'queryType', 'sample', 'reason']] as const;
      printForm({ table: () => `${renderCatalogueReport(report)}\n`, json: report, rows });
      if (report.refused.length > 0 || report.sampleFaults.length > 0) process.exitCode = 1;
    });
  catalogue
    .command('merge-reports')
    .description('merge reports of live checks: when each rule was checked live, by how many, and from where it was blocked')
    .argument('<files...>', 'files written by `catalogue check --live --report`; one file per operator or egress, named after it')
    .action((files: readonly string[]) => printMerged(mergeReports(readLiveReports(files))));
  catalogue.addCommand(catalogueImportCommand());
  for (const command of bundleCommands()) catalogue.addCommand(command);
  catalogue.addCommand(healthCommand());
  catalogue.addCommand(controlsCommand());
  return catalogue;
}

/** @throws ApiError naming the slugs that are unknown, or that nothing asks */
function chosenPlatforms(catalogue: PlatformCatalogue, { platform: slugs, all }: CheckFlags): readonly Platform[] {
  const { platforms } = catalogue;
  if (slugs === undefined) return all ? platforms : platforms.filter((platform) => isStrong(platform) || platform.instant.length > 0);
  const unknown = slugs.filter((slug) => !catalogue.get(slug));
  if (unknown.length > 0) throw new ApiError(`No platform is called ${unknown.join(', ')}.`);
  const chosen = platforms.filter(({ slug }) => slugs.includes(slug));
  const unprobed = chosen.filter((platform) => supports(platform).length === 0).map(whyUnprobed);
  if (unprobed.length > 0) throw new ApiError(`These platforms are never probed. ${unprobed.join(' ')}`);
  return chosen;
}

function whyUnprobed({ slug, retired, sameAccountAs, onHold = {} }: Platform): string {
  const [reason = 'Accounts there are inferred only from addresses or breaches.'] = [retired, ...Object.values(onHold)].filter(Boolean);
  return `${slug}: ${sameAccountAs === undefined ? reason : `it is the same account as ${sameAccountAs}, which is probed.`}`;
}

/** Runs controls and prints their results; the process fails when one failed, or when no platform could be reached. */
async function checkPlatforms(flags: CheckFlags): Promise<void> {
  const { report, record } = flags;
  const lifecycle = new Lifecycle();
  const bar = progressBar();
  try {
    const config = operatorConfig();
    const recorder = record === undefined ? undefined : createRecorder(record);
    const { controls, controlStore, backoffs, catalogueStore, reachability } = await openLiveControls(lifecycle, config, recorder);
    const catalogue: PlatformCatalogue = catalogueStore
      ? await currentCatalogue({ config, catalogueStore })
      : lookupCatalogue(config, () => undefined);
    const platforms = chosenPlatforms(catalogue, flags);
    if (!catalogueStore)
      process.stderr.write(
        'The database of the service is not reachable, so its backoffs are unknown and the results are not stored for it.\n',
      );
    const journal = report === undefined ? undefined : new LiveJournal(`${report}.part`, egressPoolOf(config));
    printNotice(liveCheckPlan(platforms, journal));
    const detach = (): void => {
      bar.stop();
      printNotice(
        `Stopped. The same command ${journal ? 'continues from here' : 'starts again; with --report it would continue from here'}.`,
      );
    };
    const checks = await interruptible(
      () => checkLive({ controls, controlStore, backoffs, journal, onProgress: bar.update }, platforms),
      detach,
    );
    bar.stop();
    printLiveChecks(checks);
    journal?.remove();
    const { sent, answered } = reachability();
    const isOffline = sent > 0 && answered === 0;
    if (report !== undefined && !isOffline) writeFileSync(report, liveReportText(checks));
    if (isOffline) {
      printNotice('No platform could be reached, so there are no results. Check the network connection, and PROBE_PROXY_URL if it is set.');
      process.exitCode = 1;
    }
    if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
  } finally {
    bar.stop();
    await lifecycle.close();
  }
}

/** The report of a check of the platform files, for the terminal. */
export function renderCatalogueReport(report: CatalogueReport): string {
  const rows: string[][] = [];
  const row = (title: string, value: (type: (typeof QUERY_TYPES)[number]) => number): void => {
    rows.push([title, ...QUERY_TYPES.map((type) => String(value(type)))]);
  };
  row('can be probed', (type) => report.byQueryType[type].platforms);
  row('may deny', (type) => report.byQueryType[type].mayDeny);
  row('… with a control account', (type) => report.byQueryType[type].mayDenyWithControlAccount);
  row('uncalibrated', (type) => report.byQueryType[type].uncalibrated);
  row('checked live', (type) => report.byQueryType[type].liveChecked);
  for (const band of ['instant', 'default', 'deep'] as const) row(`${band} band`, (type) => report.bands[band][type]);
  const kinds = Object.entries(report.byKind)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
  const uncalibrated = report.uncalibrated.map(
    ({ slug, queryType, reason }) => `  ${colours.yellow('uncalibrated')} ${slug} ${queryType}: ${reason}`,
  );
  const faults = [
    ...report.refused.map(
      ({ file, line, slug, reason }) =>
        `  ${colours.red('refused')} ${file}${line === undefined ? '' : `:${line}`}${slug && `  ${slug}`}: ${reason}`,
    ),
    ...report.sampleFaults.map(
      ({ file, slug, queryType, sample, reason }) =>
        `  ${colours.red('sample')} ${file ?? slug}  samples.${queryType}.${sample}: ${reason}`,
    ),
  ];
  return [
    `${colours.bold(`${report.platforms} platforms`)} (${kinds}); ${report.withoutPositiveControl} rules have no known account and can only confirm`,
    renderTable(['', ...QUERY_TYPES], rows),
    ...uncalibrated,
    ...(faults.length > 0 ? faults : [colours.green('No file was refused, and every sample has the expected verdict.')]),
  ].join('\n');
}
