import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { ControlPorts } from '../engine/controls/control-runner.js';
import { createControlRunner } from '../engine/controls/create-control-runner.js';
import { controlSample, hasUnrecognisedAbsence, type ShareAlert } from '../engine/controls/platform-health.js';
import type { HealthStore } from '../features/platforms/store/health-store.js';
import type { QueryType } from '../kernel/identity/identity.js';
import { faultName } from '../kernel/values/errors.js';

type RunnerPorts = Parameters<typeof createControlRunner>[0];

export interface WatchOptions {
  readonly health: HealthStore;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn'>;
}

/** The controls that lookups rest on. What each shows is kept as health. */
export function openWatch(ports: RunnerPorts, { health, registry, log }: WatchOptions) {
  const unrecognised = new Counter({
    name: 'footprint_unrecognised_absence_total',
    help: 'Controls that met another page for absent accounts than the rule describes: the rule then only confirms',
    registers: [registry],
  });
  const onControl: ControlPorts['onControl'] = async (control, verdicts) => {
    const { platform, subject } = control;
    if (hasUnrecognisedAbsence(control)) {
      unrecognised.inc();
      log.warn({ platform, queryType: subject }, 'a platform shows another page for absent accounts than its rule describes');
    }
    await health.add(platform, subject, controlSample(control, verdicts)).catch((error: unknown) => {
      log.warn({ fault: faultName(error) }, 'the result of a control could not be stored');
    });
  };
  const alerts = new Counter({
    name: 'footprint_registered_share_alerts_total',
    help: 'Platforms that began to say "registered" far more often',
    registers: [registry],
  });
  const controls = createControlRunner({ ...ports, onControl });
  const onShareAlert = (platform: string, queryType: QueryType, { now, before }: ShareAlert): void => {
    alerts.inc();
    log.warn({ platform, queryType, now, before }, 'a platform confirms far more often than before');
  };
  return { controls, health, onShareAlert };
}

/** Executions that are remembered, so that each counts once in this process however many of its steps find no row. */
const MAX_REMEMBERED = 10_000;

/** Shows operators where rows and executions do not agree: lookups that are started again and again, executions without a row. */
export function openLookupWatch(registry: Registry, log: Pick<Logger, 'warn'>) {
  const suspicious = new Counter({
    name: 'footprint_repeated_starts_total',
    help: 'Starts of lookups that had been started four times before, or more, and were not finished',
    registers: [registry],
  });
  const withoutRow = new Counter({
    name: 'footprint_executions_without_row_total',
    help: 'Executions that ended because their lookup, or mail, is not in the database',
    registers: [registry],
  });
  const ended = new Set<string>();
  return {
    onSuspicion(lookupId: string, starts: number): void {
      suspicious.inc();
      log.warn({ lookupId, starts }, 'a lookup keeps ending without being finished');
    },
    onRowMissing(id: string): void {
      if (ended.has(id)) return;
      if (ended.size >= MAX_REMEMBERED) ended.clear();
      ended.add(id);
      withoutRow.inc();
    },
  };
}
