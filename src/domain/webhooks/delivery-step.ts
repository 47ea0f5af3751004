import type { DeliveryState } from './delivery.js';

/** What a delivery's workflow does after one call of `attemptDelivery`. Enumerations and counts only. */
export type DeliveryStep =
  /** Wait for a slot until signalled. */
  | { readonly next: 'stand_in_line' }
  /** Try again after a while. */
  | { readonly next: 'wait'; readonly waitMs: number; readonly logged: number; readonly last: string | null }
  /** Done; `state` is null when the delivery no longer exists or another run took over. */
  | { readonly next: 'end'; readonly state: DeliveryState | null; readonly last: string | null };
