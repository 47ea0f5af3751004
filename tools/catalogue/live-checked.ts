/** Enters what live checks showed into the text of a platform file, without touching the rest of it. Pure. */
import { jsonLines } from '../../src/engine/catalogue/catalogue-files.js';
import type { PlatformFile, SiteSoftwareFile } from '../../src/engine/catalogue/entry-schema.js';
import type { MergedControl } from '../../src/engine/controls/live-report.js';
import { compareText } from '../../src/kernel/values/compare-text.js';
import { QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';

/**
 * Sets `provenance.liveChecked` of each rule whose control passed somewhere and failed nowhere; a later date and the rules of other
 * platforms stay. The rule of a site software is dated when it passed at every one of its sites, with the earliest of their days.
 *
 * @returns the text, and the query types that passed but have no `provenance`
 */
export function enterLiveChecks(text: string, controls: readonly MergedControl[]): { text: string; lacking: QueryType[] } {
  const file = JSON.parse(text) as PlatformFile | SiteSoftwareFile;
  const slugs = 'sites' in file ? file.sites.map(({ slug }) => slug) : [file.slug];
  const days = new Map(
    controls
      .filter(({ result }) => result === 'live_checked')
      .map(({ platform, queryType, checkedOn }) => [`${platform}:${queryType}`, checkedOn]),
  );
  const lines = text.split('\n');
  const at = jsonLines(text);
  const lacking: QueryType[] = [];
  for (const type of QUERY_TYPES) {
    const rule = file.probes[type];
    const passed = slugs.flatMap((slug) => days.get(`${slug}:${type}`) ?? []).sort(compareText);
    const [checkedOn] = passed;
    if (rule === undefined || checkedOn === undefined || passed.length < slugs.length) continue;
    const line = at.get(`probes.${type}.provenance.liveChecked`);
    if (line === undefined || rule.provenance === undefined) lacking.push(type);
    else if ((rule.provenance.liveChecked ?? '') < checkedOn)
      lines[line - 1] = (lines[line - 1] as string).replace(/("liveChecked":\s*)(?:null|"[^"]*")/, `$1"${checkedOn}"`);
  }
  return { text: lines.join('\n'), lacking };
}
