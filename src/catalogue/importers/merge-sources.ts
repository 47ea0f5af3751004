/** Merges two sources, so that one site is one platform. Pure. */
import { requestKey, siteHost } from './deduplicate.js';
import { refusalReason, type ReadSource, type Refused, type SourceEntry } from './source-entry.js';

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const hostsOf = ({ url, homepage }: SourceEntry): string[] =>
  [...new Set([siteHost(url), siteHost(homepage)])].filter((host) => host !== '');

/**
 * The first source's entries, completed by the second's for the same host, and the second's entries whose host the first does not
 * have. A refusal by the first (disabled, protected) also applies to the second's entry for that host: both describe the same
 * site, and a reported problem outweighs a missing report.
 */
export function mergeSources(first: ReadSource, second: ReadSource): ReadSource {
  const entries = [...first.entries];
  const refused: Refused[] = [...first.refused, ...second.refused];
  const byHost = new Map<string, number[]>();
  entries.forEach((entry, index) => {
    for (const host of hostsOf(entry)) byHost.set(host, [...(byHost.get(host) ?? []), index]);
  });
  const doubted = new Map(first.refused.flatMap((refusal) => (refusal.host === undefined ? [] : [[refusal.host, refusal] as const])));
  for (const entry of second.entries) {
    const rivals = [...new Set(hostsOf(entry).flatMap((host) => byHost.get(host) ?? []))];
    const doubt = hostsOf(entry)
      .map((host) => doubted.get(host))
      .find((each) => each !== undefined);
    const same = rivals.find((index) => requestKey((entries[index] as SourceEntry).url) === requestKey(entry.url));
    for (const index of rivals) entries[index] = merged(entries[index] as SourceEntry, entry, index === same);
    const [rival] = rivals;
    if (rival !== undefined) {
      const { source, name } = entries[same ?? rival] as SourceEntry;
      refused.push({ name: entry.name, ...refusalReason('covered already', `${source}'s "${name}" is the same site`) });
    } else if (doubt !== undefined) {
      refused.push({
        name: entry.name,
        group: doubt.group,
        reason: `${first.entries[0]?.source ?? 'the other source'} about the same site: ${doubt.reason}`,
      });
    } else entries.push(entry);
  }
  return { entries, refused };
}

/** Adds what only the other source has: accounts and tags of the site; texts and the naming rule only for the same page. */
function merged(entry: SourceEntry, other: SourceEntry, samePage: boolean): SourceEntry {
  const site = {
    ...entry,
    tags: union(
      entry.tags,
      other.tags.filter((tag) => tag === 'nsfw'),
    ),
    positiveControls: union(entry.positiveControls, other.positiveControls),
  };
  if (!samePage) return site;
  const speaks = other.check === 'message' && entry.check !== 'redirect';
  return {
    ...site,
    check: speaks ? 'message' : entry.check,
    absenceTexts: speaks ? union(entry.absenceTexts, other.absenceTexts) : entry.absenceTexts,
    namingRule: entry.namingRule ?? other.namingRule,
    siteSoftware: entry.siteSoftware ?? other.siteSoftware,
  };
}
