/**
 * Turns a foreign check into our two sides. Foreign rules rest on the want of something: whatever does not look absent is
 * "found", whatever is not found is "absent". Here either side needs something of its own; what is too little for that is
 * marked as resting on the platform's control, and what could stand on any page is dropped. Pure.
 */
import type { Evidence } from '../../domain/probe-rule.js';
import { REDIRECT_STATUSES } from '../../domain/root-redirect.js';
import { LOGIN_PATH } from '../../domain/wall-markers.js';
import { statusWall } from '../../domain/walls.js';
import { registrableDomain } from '../probe-host.js';
import { siteHost } from './covered.js';
import { gradeAbsence, gradePresence } from './grade-texts.js';
import { isPostSearch } from './keep-out.js';
import type { SourceEntry } from './source-entry.js';

export interface Sides {
  readonly registered?: Evidence;
  readonly absent?: Evidence;
}

/** Where sites put a text of their own about an account that is not there. */
const MISSING_PAGE: readonly number[] = [200, 404, 410];
const MISSING_IN_WORDS: readonly number[] = [200, 400, 404, 410, 422];
/** A wiki's user page may be unwritten though the account exists. */
const WIKI_PAGE = /[/=:](?:User|Benutzer|Utilisateur|Usuario|Участник|Gebruiker|Utente):\{username\}/i;
const WIKI_ABSENCE = 'mw-userpage-userdoesnotexist';

/** The two sides of an entry; a side for which there is no evidence is left out. */
export function completeSides(entry: SourceEntry): Sides {
  const registered = presenceSide(entry);
  const absent = absenceSide(entry);
  return { ...(registered === null ? {} : { registered }), ...(absent === null ? {} : { absent }) };
}

function presenceSide({ check, url, presence, absence, presentStatus }: SourceEntry): Evidence | null {
  const status = presentStatus.length === 0 ? [200] : presentStatus;
  if (status.some((each) => each < 200 || each > 299)) return null;
  const { strong, weak } = gradePresence(presence, siteName(url));
  // A list of which nothing is of use leaves no more than the echo, which needs the other side's texts beside it.
  if (check === 'message' && strong.length + weak.length === 0 && gradeNothing(absence)) return null;
  const texts = strong.length > 0 ? strong : weak;
  return {
    status,
    contains: [...(texts.length === 1 ? texts : []), '{username}'],
    ...(texts.length > 1 ? { containsAny: texts } : {}),
    ...lacking(absence),
    ...(strong.length > 0 ? {} : { restsOnControl: true }),
  };
}

/** The part of the host that names the site: `example` of `www.example.co.uk`. */
const siteName = (url: string): string => (registrableDomain(siteHost(url)) ?? '').split('.')[0] ?? '';

const gradeNothing = (absence: readonly string[]): boolean => {
  const { strong, weak } = gradeAbsence(absence);
  return strong.length + weak.length === 0;
};

function absenceSide(entry: SourceEntry): Evidence | null {
  const { url, check, presence, absence, absentStatus, absentLocation } = entry;
  if (isPostSearch(url)) return null;
  if (WIKI_PAGE.test(url)) {
    return absence.includes(WIKI_ABSENCE) ? { status: [200, 404], contains: [WIKI_ABSENCE] } : null;
  }
  if (check === 'redirect') return redirected(entry, absentLocation);
  const named = absentStatus.filter((status) => statusWall(status) === null && (status < 300 || status > 399));
  if (absentStatus.length > 0 && named.length === 0) return absentStatus.some((status) => REDIRECT_STATUSES.includes(status)) ? toRoot(entry) : null;
  const { strong, weak } = gradeAbsence(absence);
  const texts = strong.length > 0 ? strong : weak;
  if (texts.length === 0) return check === 'status' ? bareStatus(named, presence) : null;
  const status = named.length > 0 ? named : strong.length > 0 ? MISSING_IN_WORDS : MISSING_PAGE;
  return {
    status,
    ...(texts.length === 1 ? { contains: texts } : { containsAny: texts }),
    ...lacking(presence),
    ...(strong.length > 0 ? {} : { restsOnControl: true }),
  };
}

/** "Not found" and no word more: an outage says it too, so it is worth what the control is worth. */
function bareStatus(named: readonly number[], presence: readonly string[]): Evidence | null {
  const status = named.length > 0 ? named.filter((each) => each >= 400) : [404];
  return status.length === 0 ? null : { status, ...lacking(presence), restsOnControl: true };
}

/**
 * Where a redirect leads when nobody is there. Only the start of the address is compared, so a target above the address
 * asked would also be met by `/Name` leading to `/name`, and one behind a log-in says nothing.
 */
function redirected(entry: SourceEntry, target: string | undefined): Evidence | null {
  const { url } = entry;
  if (target === undefined || isRootOf(url, target)) return toRoot(entry);
  if (!/^https?:\/\/[^/?#]+\/[^/]/.test(target)) return null;
  const place = target.replace(/^https?:\/\//, '').toLowerCase();
  const asked = url.replace(/^https?:\/\//, '').toLowerCase();
  if (asked.startsWith(place) || LOGIN_PATH.test(place.replace(/^[^/]*/, ''))) return null;
  return { status: REDIRECT_STATUSES, location: target };
}

/** The source says that the site redirects, not where, or to its root: that is read beside controls only. */
function toRoot({ method }: SourceEntry): Evidence | null {
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
