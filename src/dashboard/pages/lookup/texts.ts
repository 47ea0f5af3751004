import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';

/** What is said where nothing was omitted. @param body null while the lookup runs */
export function textWithoutOmissions(body: Pick<LookupBodyV2, 'planned'> | null): string {
  if (!body) return 'So far, every check has a confident answer.';
  return body.planned === 0 ? 'No platform supports this kind of identity, so none was queried.' : 'Every check has a confident answer.';
}
