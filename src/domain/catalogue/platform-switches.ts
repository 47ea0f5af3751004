/** Platforms that an operator switched off by hand: they are not asked, whatever egress pool or lookup. */
export interface SwitchedOff {
  readonly platform: string;
  readonly since: Date;
  /** User id of the operator; null: the command line. */
  readonly by: string | null;
  /** Why, in the operator's words. */
  readonly reason: string;
}

/** Longest reason, in characters. */
export const MAX_SWITCH_REASON = 200;

/** Which platforms are switched off, for whoever would ask them. */
export interface SwitchedOffReader {
  /** Their slugs, two seconds old at most: cheap enough for every probe. */
  current(): Promise<ReadonlySet<string>>;
}

export interface PlatformSwitches extends SwitchedOffReader {
  /** By slug. */
  list(): Promise<readonly SwitchedOff[]>;
  /** One that is off already stays off since then, with the new reason. */
  switchOff(platform: Omit<SwitchedOff, 'since'>): Promise<SwitchedOff>;
  /** @returns whether it was off */
  switchOn(platform: string): Promise<boolean>;
}
