/** Platforms that an operator switches off and on by hand, or calibrates now. */
import { answeringSlug } from '../../../engine/catalogue/rules/platform.js';
import { type DisabledPlatform, MAX_SWITCH_REASON, type PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';
import type { PlatformSwitches } from '../../platforms/store/platform-switches.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { CalibratedType, TemporalOperations } from '../reports.js';
import { hasControlCharacters } from '../../../kernel/values/control-characters.js';

export interface SwitchesContext {
  readonly catalogue: PlatformCatalogue;
  readonly switches: PlatformSwitches;
}

/**
 * Switches a platform off for every lookup, within two seconds in every process, until it is switched on again.
 *
 * @param input.by user id of the operator; null: the command line
 * @throws ServiceError not_found when the catalogue has no such platform, invalid_parameter
 */
export async function switchPlatformOff(
  ctx: SwitchesContext,
  { platform, by, reason }: Omit<DisabledPlatform, 'since'>,
): Promise<DisabledPlatform> {
  assertKnown(ctx, platform);
  const text = reason.trim();
  if (text === '' || text.length > MAX_SWITCH_REASON || hasControlCharacters(text))
    throw new ServiceError('invalid_parameter', `reason: 1 to ${MAX_SWITCH_REASON} characters, without control characters.`);
  if (text.includes('@')) throw new ServiceError('invalid_parameter', 'reason: leave out e-mail addresses and names of people.');
  return ctx.switches.switchOff({ platform: answeringSlug(ctx.catalogue, platform), by, reason: text });
}

/**
 * Switches a platform on again; one that is on stays on. Also one that has left the catalogue meanwhile.
 *
 * @returns whether it was off
 * @throws ServiceError not_found
 */
export async function switchPlatformOn(ctx: SwitchesContext, slug: string): Promise<boolean> {
  const platform = answeringSlug(ctx.catalogue, slug);
  const wasOff = await ctx.switches.switchOn(platform);
  if (!wasOff) assertKnown(ctx, platform);
  return wasOff;
}

/**
 * Runs the controls of a platform now, on a worker and so through its egress.
 *
 * @returns what they showed; null: they have been started and take longer than a caller should wait
 * @throws ServiceError not_found, platform_disabled, unavailable
 */
export async function calibratePlatform(
  ctx: SwitchesContext & { readonly temporalHealth: TemporalOperations },
  slug: string,
): Promise<readonly CalibratedType[] | null> {
  const platform = answeringSlug(ctx.catalogue, slug);
  assertKnown(ctx, platform);
  if ((await ctx.switches.list()).some((each) => each.platform === platform)) throw new ServiceError('platform_disabled');
  return ctx.temporalHealth.calibrate(platform);
}

function assertKnown({ catalogue }: SwitchesContext, platform: string): void {
  if (!catalogue.get(platform)) throw new ServiceError('not_found', 'The catalogue has no platform with that slug.');
}
