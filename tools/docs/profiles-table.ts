import { basename } from 'node:path';
import type { LoadedCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { groupBy } from '../../src/kernel/values/group-by.js';

/** What the rules of each file show of an account: file, query type, number of platforms, fields. */
export function profilesByFile(platforms: readonly Platform[], { origins }: LoadedCatalogue): string[][] {
  const rows = platforms.flatMap(({ slug, probes }) => {
    const file = basename(origins.get(slug)?.file ?? '', '.json').replace(/^software-/, '');
    return QUERY_TYPES.flatMap((type) => {
      const profile = probes[type]?.profile;
      if (!profile) return [];
      const { of: _object, handle: _handle, counts, state, ...fields } = profile;
      const named = [...Object.keys(fields), ...Object.keys(counts ?? {}), ...Object.keys(state ?? {})];
      return [{ file, type, fields: named.join(', ') }];
    });
  });
  const groups = [...groupBy(rows, ({ file, type }) => `${file} ${type}`)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([, all]) => [all[0]?.file ?? '', all[0]?.type ?? '', String(all.length), all[0]?.fields ?? '']);
}
