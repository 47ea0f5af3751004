import type { Platform } from '../catalogue/rules/platform.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { QueryType } from '../../kernel/identity/identity.js';

/** What is controlled: one rule of a platform. */
export interface Target {
  readonly platform: Platform;
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
}
