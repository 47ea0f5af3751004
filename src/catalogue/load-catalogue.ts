import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFileSchema, platformFileSchema } from './entry-schema.js';
import type { Platform } from '../domain/platform.js';
import type { ProbeSamples } from '../domain/probe-rule.js';
import type { QueryType } from '../domain/identity.js';

export async function loadCatalogue({ root, extra }: { root: string; extra?: string | undefined }) {
  const platforms: Platform[] = [];
  const samples = new Map<string, Partial<Record<QueryType, ProbeSamples>>>();
  const only = extra?.startsWith('only:');
  const folders = [...(only ? [] : [join(root, 'curated'), join(root, 'engines')]), ...(extra ? [extra.replace(/^only:/, '')] : [])];
  for (const folder of folders) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const json = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if ('engine' in json) {
        const e = engineFileSchema.parse(json);
        for (const site of e.sites) {
          const probes = JSON.parse(JSON.stringify(e.probes).replaceAll('{host}', site.host));
          platforms.push({ slug: site.slug, name: site.name, homepage: `https://${site.host}`, icon: null, tags: [], strength: site.strength ?? 'standard', instant: site.instant ?? [], probes });
          if (e.samples) samples.set(site.slug, e.samples);
        }
      } else {
        const p = platformFileSchema.parse(json);
        platforms.push({ slug: p.slug, name: p.name, homepage: p.homepage, icon: p.icon ?? null, tags: p.tags ?? [], strength: p.strength ?? 'standard', instant: p.instant ?? [], probes: p.probes });
        if (p.samples) samples.set(p.slug, p.samples);
      }
    }
  }
  const index = new Map(platforms.map((p) => [p.slug, p]));
  return { catalogue: { platforms, get: (slug: string) => index.get(slug) }, samples, refused: [] as { file: string; slug: string; reason: string }[] };
}
