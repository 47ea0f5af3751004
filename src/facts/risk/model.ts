import { BASELINE, GROUPS, MODEL_VERSION, riskSignal, SIGNAL_CODES, type SignalCode } from './signals.js';

/** Weights of some signals. */
export type Weights = Readonly<Partial<Record<SignalCode, number>>>;

/** Weights that an account took in place of the shipped ones. */
export interface OwnWeights {
  /** Digest of the weights: the same ones have the same name. */
  readonly version: string;
  readonly weights: Weights;
}

/** What a score is made with. */
export interface RiskModel {
  /** In every answer: `MODEL_VERSION`, followed by `+0a1b2c3d` with weights of the account's own. */
  readonly version: string;
  readonly points: Readonly<Record<SignalCode, number>>;
}

/** The name of the model with an account's own weights. */
export const versionOf = (own: Pick<OwnWeights, 'version'>): string => `${MODEL_VERSION}+${own.version}`;

const SHIPPED: RiskModel = { version: MODEL_VERSION, points: fitted({}) };

/** The model that scores a lookup. @param own null or absent: the shipped one */
export function modelOf(own?: OwnWeights | null): RiskModel {
  return own ? { version: versionOf(own), points: fitted(own.weights) } : SHIPPED;
}

/**
 * The shipped weights with others in their place. None changes its direction, so that no warning ever lowers a score. Where all warnings
 * together would pass 100, or all reassurances 0, they shrink in proportion: a score remains a plain sum.
 */
function fitted(weights: Weights): RiskModel['points'] {
  const wanted = SIGNAL_CODES.map((code) => {
    const { group, points } = riskSignal(code);
    const own = weights[code] ?? points;
    return { code, group, points: points > 0 ? Math.max(0, own) : Math.min(0, own) };
  });
  const strongest = (sign: 1 | -1): number =>
    GROUPS.reduce(
      (sum, group) => sum + Math.max(0, ...wanted.filter((each) => each.group === group).map(({ points }) => sign * points)),
      0,
    );
  const raises = Math.min(1, (100 - BASELINE) / strongest(1));
  const lowers = Math.min(1, BASELINE / strongest(-1));
  const entries = wanted.map(({ code, points }) => [code, Math.trunc(points * (points > 0 ? raises : lowers)) + 0] as const);
  return Object.fromEntries(entries) as Record<SignalCode, number>;
}
