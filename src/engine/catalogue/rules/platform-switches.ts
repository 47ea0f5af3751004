/** Platforms that an operator switched off by hand: they are not asked, whatever egress pool or lookup. */
export interface DisabledPlatform {
  readonly platform: string;
  readonly since: Date;
  /** User id of the operator; null: the command line. */
  readonly by: string | null;
  /** Why, in the operator's words. */
  readonly reason: string;
}

/** Longest reason, in characters. */
export const MAX_SWITCH_REASON = 200;
