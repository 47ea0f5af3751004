import type { SourceDescription } from '../../domain/lookup/enrichment-ports.js';
import type { EmailSource } from '../../domain/email/observations.js';

/** Which of the optional sources are configured. */
export interface EmailSourceSettings {
  readonly smtpProbe: boolean;
  readonly rdap: boolean;
}

/** Day of the newest sighting in the list of sightings; the other lists have no date. */
export const SIGHTINGS_DATE = '2026-02-18';

/** The e-mail module's sources as operators see them. */
export function describeEmailSources({ smtpProbe, rdap }: EmailSourceSettings): readonly SourceDescription[] {
  const source = (name: EmailSource, about: Omit<SourceDescription, 'name' | 'module'>): SourceDescription => ({
    name,
    module: 'email',
    ...about,
  });
  const live = { dataDate: null, licence: 'none: asked live', credit: null };
  return [
    source('mail-provider-table', { configured: true, settings: [], dataDate: '2026-11-21', licence: 'MIT', credit: null }),
    source('disposable-lists', {
      configured: true,
      settings: [],
      dataDate: SIGHTINGS_DATE,
      licence: 'CC0-1.0, BSD-3-Clause, MIT, ISC',
      credit:
        'fakefilter, Copyright (c) 2022 7c; mailchecker, Copyright (c) 2013 Francois-Guillaume Ribreau; disposable-email-domains; email-providers, Copyright (c) 2025 Jannis R',
    }),
    source('mail-dns', { configured: true, settings: ['DNS_SERVERS'], ...live }),
    source('smtp-dialogue', {
      configured: smtpProbe,
      settings: ['SMTP_PROBE', 'SMTP_PROBE_HELO', 'SMTP_PROBE_FROM', 'SMTP_PROBE_PORT'],
      ...live,
    }),
    source('rdap', { configured: rdap, settings: ['RDAP', 'RDAP_BOOTSTRAP_URL'], ...live }),
  ];
}
