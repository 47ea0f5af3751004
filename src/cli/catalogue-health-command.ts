import { Command } from 'commander';
import { absenceUnrecognisedSince, type HealthRecord, healthFigures } from '../engine/controls/platform-health.js';
import { inJson } from '../kernel/values/json.js';
import { printRecords } from './output.js';
import { withStores } from './with-stores.js';

interface HealthFlags {
  readonly platform?: readonly string[];
  readonly failing?: boolean;
}

/** `footprint catalogue health`: what the last controls of platforms showed, through each egress pool. */
export function healthCommand(): Command {
  return new Command('health')
    .description('show the last fifty controls of each platform, statistics of its answers to lookups, and alerts')
    .option('--platform <slugs...>', 'only these platforms; default: all')
    .option('--failing', 'only platforms whose controls fail, that have an alert, or that can currently only confirm')
    .action(({ platform, failing }: HealthFlags) =>
      withStores(async ({ health }) => {
        const records = (await health.read(platform)).filter(
          ({ failingSince, alert, controls }) =>
            !failing || failingSince !== null || alert !== null || absenceUnrecognisedSince(controls) !== null,
        );
        printRecords(records.map(describe), {
          platform: ({ platform: slug }) => slug,
          'query type': ({ queryType }) => queryType,
          egress: ({ egress }) => egress,
          controls: ({ controls }) => controls,
          passed: ({ passed }) => passed,
          answered: ({ answerRate }) => percent(answerRate),
          registered: ({ registeredShare }) => percent(registeredShare),
          ms: ({ medianLatencyMs }) => medianLatencyMs,
          'failing since (UTC)': ({ failingSince }) => failingSince,
          'lookups registered': ({ lookupShare }) => percent(lookupShare),
          'only confirms since (UTC)': ({ absenceUnrecognisedSince: since }) => since,
          alert: ({ alert }) => (alert === null ? '' : `${percent(alert.before)} → ${percent(alert.now)} on ${alert.at.slice(0, 10)}`),
        });
      }),
    );
}

const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 100)} %`);

function describe({ controls, lookups, failures: _, ...record }: HealthRecord) {
  const lookupShare = lookups === null || lookups.answered === 0 ? null : lookups.registered / lookups.answered;
  const figures = healthFigures(controls);
  return inJson({ ...record, ...figures, absenceUnrecognisedSince: absenceUnrecognisedSince(controls), lookupShare });
}
