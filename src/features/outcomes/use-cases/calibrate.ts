import { deservedWeights, likelihoodOf, signalsOf } from '../../../facts/risk/calibration.js';
import { modelOf, type OwnWeights, type RiskModel, versionOf } from '../../../facts/risk/model.js';
import { levelOf, reasonsOf, type Risk, scoreOf } from '../../../facts/risk/score-risk.js';
import { INSUFFICIENT, MODEL_VERSION, SIGNAL_CODES } from '../../../facts/risk/signals.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import type { OutcomeStore, ScoredLookup } from '../store/outcome-store.js';

export interface CalibrationContext {
  readonly outcomes: Pick<OutcomeStore, 'tallies' | 'latestScored' | 'named' | 'weights' | 'use'>;
}

/**
 * How well each reason did by the outcomes of an owner's lookups.
 *
 * @returns the model in force; how many lookups count; each reason; the model that the outcomes speak for, the shipped one or another, and
 *   what it would have changed, null if there is nothing to change
 */
export async function calibrate({ outcomes }: CalibrationContext, owner: LookupOwner) {
  const [{ all, tallies }, inUse] = await Promise.all([outcomes.tallies(owner), outcomes.weights(owner.accountId)]);
  const inForce = modelOf(inUse);
  const weights = deservedWeights(tallies, inUse?.weights);
  const own = Object.keys(weights).length === 0 ? null : await outcomes.named(weights);
  const model = modelOf(own);
  const isNew = own?.version !== inUse?.version;
  const suggestion = isNew ? { own, model, effect: effectOf(await outcomes.latestScored(owner), inForce, model) } : null;
  return { inForce, ...all, reasons: SIGNAL_CODES.map((code) => ({ code, likelihood: likelihoodOf(code, tallies) })), suggestion };
}

/** What another model would have changed: scores, and levels of lookups of which enough was known for one. */
function effectOf(latest: readonly ScoredLookup[], before: RiskModel, after: RiskModel) {
  const levels = new Map<string, { readonly from: Risk['level']; readonly to: Risk['level']; lookups: number }>();
  let [raised, lowered] = [0, 0];
  for (const { trace, level } of latest) {
    const score = (model: RiskModel) => scoreOf(reasonsOf(signalsOf(trace), model));
    const [old, next] = [score(before), score(after)];
    raised += Number(next > old);
    lowered += Number(next < old);
    const [from, to] = [levelOf(old), levelOf(next)];
    if (level === INSUFFICIENT || from === to) continue;
    const change = levels.get(`${from} ${to}`) ?? { from, to, lookups: 0 };
    levels.set(`${from} ${to}`, { ...change, lookups: change.lookups + 1 });
  }
  return { lookups: latest.length, raised, lowered, levels: [...levels.values()] };
}

/**
 * Puts a model in force for lookups that are accepted from now on: the shipped one, the one that is suggested now, or one that the account
 * had before.
 *
 * @throws ServiceError not_found for another, such as a suggestion that outcomes have changed since
 */
export async function chooseModel(ctx: CalibrationContext, caller: Caller, modelVersion: string): Promise<RiskModel> {
  const inForce = modelOf(await ctx.outcomes.weights(caller.accountId));
  if (inForce.version === modelVersion) return inForce;
  const own = modelVersion === MODEL_VERSION ? null : await findWeights(ctx, caller, modelVersion);
  await ctx.outcomes.use(caller, own);
  return modelOf(own);
}

async function findWeights(ctx: CalibrationContext, caller: Caller, modelVersion: string): Promise<OwnWeights | null> {
  const { suggestion } = await calibrate(ctx, caller);
  if (suggestion?.model.version === modelVersion) return suggestion.own;
  const earlier = await ctx.outcomes.weights(caller.accountId, modelVersion.slice(versionOf({ version: '' }).length));
  if (earlier && versionOf(earlier) === modelVersion) return earlier;
  throw new ServiceError('not_found', 'There is no such model: GET /v2/risk/calibration names the one that is suggested now.');
}
