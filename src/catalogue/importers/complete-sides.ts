/**
 * Converts a source's check into the evidence of both sides. Sources conclude from a lack of evidence: whatever does not look
 * absent is "found", whatever is not found is "absent". Here each side needs evidence of its own; weak evidence is marked as
 * depending on the platform's control, and texts that could be on any page are dropped. Pure.
 */
import type { Evidence } from '../../domain/catalogue/probe-rule.js';
import { REDIRECT_STATUSES } from '../../domain/evaluation/root-redirect.js';
import { LOGIN_PATH } from '../../domain/block-pages/markers.js';
import { blockPageByStatus } from '../../domain/block-pages/match.js';
import { registrableDomain } from '../probe-host.js';
import { siteHost } from './deduplicate.js';
import { classifyAbsenceMarkers, classifyPresenceMarkers } from './classify-markers.js';
import { isPostSearch } from './exclusions.js';
import type { SourceEntry } from './source-entry.js';

export interface Sides {
  readonly registered?: Evidence;
  readonly absent?: Evidence;
}

/** Statuses with which sites send a text of their own about a missing account. */
const WEAK_ABSENCE_STATUSES: readonly number[] = [200, 404, 410];
const STRONG_ABSENCE_STATUSES: readonly number[] = [200, 400, 404, 410, 422];
/** A wiki account may exist without a user page. */
const WIKI_PAGE = /[/=:](?:User|Benutzer|Utilisateur|Usuario|Участник|Gebruiker|Utente):\{username\}/i;
const WIKI_ABSENCE = 'mw-userpage-userdoesnotexist';

/** The two sides of an entry; a side for which there is no evidence is left out. */
export function completeSides(entry: SourceEntry): Sides {
  const registered = presenceSide(entry);
  const absent = absenceSide(entry);
  return { ...(registered === null ? {} : { registered }), ...(absent === null ? {} : { absent }) };
}

function presenceSide({ check, url, presenceTexts, absenceTexts, presentStatus }: SourceEntry): Evidence | null {
  const status = presentStatus.length === 0 ? [200] : presentStatus;
  if (status.some((each) => each < 200 || each > 299)) return null;
  const { strong, weak } = classifyPresenceMarkers(presenceTexts, siteName(url));
  // Without a useful text only the echo is left, which needs the texts of the other side beside it.
  if (check === 'message' && strong.length + weak.length === 0 && hasNoMarkers(absenceTexts)) return null;
  const texts = strong.length > 0 ? strong : weak;
  return {
    status,
    contains: [...(texts.length === 1 ? texts : []), '{username}'],
    ...(texts.length > 1 ? { containsAny: texts } : {}),
    ...lacking(absenceTexts),
    ...(strong.length > 0 ? {} : { weakEvidence: true }),
  };
}

/** The part of the host that names the site: `example` of `www.example.co.uk`. */
const siteName = (url: string): string => (registrableDomain(siteHost(url)) ?? '').split('.')[0] ?? '';

const hasNoMarkers = (absence: readonly string[]): boolean => {
  const { strong, weak } = classifyAbsenceMarkers(absence);
  return strong.length + weak.length === 0;
};

function absenceSide(entry: SourceEntry): Evidence | null {
  const { url, check, presenceTexts, absenceTexts, absentStatus, absentLocation } = entry;
  if (isPostSearch(url)) return null;
  if (WIKI_PAGE.test(url)) {
    return absenceTexts.includes(WIKI_ABSENCE) ? { status: [200, 404], contains: [WIKI_ABSENCE] } : null;
  }
  if (check === 'redirect') return redirectEvidence(entry, absentLocation);
  const named = absentStatus.filter((status) => blockPageByStatus(status) === null && (status < 300 || status > 399));
  if (absentStatus.length > 0 && named.length === 0)
    return absentStatus.some((status) => REDIRECT_STATUSES.includes(status)) ? rootRedirectEvidence(entry) : null;
  const { strong, weak } = classifyAbsenceMarkers(absenceTexts);
  const texts = strong.length > 0 ? strong : weak;
  if (texts.length === 0) return check === 'status' ? statusEvidence(named, presenceTexts) : null;
  const status = named.length > 0 ? named : strong.length > 0 ? STRONG_ABSENCE_STATUSES : WEAK_ABSENCE_STATUSES;
  return {
    status,
    ...(texts.length === 1 ? { contains: texts } : { containsAny: texts }),
    ...lacking(presenceTexts),
    ...(strong.length > 0 ? {} : { weakEvidence: true }),
  };
}

/** "Not found" by status alone: an outage returns it too, so it counts only beside the control. */
function statusEvidence(named: readonly number[], presence: readonly string[]): Evidence | null {
  const status = named.length > 0 ? named.filter((each) => each >= 400) : [404];
  return status.length === 0 ? null : { status, ...lacking(presence), weakEvidence: true };
}

/**
 * Evidence from the target of the redirect for a missing account. Only the start of the URL is compared, so a target that is a
 * prefix of the requested URL would also match a redirect from `/Name` to `/name`; a redirect to a login proves nothing.
 */
function redirectEvidence(entry: SourceEntry, target: string | undefined): Evidence | null {
  const { url } = entry;
  if (target === undefined || isRootOf(url, target)) return rootRedirectEvidence(entry);
  if (!/^https?:\/\/[^/?#]+\/[^/]/.test(target)) return null;
  const place = target.replace(/^https?:\/\//, '').toLowerCase();
  const asked = url.replace(/^https?:\/\//, '').toLowerCase();
  if (asked.startsWith(place) || LOGIN_PATH.test(place.replace(/^[^/]*/, ''))) return null;
  return { status: REDIRECT_STATUSES, location: target };
}

/** The source says that the site redirects, not where, or to its root: such a redirect counts beside controls only. */
function rootRedirectEvidence({ method }: SourceEntry): Evidence | null {
  return method === 'GET' ? { status: REDIRECT_STATUSES, redirectToRoot: true } : null;
}

function isRootOf(url: string, target: string): boolean {
  const site = registrableDomain(siteHost(url));
  return /^https?:\/\/[^/?#]+\/?$/.test(target) && site !== null && registrableDomain(siteHost(target)) === site;
}

function lacking(texts: readonly string[]): Pick<Evidence, 'lacks'> {
  const all = [...new Set(texts)].filter((text) => text.trim().length > 2);
  return all.length === 0 ? {} : { lacks: all };
}
