import { controlExpiry, type Control } from '../calibration/control.js';
import type { QueryType } from '../identity/identity.js';

/** Whether a platform's answers count at present. */
export const HEALTH = ['healthy', 'confirm_only', 'cooling', 'quarantined', 'uncalibrated'] as const;
export type Health = (typeof HEALTH)[number];

export interface QueryTypeHealth {
  readonly subject: QueryType;
  readonly status: Health;
  /** Why, as text for operators; null when healthy. */
  readonly reason: string | null;
  readonly lastControlAt: Date | null;
}

/**
 * The health of one platform for one query type.
 *
 * @param control its newest control, if there ever was one
 * @param coolingUntil end of the pause that the platform requested, if it did
 */
export function healthOf(subject: QueryType, control: Control | undefined, coolingUntil: Date | undefined, now: Date): QueryTypeHealth {
  const lastControlAt = control?.checkedAt ?? null;
  if (coolingUntil && coolingUntil > now) {
    return { subject, status: 'cooling', reason: `it asked for a pause until ${coolingUntil.toISOString()}`, lastControlAt };
  }
  if (!control) return { subject, status: 'uncalibrated', reason: 'no control has run yet', lastControlAt };
  const { outcome } = control;
  if (outcome.state === 'failed') return { subject, status: 'quarantined', reason: outcome.matched, lastControlAt };
  if (outcome.state === 'blocked') return { subject, status: 'uncalibrated', reason: outcome.matched, lastControlAt };
  if (controlExpiry(control) <= now) return { subject, status: 'uncalibrated', reason: 'the last control has lapsed', lastControlAt };
  if (!outcome.mayDeny) return { subject, status: 'confirm_only', reason: outcome.matched, lastControlAt };
  return { subject, status: 'healthy', reason: null, lastControlAt };
}
