/** Shapes of v1, field by field as the interface document has them. */
import { z } from 'zod';
import { RESULT_METHODS } from '../../domain/probe-rule.js';
import { QUERY_TYPES } from '../../domain/identity.js';

const moment = z.iso.datetime();
const slug = z.string();

export const onlyTrue = z.literal('true', "only the value 'true' is accepted").optional();

export const queryType = z.enum(QUERY_TYPES);

export const platformSummary = z.object({
  platform: slug,
  supports: z.array(queryType),
  instant: z.array(queryType),
});
export const platformList = z.object({ total: z.int(), platforms: z.array(platformSummary) });

export const platformResult = z.object({
  platform: slug,
  registered: z.boolean(),
  method: z.enum(RESULT_METHODS),
  icon: z.string().nullable(),
  checkedAt: moment,
  mailboxProvider: z.boolean().optional(),
});

export const breachRecord = z.object({ name: z.string(), date: z.string() });
export const webMention = z.object({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  matchConfidence: z.enum(['confirmed', 'unconfirmed']),
});
export const phoneDetails = z.object({
  valid: z.boolean(),
  carrier: z.string().nullable(),
  lineType: z.string().nullable(),
  countryCode: z.string().nullable(),
  voipClass: z.enum(['fixed', 'nonFixed']).nullable().optional(),
  isVoip: z.boolean().nullable().optional(),
});
export const emailDetails = z.object({
  deliverable: z.boolean().nullable(),
  disposable: z.boolean().nullable(),
  freeProvider: z.boolean().nullable(),
  acceptAll: z.boolean().nullable(),
  domainAgeDays: z.number().nullable(),
  domainRegisteredAt: z.string().nullable(),
});
const flag = z.boolean().nullable();
const text = z.string().nullable();
const number = z.number().nullable();
export const ipDetails = z.object({
  ip: z.string(),
  riskScore: number, confidence: number,
  isProxy: flag, isVpn: flag, isTor: flag, isHosting: flag, isScraper: flag, isCompromised: flag,
  operator: text, asn: text, isp: text, connectionType: text,
  countryCode: text, regionName: text, cityName: text,
  latitude: number, longitude: number, timezone: text,
});

export const lookupResponse = z.object({
  lookupId: z.string(),
  query: z.string(),
  platformsChecked: z.int(),
  matches: z.int(),
  socialMatches: z.int(),
  hits: z.array(slug),
  servedFromCache: z.boolean(),
  results: z.array(platformResult),
  breaches: z.array(breachRecord).nullable(),
  webMentions: z.array(webMention).nullable(),
  phoneDetails: phoneDetails.nullable(),
  emailDetails: emailDetails.nullable(),
  ipDetails: ipDetails.nullable(),
  platformsPending: z.int().optional(),
});
export const pendingLookup = z.object({ lookupId: z.string(), status: z.literal('processing') });

/** Free-form keys; the modules' are booleans. */
export const checks = z
  .looseObject({
    footprint: z.boolean().optional(),
    email: z.boolean().optional(),
    phone: z.boolean().optional(),
    ip: z.boolean().optional(),
    breaches: z.boolean().optional(),
    webMentions: z.boolean().optional(),
  });

export const lookupRequest = z.object({
  query: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  platforms: z.array(slug).max(10_000).optional(),
  ip: z.string().optional(),
  checks: checks.optional(),
});

export const batchItem = lookupRequest.omit({ platforms: true });
export const batchLookup = z.object({ items: z.array(batchItem).min(1).max(50) });
export const batchResponse = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      lookupId: z.string().optional(),
      status: z.enum(['queued', 'error']),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
});

export const lookupHistoryEntry = z.object({
  id: z.string(),
  query: z.string(),
  queryType,
  platformsChecked: z.int(),
  matches: z.int(),
  socialMatches: z.int(),
  createdAt: moment,
});
export const lookupHistory = z.array(lookupHistoryEntry);

export type LookupResponse = z.infer<typeof lookupResponse>;
export type PendingLookup = z.infer<typeof pendingLookup>;
