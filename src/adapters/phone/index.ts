import type { LineInspector } from '../../domain/enrichment-ports.js';
import type { LineClaim } from '../../domain/line/claim.js';
import { mergeLine } from '../../domain/line/merge-line.js';
import { askAll, type Source } from '../ask-source.js';
import type { ProviderHttp } from '../provider-http.js';
import { allocatedCarrier } from './allocated-carrier.js';
import { type LineConfig, twilioAccount } from './config.js';
import { numberPlan } from './number-plan.js';
import { createTelnyx } from './telnyx.js';
import { createTwilio } from './twilio.js';

export type { LineConfig } from './config.js';
export { describeLineSources } from './describe.js';

/**
 * The phone module: the numbering plans and carrier ranges in this process, and the providers that the settings name.
 *
 * @param options.http shared client for providers
 */
export function createLineInspector({ config, http }: { config: LineConfig; http: ProviderHttp }): LineInspector {
  const account = twilioAccount(config);
  const sources: readonly Source<string, LineClaim>[] = [
    numberPlan,
    allocatedCarrier,
    ...(account ? [createTwilio({ http, baseUrl: config.TWILIO_LOOKUP_URL, ...account })] : []),
    ...(config.TELNYX_API_KEY ? [createTelnyx({ http, baseUrl: config.TELNYX_URL, apiKey: config.TELNYX_API_KEY })] : []),
  ];
  return {
    inspect: async (phone, patience) => {
      const asked = await askAll(sources, phone, patience);
      const { facts, decided } = mergeLine(asked.flatMap(({ claim }) => (claim === null ? [] : [claim])));
      const notes = asked.map(({ source, claim, silence, tookMs }) => ({
        source,
        silence,
        tookMs,
        decided: (claim && decided.get(claim.source)) ?? [],
        codes: claim?.codes ?? [],
      }));
      return { facts, notes };
    },
  };
}
