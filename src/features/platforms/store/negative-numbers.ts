import { EVERY_PLATFORM } from '../../../engine/controls/control-accounts.js';
import type { ControlAccountStore } from './control-accounts.js';
import type { SuppressionList } from '../../suppressions/suppressions.js';

/** How often they are read, in milliseconds: as often as control accounts. */
const POLL_MS = 10_000;

/**
 * The operator's negative control numbers as this process last read them: plans ask for each rule and do not wait. A number that came on
 * the suppression list of all accounts is left out, since nothing is asked about one.
 */
export class NegativeNumbers {
  #numbers: readonly { readonly platform: string; readonly identity: string | null }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly stores: { controlAccounts: Pick<ControlAccountStore, 'list'>; suppressions: SuppressionList }) {}

  /** Those of a platform, then those of every platform. */
  readonly of = (platform: string): readonly string[] =>
    [platform, EVERY_PLATFORM].flatMap((owner) => this.#numbers.flatMap((each) => (each.platform === owner ? (each.identity ?? []) : [])));

  async refresh(): Promise<void> {
    const stored = (await this.stores.controlAccounts.list()).filter(({ kind }) => kind === 'negative_phone');
    const listed = await this.stores.suppressions.contains(
      '',
      stored.map(({ identity }) => ({ kind: 'phone', value: identity ?? '' })),
    );
    this.#numbers = stored.filter((_, index) => listed[index] !== true);
  }

  /** Reads them, and goes on doing so. What cannot be read stays as it was. */
  async follow(): Promise<this> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), POLL_MS).unref();
    return this;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
