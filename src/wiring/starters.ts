import type { Logger } from 'pino';
import type { TemporalClient } from '../kernel/temporal/connection.js';
import { BackgroundLauncher, type BackgroundLauncherOptions } from '../temporal/starters/background-launcher.js';
import { TemporalErasureWorkflows } from '../temporal/starters/erasure-workflows.js';
import { TemporalLookupStarter } from '../temporal/starters/start-lookups.js';
import { TemporalWebhookWorkflows } from '../temporal/starters/webhook-workflows.js';
import type { Queues } from '../../workflows/contracts.js';
import type { Lifecycle } from './lifecycle.js';

/** What starts executions on Temporal, and the launcher that does so after a commit, at once and without making the caller wait. */
export function openStarters(
  lifecycle: Lifecycle,
  { log, ...options }: { readonly temporal: TemporalClient; readonly queues: Queues; readonly log: Logger },
  grantSlots: BackgroundLauncherOptions['grantSlots'],
) {
  const lookups = new TemporalLookupStarter(options);
  const workflows = new TemporalWebhookWorkflows(options);
  const erasures = new TemporalErasureWorkflows(options);
  const onFailure = (id: string, error: unknown) => log.warn({ id, code: (error as { code?: unknown }).code }, 'left to the reconciler');
  const launcher = lifecycle.register(new BackgroundLauncher({ lookups, workflows, erasures, grantSlots, onFailure }), (launching) =>
    launching.drain(),
  );
  return { lookups, workflows, erasures, launcher };
}
