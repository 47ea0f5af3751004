import type { Control } from './control.js';
import type { Platform } from '../catalogue/rules/platform.js';
import { ruleDigest } from '../catalogue/rules/revision.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { ControlPorts } from './control-ports.js';
import { ControlTarget } from './control-target.js';
import type { DomainControls } from './domain-controls.js';

export type { ControlPorts, StoredControl } from './control-ports.js';

export class ControlRunner {
  readonly #targets = new Map<string, ControlTarget>();

  constructor(private readonly ports: ControlPorts) {}

  /** Controls at mail domains, for verdicts about addresses. */
  get domains(): DomainControls | undefined {
    return this.ports.domains;
  }

  /**
   * The controls of a platform's rule. Each rule has its own, so none answers by what an earlier one showed.
   *
   * @returns undefined where no control can be made: no rule, or no negative control for it
   */
  target(platform: Platform, queryType: QueryType): ControlTarget | undefined {
    const rule = platform.probes[queryType];
    if (!rule) return undefined;
    const key = `${platform.slug}:${queryType}:${ruleDigest(rule)}`;
    // Asked each time: an operator's number may be removed.
    if (!this.ports.negativeIdentities.make(rule, queryType, platform.slug)) return undefined;
    const known = this.#targets.get(key);
    if (known) return known;
    const target = new ControlTarget(this.ports, { platform, queryType, rule });
    this.#targets.set(key, target);
    return target;
  }

  /**
   * Runs a whole control even if a valid one exists.
   *
   * @param before the control that it follows
   * @returns undefined where none can be made
   */
  async run(platform: Platform, queryType: QueryType, before: Control | undefined, queue?: QueueTicket): Promise<Control | undefined> {
    return this.target(platform, queryType)?.run(before, queue);
  }

  /** The same ahead of time, when no lookup waits: with what is asked of spellings besides. */
  async renew(platform: Platform, queryType: QueryType, before: Control | undefined): Promise<void> {
    const control = await this.run(platform, queryType, before);
    if (control !== undefined) await this.target(platform, queryType)?.spellings.renew(control);
  }
}
