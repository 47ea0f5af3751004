import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { ControlPorts, ControlRunner } from '../../engine/controls/control-runner.js';
import { controlSample, hasUnrecognisedAbsence, type ShareAlert } from '../../engine/controls/platform-health.js';
import type { HealthStore } from '../../features/platforms/store/health-store.js';
import type { CatalogueStore } from '../../features/platforms/store/catalogue-store.js';
import { faultName } from '../../kernel/values/fault-name.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import { createControlRunner } from '../../engine/controls/create-control-runner.js';

type RunnerPorts = Parameters<typeof createControlRunner>[0];

export interface WatchOptions {
  readonly health: HealthStore;
  readonly catalogueStore: CatalogueStore;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn'>;
}

/** The controls that lookups rest on, and those of rules in shadow, which are kept as health and nowhere else. */
export function openWatch(ports: RunnerPorts, { health, catalogueStore, registry, log }: WatchOptions) {
  const unrecognised = new Counter({
    name: 'footprint_unrecognised_absence_total',
    help: 'Controls that met another page for absent accounts than the rule describes: the rule then only confirms',
    registers: [registry],
  });
  const keeping = (isShadow: boolean): NonNullable<ControlPorts['onControl']> => {
    return async (control, verdicts) => {
      const { platform, subject } = control;
      if (!isShadow && hasUnrecognisedAbsence(control)) {
        unrecognised.inc();
        log.warn({ platform, queryType: subject }, 'a platform shows another page for absent accounts than its rule describes');
      }
      await health.add(platform, subject, controlSample(control, verdicts, isShadow)).catch((error: unknown) => {
        log.warn({ fault: faultName(error) }, 'the result of a control could not be stored');
      });
    };
  };
  const alerts = new Counter({
    name: 'footprint_registered_share_alerts_total',
    help: 'Platforms that began to say "registered" far more often',
    registers: [registry],
  });
  const controls: ControlRunner = createControlRunner({ ...ports, onControl: keeping(false) });
  const shadowStore = { newest: async () => new Map(), save: async () => undefined };
  const shadowControls = createControlRunner({ ...ports, store: shadowStore, onControl: keeping(true) });
  const onShareAlert = (platform: string, queryType: QueryType, { now, before }: ShareAlert): void => {
    alerts.inc();
    log.warn({ platform, queryType, now, before }, 'a platform confirms far more often than before');
  };
  return { controls, shadowControls, health, catalogueStore, onShareAlert };
}
