import type { Conclusive } from '../evaluation/verdict.js';
import type { ControlPorts } from './control-ports.js';
import type { Target } from './control-probes.js';
import type { Control } from './control.js';
import { RECENT_MS } from './lifetimes.js';
import { UnprovenAnswers } from './unproven-answers.js';

/** When the other side of each state was last shown; null: nobody knows. */
export type ProvenAt = Readonly<Record<Conclusive['state'], Date | null>>;

/** The answers of a rule: the "no" since its last "yes", and the other way round, and how a control takes them back. */
export class AnswerSides {
  readonly not_registered: UnprovenAnswers;
  readonly registered: UnprovenAnswers;

  constructor(
    private readonly ports: Pick<ControlPorts, 'store' | 'now' | 'workers'>,
    private readonly target: Target,
  ) {
    this.not_registered = new UnprovenAnswers('not_registered', ports.workers);
    this.registered = new UnprovenAnswers('registered', ports.workers);
  }

  /** When each side was last shown, by a control and what this process knows. */
  provenAt(control: Control | undefined): ProvenAt {
    const of = (state: Conclusive['state']) => (control ? this[state].provenAt(control) : null);
    return { registered: of('registered'), not_registered: of('not_registered') };
  }

  /**
   * Takes back every "no" since the platform's last "yes": it denied accounts that exist. Or every "yes" since it last said "no": it
   * confirmed such as cannot.
   *
   * @param provenAt when that was, before the control began: what is answered meanwhile shows nothing of what was before it
   * @param isOver false: it may still do so, and other processes may believe it for minutes, by the control that their shards began with
   */
  async withdraw(state: Conclusive['state'], provenAt: ProvenAt, isOver: boolean): Promise<void> {
    const { platform, queryType: subject } = this.target;
    const since = provenAt[state];
    const until = new Date(this.ports.now().getTime() + (isOver ? 0 : RECENT_MS));
    if (since !== null) await this.ports.store.withdraw?.({ platform: platform.slug, subject, state, since, until });
  }

  /** Takes nothing more back: a control that began then has passed after one that failed. */
  async trustFrom(beganAt: number): Promise<void> {
    const { platform, queryType: subject } = this.target;
    await this.ports.store.trustFrom?.({ platform: platform.slug, subject }, new Date(beganAt));
  }
}
