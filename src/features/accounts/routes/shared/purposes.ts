import { z } from 'zod';
import { PLATFORM_KINDS } from '../../../../engine/catalogue/rules/kinds.js';
import { MODULES } from '../../../../facts/checks.js';
import { freeText } from '../../../../kernel/http/request-fields.js';
import { limitsOf, MAX_PURPOSE, NOBODYS_PURPOSE, namesNobody, type Purposes } from '../../purposes.js';
import type { PurposeStore } from '../../store/account-store.js';

export interface PurposesContext {
  readonly purposes: PurposeStore;
}

export const purposeName = freeText(MAX_PURPOSE).trim().min(1).refine(namesNobody, NOBODYS_PURPOSE);

export const purposeLimits = z
  .strictObject({
    purpose: purposeName,
    kinds: z
      .array(z.enum(PLATFORM_KINDS))
      .max(50)
      .describe('The kinds of platforms that lookups with this purpose may probe: a platform needs all its kinds in this list.'),
    modules: z
      .array(z.enum(MODULES))
      .max(20)
      .describe(
        'The modules that these lookups may run. `webMentions` needs all `kinds`, as do `breaches` at sites outside the catalogue.',
      ),
  })
  .meta({ id: 'PurposeLimits' });

export const purposes = z
  .strictObject({
    purposes: z.array(z.string()),
    required: z.boolean(),
    v1Purpose: z.string().nullable().describe('The purpose of every v1 lookup; null if they have none.'),
    limits: z.array(purposeLimits).describe('What each purpose allows. A purpose without an entry allows everything.'),
  })
  .meta({ id: 'AccountPurposes' });

export function showPurposes(list: Purposes): z.output<typeof purposes> {
  const limits = list.purposes.flatMap((purpose) => {
    const allowed = limitsOf(list, purpose);
    return allowed ? [{ purpose, kinds: [...allowed.kinds], modules: [...allowed.modules] }] : [];
  });
  return { purposes: [...list.purposes], required: list.required, v1Purpose: list.v1Purpose ?? null, limits };
}

export const path = '/v2/account/purposes';
