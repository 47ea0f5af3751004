import * as schema from './schema.js';
import type { SchemaPrivacy } from '../kernel/db/personal-data.js';

/** The personal data that every column of every table holds, or `none`, said beside the columns. docs/privacy.md is made from it. */
export const PRIVACY = {
  ...schema.ACCOUNTS_DATA,
  ...schema.LOOKUPS_DATA,
  ...schema.FACTS_DATA,
  ...schema.BATCHES_DATA,
  ...schema.DISPUTES_DATA,
  ...schema.OUTCOMES_DATA,
  ...schema.PEOPLE_DATA,
  ...schema.WEBHOOKS_DATA,
  ...schema.EMAILS_DATA,
  ...schema.USAGE_DATA,
  ...schema.AUDIT_DATA,
  ...schema.BREACHES_DATA,
  ...schema.FLEET_DATA,
  ...schema.PLATFORMS_DATA,
  ...schema.TRAFFIC_DATA,
  ...schema.PRIVACY_DATA,
  ...schema.SUPPRESSIONS_DATA,
} as const satisfies SchemaPrivacy<typeof schema>;
