/** Expands a site software file (one rule, many hosts) into separate platforms. Pure. */
import { QUERY_TYPES } from '../../kernel/identity/identity.js';
import type { Platform } from './rules/platform.js';
import { type ProbeRule, type ProbeSamples, type Probes, RULE_SIDES } from './rules/probe-rule.js';
import type { SiteSoftwareFile, PlatformFile } from './entry-schema.js';

export type SamplesByType = Partial<Record<(typeof QUERY_TYPES)[number], ProbeSamples>>;
export interface ExpandedEntry {
  readonly platform: Platform;
  readonly samples: SamplesByType;
}

/** A platform file as the platform that lookups use, with its samples. */
export function expandPlatformFile({ samples, ...file }: PlatformFile): ExpandedEntry {
  const { slug, name, homepage, icon, tags, strength, instant, probes, retired, sameAccountAs, profilePage } = file;
  return {
    platform: {
      slug,
      name,
      homepage,
      icon: icon ?? null,
      tags: tags ?? [],
      strength: strength ?? 'standard',
      instant: instant ?? [],
      probes,
      ...seenIn(samples),
      ...(profilePage === undefined ? {} : { profilePage }),
      ...(retired === undefined ? {} : { retired }),
      ...(sameAccountAs === undefined ? {} : { sameAccountAs }),
    },
    samples: samples ?? {},
  };
}

/** What samples tell of the rules they belong to: where the shapes of both sides were seen, if anywhere. */
function seenIn(samples: SamplesByType = {}): Pick<Platform, 'sampleOrigins'> {
  const seen = QUERY_TYPES.flatMap((type) => {
    const origins = RULE_SIDES.flatMap((side) => {
      const origin = samples[type]?.[side]?.origin ?? 'constructed';
      return origin === 'constructed' ? [] : [[side, origin] as const];
    });
    return origins.length === 0 ? [] : [[type, Object.fromEntries(origins)] as const];
  });
  return seen.length === 0 ? {} : { sampleOrigins: Object.fromEntries(seen) };
}

/**
 * One site of a site software file. `{host}` is rendered in every text; the site's positive controls come before those that the file
 * names for every site; the name of the software is added to the tags.
 */
export function expandSite(file: SiteSoftwareFile, site: SiteSoftwareFile['sites'][number]): ExpandedEntry {
  const probes: Partial<Record<keyof Probes, ProbeRule>> = {};
  for (const queryType of QUERY_TYPES) {
    const rule = file.probes[queryType];
    if (rule === undefined) continue;
    const positiveControls = [...new Set([...(site.positiveControls?.[queryType] ?? []), ...(rule.positiveControls ?? [])])];
    probes[queryType] = { ...withHost<ProbeRule>(rule, site.host), ...(positiveControls.length === 0 ? {} : { positiveControls }) };
  }
  return {
    platform: {
      slug: site.slug,
      name: site.name,
      homepage: site.homepage ?? `https://${site.host}/`,
      icon: site.icon ?? null,
      tags: [...new Set([...(site.tags ?? []), file.software])],
      strength: site.strength ?? 'standard',
      instant: site.instant ?? [],
      probes,
      ...(file.profilePage === undefined ? {} : { profilePage: withHost(file.profilePage, site.host) }),
      ...seenIn(file.samples),
    },
    samples: file.samples === undefined ? {} : withHost<SamplesByType>(file.samples, site.host),
  };
}

/** The value with `{host}` rendered in every string. Parts without it are shared, not copied: one software has a thousand sites. */
function withHost<T>(value: T, host: string): T {
  return filled(value, host) as T;
}

function filled(value: unknown, host: string): unknown {
  if (typeof value === 'string') return value.includes('{host}') ? value.replaceAll('{host}', host) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => filled(item, host));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value).map(([name, inner]) => [name, inner, filled(inner, host)] as const);
  if (members.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(members.map(([name, , after]) => [name, after]));
}
