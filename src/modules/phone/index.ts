import type { PhoneInspector } from '../../domain/lookup/enrichment.js';
import type { PhoneClaim } from '../../domain/phone/claim.js';
import { mergePhone } from '../../domain/phone/merge-phone.js';
import { querySources, type Source } from '../query-sources.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { allocatedCarrier } from './carrier-ranges.js';
import { type PhoneConfig, twilioAccount } from './describe.js';
import { numberPlan } from './number-plan.js';
import { createTelnyx, createTwilio } from './providers.js';

export type { PhoneConfig } from './describe.js';
export { describePhoneSources } from './describe.js';

/**
 * The phone module: the numbering plans and carrier ranges in this process, and the providers that the settings name.
 *
 * @param options.http shared client for providers
 */
export function createPhoneInspector({ config, http }: { config: PhoneConfig; http: ProviderHttp }): PhoneInspector {
  const account = twilioAccount(config);
  const sources: readonly Source<string, PhoneClaim>[] = [
    numberPlan,
    allocatedCarrier,
    ...(account ? [createTwilio({ http, baseUrl: config.TWILIO_LOOKUP_URL, ...account })] : []),
    ...(config.TELNYX_API_KEY ? [createTelnyx({ http, baseUrl: config.TELNYX_URL, apiKey: config.TELNYX_API_KEY })] : []),
  ];
  return {
    inspect: async (phone, budget) => {
      const asked = await querySources(sources, phone, budget);
      const { facts, decidedFields } = mergePhone(asked.flatMap(({ claim }) => (claim === null ? [] : [claim])));
      const notes = asked.map(({ source, claim, failure, tookMs }) => ({
        source,
        failure,
        tookMs,
        decidedFields: (claim && decidedFields.get(claim.source)) ?? [],
        codes: claim?.codes ?? [],
      }));
      return { facts, notes };
    },
  };
}
