import type { MailboxVerdict } from '../smtp.js';
import type { Verification } from '../observations.js';
import { readIpqsEmail, readKickbox, readReacher } from '../verifier-results.js';
import type { Budget, SourceFailure } from '../../../kernel/values/source.js';
import type { ConfiguredSource } from '../../configured-sources.js';
import { type ProviderHttp, type ProviderResponse, providerSource, providerUrl } from '../../provider-http.js';
import { backOffAfterRefusal, type Source } from '../../query-sources.js';

/** A source that asks about mailboxes, by their addresses. */
export type Verifier = Source<string, Verification>;
type Means = { readonly http: ProviderHttp };

/** The verifiers that the e-mail module can query: each learns the address, so each has to be turned on by a setting of its own. */
export const VERIFIERS: readonly ConfiguredSource<Means, Verifier>[] = [
  {
    name: 'kickbox',
    settings: ['KICKBOX_API_KEY'],
    licence: 'terms of Kickbox',
    configure: ({ KICKBOX_API_KEY: key, KICKBOX_URL: url }) => {
      if (key === undefined) return null;
      // 403 is a key that it does not know, and a balance that is used up: the body says which.
      const more = { headers: { authorization: `Bearer ${key}` }, expectedStatuses: [403] };
      return verifier('kickbox', readKickbox, (http, email, budget) =>
        http.getJson(providerUrl(url, ['v2', 'verify'], { email, timeout: `${Math.floor(budget.budgetMs)}` }), { ...more, budget }),
      );
    },
  },
  {
    name: 'ipqualityscore',
    settings: ['IPQS_API_KEY', 'IPQS_EMAIL'],
    licence: 'terms of IPQualityScore',
    configure: ({ IPQS_API_KEY: key, IPQS_URL: url, IPQS_EMAIL: isOn }) => {
      if (key === undefined || !isOn) return null;
      return verifier('ipqualityscore', readIpqsEmail, (http, email, budget) => {
        const timeout = `${Math.ceil(budget.budgetMs / 1_000)}`;
        return http.getJson(providerUrl(url, ['api', 'json', 'email', key, email], { timeout }), { budget });
      });
    },
  },
  {
    name: 'reacher',
    settings: ['REACHER_URL', 'REACHER_SECRET'],
    licence: 'AGPL-3.0 or commercial, run by the operator',
    configure: ({ REACHER_URL: url, REACHER_SECRET: secret }) => {
      if (url === undefined) return null;
      const headers = secret === undefined ? {} : { 'x-reacher-secret': secret };
      return verifier('reacher', readReacher, (http, email, budget) => http.postJson(url, { to_email: email }, { headers, budget }));
    },
  },
];

/** How a verifier is queried: by one request. One that refused the key or the pace is left alone for a while. */
function verifier(
  source: Verification['source'],
  read: (body: unknown, email: string) => MailboxVerdict | SourceFailure,
  send: (http: ProviderHttp, email: string, budget: Budget) => Promise<ProviderResponse>,
) {
  const asked = providerSource(source, send, (body, email): Verification | SourceFailure => {
    const verdict = read(body, email);
    return typeof verdict === 'string' ? verdict : { source, verdict };
  });
  return (means: Means): Verifier => backOffAfterRefusal<Verifier, string, Verification>(asked(means));
}
