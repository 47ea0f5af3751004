import type { Config } from '../../../kernel/config/env.js';
import type { SourceDescription } from '../../fact-modules.js';
import type { PhoneInspector } from '../phone-details.js';
import type { PhoneClaim } from '../claim.js';
import { mergePhone } from '../merge-phone.js';
import type { ProviderHttp } from '../../provider-http.js';
import { type ConfiguredSource, createConfigured, describeConfigured } from '../../configured-sources.js';
import { querySources, type Source } from '../../query-sources.js';
import { allocatedCarrier, numberPlan } from './number-plan.js';
import { PROVIDERS } from './providers.js';

const LIBPHONENUMBER = { settings: [], licence: 'MIT, data of libphonenumber (Apache-2.0)' } as const;

/** The numbering plans and carrier ranges in this process, then the providers. */
const SOURCES: readonly ConfiguredSource<{ readonly http: ProviderHttp }, Source<string, PhoneClaim>>[] = [
  { ...LIBPHONENUMBER, name: numberPlan.name, configure: () => () => numberPlan },
  { ...LIBPHONENUMBER, name: allocatedCarrier.name, configure: () => () => allocatedCarrier },
  ...PROVIDERS,
];

/** The sources of the phone module, configured or not. */
export function describePhoneSources(config: Config): SourceDescription[] {
  return describeConfigured('phone', SOURCES, config);
}

/**
 * The phone module, with the sources that the settings configure.
 *
 * @param options.http shared client for providers
 */
export function createPhoneInspector({ config, http }: { config: Config; http: ProviderHttp }): PhoneInspector {
  const sources = createConfigured(SOURCES, config, { http });
  return {
    inspect: async (phone, budget) => {
      const reports = await querySources(sources, phone, budget);
      const { facts, decidedFields } = mergePhone(reports.flatMap(({ claim }) => (claim === null ? [] : [claim])));
      const notes = reports.map(({ source, claim, failure, tookMs }) => ({
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
