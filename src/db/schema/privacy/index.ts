import type * as schema from '../index.js';
import { ACCOUNTS } from './accounts.js';
import { AUDIT } from './audit.js';
import { BREACHES } from './breaches.js';
import type { SchemaPrivacy } from './columns.js';
import { ERASURES } from './erasures.js';
import { FLOW } from './flow.js';
import { DERIVED, LEADS, LOOKUPS } from './lookups.js';
import { PEOPLE } from './people.js';
import { PLATFORMS } from './platforms.js';
import { SUPPRESSIONS } from './suppressions.js';
import { USAGE } from './usage.js';
import { WEBHOOKS } from './webhooks.js';

export type { ColumnPrivacy, PersonalData } from './columns.js';

/** Of every column of every table: the personal data that it holds, or `none`. docs/privacy.md is made from it. */
export const PRIVACY = {
  ...ACCOUNTS,
  ...LOOKUPS,
  ...DERIVED,
  ...LEADS,
  ...SUPPRESSIONS,
  ...ERASURES,
  ...PEOPLE,
  ...AUDIT,
  ...USAGE,
  ...WEBHOOKS,
  ...PLATFORMS,
  ...BREACHES,
  ...FLOW,
} satisfies SchemaPrivacy<typeof schema>;
