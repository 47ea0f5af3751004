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
      .describe('The kinds of platforms that its lookups may ask. A platform is asked only if each of its kinds is among them.'),
    modules: z
      .array(z.enum(MODULES))
      .max(20)
      .describe('The modules that its lookups may run. `webMentions` needs all kinds, as do `breaches` at sites outside the catalogue.'),
  })
  .meta({ id: 'PurposeLimits' });

export const purposes = z
  .strictObject({
    purposes: z.array(z.string()),
    required: z.boolean(),
    v1Purpose: z.string().nullable().describe('The purpose of every v1 lookup; null: none.'),
    limits: z.array(purposeLimits).describe('What purposes of the list allow. A purpose that is not here allows everything.'),
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
