import type { Platform } from '../../domain/catalogue/platform.js';
import type { ProbeRule } from '../../domain/catalogue/probe-rule.js';
import type { QueryType } from '../../domain/identity/identity.js';

/** What is controlled: one rule of a platform. */
export interface Target {
  readonly platform: Platform;
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
}
