/** What known accounts show of names that are spelt in another way: in other capitals (`capitals.ts`), and in forms (`name-forms.ts`). */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity, QueryType } from '../../kernel/identity/identity.js';
import { needsCapitals, readCapitals } from './capitals.js';
import type { Control, ControlOutcome } from './control.js';
import { AHEAD_TICKET, REQUIRED_TICKET } from './control-probes.js';
import { BLOCKED_MS, FAILED_MS } from './lifetimes.js';
import { formsOf, unprovenForms, withFormsOf } from './name-forms.js';
import { SingleFlight } from './single-flight.js';

/** Whether a "no" about a name counts for its form: `known` where a known account has yet to be asked. */
export type FormProof = 'proven' | 'known' | 'unproven';

export interface SpellingPorts {
  readonly probe: (identity: Identity, queue: QueueTicket) => Promise<Verdict>;
  readonly store: (control: Control) => Promise<Control>;
  readonly now: () => Date;
}

export class Spellings {
  readonly #flight: SingleFlight<string, Control>;
  readonly #askedAgainAt = new Map<string, number>();

  /** @param target its rule, and whether that is about usernames: nothing is known of others */
  constructor(
    private readonly ports: SpellingPorts,
    private readonly target: { readonly rule: ProbeRule; readonly queryType: QueryType },
  ) {
    this.#flight = new SingleFlight(() => ports.now().getTime());
  }

  /** Asks about known accounts in other capitals and in their forms, where that was not done for long. No verdict waits for it. */
  async renew(control: Control): Promise<Control> {
    if (this.target.queryType !== 'username') return control;
    const { positiveControls = [] } = this.target.rule;
    const unproven = new Set(positiveControls.flatMap((account) => this.#unproven(control, account)));
    return this.#askFor([...unproven], await this.#withCapitals(control), AHEAD_TICKET);
  }

  /** Whether a name's forms are proven. */
  proofOf(control: Control, name: string): FormProof {
    const unproven = this.#unproven(control, name);
    if (unproven.length === 0) return 'proven';
    return unproven.every((form) => this.#accountOf(form) !== undefined) ? 'known' : 'unproven';
  }

  /** Asks about known accounts in the forms of a name that are not proven. */
  withFormsOf(control: Control, name: string): Promise<Control> {
    return this.#askFor(this.#unproven(control, name), control, REQUIRED_TICKET);
  }

  /** A name that has read registered. @returns the control with what it shows */
  async prove(control: Control, name: string): Promise<Control> {
    const learnt = this.learntOf(name, control);
    return learnt.forms === undefined ? control : this.ports.store({ ...control, outcome: { ...control.outcome, ...learnt } });
  }

  /** What a name that has read registered adds to what is known of forms. Nothing where no "no" needs it. */
  learntOf(name: string | undefined, control: Pick<Control, 'outcome'> | undefined): Pick<ControlOutcome, 'forms'> {
    const { rule, queryType } = this.target;
    if (name === undefined || queryType !== 'username' || rule.nameAsSent !== undefined) return {};
    const forms = withFormsOf(control?.outcome.forms, name, this.ports.now());
    return forms === undefined ? {} : { forms };
  }

  #unproven(control: Control, name: string): readonly string[] {
    return this.target.queryType === 'username' ? unprovenForms(this.target.rule, control, name, this.ports.now()) : [];
  }

  /** A known account of a form that may show it. */
  #accountOf(form: string): string | undefined {
    const now = this.ports.now().getTime();
    return this.target.rule.positiveControls?.find(
      (account) => formsOf(account).includes(form) && (this.#askedAgainAt.get(account) ?? now) <= now,
    );
  }

  async #askFor(forms: readonly string[], given: Control, queue: QueueTicket): Promise<Control> {
    let control = given;
    for (const form of forms) {
      const account = this.#accountOf(form);
      if (account === undefined || !this.#unproven(control, account).includes(form)) continue;
      control = await this.#flight.share(`${account} ${control.checkedAt.toISOString()}`, () => this.#ask(account, control, queue));
    }
    return control;
  }

  async #ask(value: string, control: Control, queue: QueueTicket): Promise<Control> {
    const { state } = await this.ports.probe({ type: 'username', value }, queue);
    if (state === 'registered') return this.prove(control, value);
    this.#askedAgainAt.set(value, this.ports.now().getTime() + (state === 'inconclusive' ? BLOCKED_MS : FAILED_MS));
    return control;
  }

  async #withCapitals(control: Control): Promise<Control> {
    const { rule } = this.target;
    if (!needsCapitals(rule, control, this.ports.now())) return control;
    return this.#flight.share('capitals', async () => {
      const reads = await readCapitals(rule, (value) => this.ports.probe({ type: 'username', value }, AHEAD_TICKET));
      const at = this.ports.now().toISOString();
      return reads === null ? control : this.ports.store({ ...control, outcome: { ...control.outcome, capitals: { at, reads } } });
    });
  }
}
