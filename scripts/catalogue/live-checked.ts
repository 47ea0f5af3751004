/** Enters what a live check showed into the text of a platform file, without touching the rest of it. Pure. */
import { jsonLines } from '../../src/catalogue/catalogue-files.js';
import type { PlatformFile, SiteSoftwareFile } from '../../src/catalogue/entry-schema.js';
import type { LiveReport } from '../../src/cli/live-check.js';
import { QUERY_TYPES, type QueryType } from '../../src/domain/identity/identity.js';

/** States of a control that show that the rule reads the platform right. */
const PASSED: readonly string[] = ['healthy', 'confirm_only'];

/**
 * Sets `provenance.liveChecked` of each rule whose control passed; a later date and the rules of other platforms stay. The rule of a site
 * software is dated when it passed at every one of its sites.
 *
 * @returns the text, and the query types that passed but have no `provenance`
 */
export function enterLiveChecks(text: string, { checkedOn, controls }: LiveReport): { text: string; lacking: QueryType[] } {
  const file = JSON.parse(text) as PlatformFile | SiteSoftwareFile;
  const slugs = 'sites' in file ? file.sites.map(({ slug }) => slug) : [file.slug];
  const passed = new Set(
    controls.filter(({ state }) => PASSED.includes(state)).map(({ platform, queryType }) => `${platform}:${queryType}`),
  );
  const lines = text.split('\n');
  const at = jsonLines(text);
  const lacking: QueryType[] = [];
  for (const type of QUERY_TYPES) {
    const rule = file.probes[type];
    if (rule === undefined || !slugs.every((slug) => passed.has(`${slug}:${type}`))) continue;
    const line = at.get(`probes.${type}.provenance.liveChecked`);
    if (line === undefined || rule.provenance === undefined) lacking.push(type);
    else if ((rule.provenance.liveChecked ?? '') < checkedOn)
      lines[line - 1] = (lines[line - 1] as string).replace(/("liveChecked":\s*)(?:null|"[^"]*")/, `$1"${checkedOn}"`);
  }
  return { text: lines.join('\n'), lacking };
}
