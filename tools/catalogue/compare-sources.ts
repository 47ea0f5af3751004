/** What two versions of the sources differ in, and what that means for the catalogue. Pure. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { compareText } from '../../src/kernel/values/compare-text.js';
import { createOwnerFinder } from '../importers/deduplicate.js';
import { readMaigret } from '../importers/maigret.js';
import { readSherlock } from '../importers/sherlock.js';
import { slugKey } from '../importers/slugs.js';
import type { Refused, SourceEntry } from '../importers/source-entry.js';
import type { Rebuilt } from './rebuild.js';
import { sitesOf, type SourceName } from './source-data.js';
import type { Sources } from './source-wheels.js';

/** Kinds of change, the most urgent first, with their titles in the report. */
export const CHANGE_KINDS = {
  disabled: 'Switched off upstream',
  protected: 'Walled upstream',
  vanished: 'Vanished upstream',
  changed: 'Changed upstream',
  restored: 'Switched on again upstream',
  appeared: 'New upstream',
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;

/** One site of a source that is not what it was. */
export interface SourceChange {
  readonly kind: ChangeKind;
  readonly source: SourceName;
  /** The source's name for the site. */
  readonly name: string;
  /** What changed: the source's reason, or the fields. */
  readonly detail: string;
  /** Our platform of that site before, if there is one. */
  readonly slug?: string | undefined;
  /** What becomes of it. */
  readonly effect?: 'leaves the catalogue' | 'stays in the catalogue' | 'has a hand-made rule' | undefined;
}

export interface Version {
  readonly sources: Sources;
  readonly built: Rebuilt;
}

type SiteState = { readonly entry: SourceEntry } | { readonly refusal: Refused };

const READERS = { maigret: readMaigret, sherlock: readSherlock } as const;
/** A source that lost more than this share of its sites is taken for damaged. */
const MAX_LOST = 0.5;

/**
 * All changes, most urgent kinds first, within a kind those of our platforms first.
 *
 * @throws when a source has lost so many sites that it must be damaged; the message is one sentence
 */
export function compareSources(before: Version, after: Version): SourceChange[] {
  const changes = (Object.keys(READERS) as SourceName[]).flatMap((source) =>
    compareOne(source, before.sources[source].pack.json, after.sources[source].pack.json),
  );
  const ours = platformFinder(before.built);
  const kept = new Set(after.built.result.admitted.map(({ slug }) => slug));
  const handMade = new Set(before.built.shipped.map(({ slug }) => slug));
  const rank = ({ kind, slug }: SourceChange) => Object.keys(CHANGE_KINDS).indexOf(kind) * 2 + (slug === undefined ? 1 : 0);
  return changes
    .map(({ entry, ...change }) => {
      const slug = ours(change, entry);
      if (slug === undefined) return change;
      const effect = handMade.has(slug) ? 'has a hand-made rule' : kept.has(slug) ? 'stays in the catalogue' : 'leaves the catalogue';
      return { ...change, slug, effect } as const;
    })
    .sort((a, b) => rank(a) - rank(b) || compareText(a.name, b.name));
}

function compareOne(source: SourceName, before: unknown, after: unknown) {
  const [old, now] = [sitesIn(source, before), sitesIn(source, after)];
  const lost = [...old.keys()].filter((name) => !now.has(name)).length;
  if (lost > MAX_LOST * old.size)
    throw new Error(`the data of ${source} is refused: ${lost} of its ${old.size} sites are gone, so it is cut off or another file`);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const change = changeOf(old.get(name), now.get(name));
    const state = old.get(name) ?? now.get(name);
    return change === null ? [] : [{ ...change, source, name, entry: state && 'entry' in state ? state.entry : undefined }];
  });
}

function sitesIn(source: SourceName, json: unknown): Map<string, SiteState> {
  const { entries, refused } = READERS[source](json);
  const names = new Set(Object.keys(sitesOf(source, json)));
  return new Map<string, SiteState>([
    ...entries.map((entry) => [entry.name, { entry }] as const),
    ...refused.filter(({ name }) => names.has(name)).map((refusal) => [refusal.name, { refusal }] as const),
  ]);
}

/** @returns null for a site of which nothing changed that we read */
function changeOf(old: SiteState | undefined, now: SiteState | undefined): Pick<SourceChange, 'kind' | 'detail'> | null {
  if (now === undefined) return { kind: 'vanished', detail: 'the source no longer has it' };
  const [was, is] = [refusalOf(old), refusalOf(now)];
  if (old !== undefined && isMark(is?.group) && is?.group !== was?.group) return { kind: is.group, detail: is.reason };
  if (old === undefined) return { kind: 'appeared', detail: is?.reason ?? 'the source checks it' };
  if (isMark(was?.group) && !isMark(is?.group)) return { kind: 'restored', detail: is?.reason ?? 'the source checks it again' };
  if (is !== undefined) return is.reason === was?.reason ? null : { kind: 'changed', detail: is.reason };
  const fields = changedFields('entry' in old ? old.entry : {}, 'entry' in now ? now.entry : {});
  return fields.length === 0 ? null : { kind: 'changed', detail: fields.join(', ') };
}

const refusalOf = (state: SiteState | undefined): Refused | undefined => (state && 'refusal' in state ? state.refusal : undefined);
const isMark = (group: Refused['group'] | undefined): group is 'disabled' | 'protected' => group === 'disabled' || group === 'protected';

function changedFields(old: object, now: object): string[] {
  const value = (entry: object, field: string) => JSON.stringify((entry as Record<string, unknown>)[field]);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((field) => value(old, field) !== value(now, field));
}

/** Finds our platform of a source's site: the one that was made of it, else the one at its host. */
function platformFinder({ result, shipped }: Rebuilt) {
  const made = new Map([...result.provenance].map(([slug, { source, name }]) => [slugKey(source, name), slug]));
  const owner = createOwnerFinder([
    ...shipped,
    ...(result.admitted as readonly Pick<Platform, 'slug' | 'homepage' | 'probes'>[] as Platform[]),
  ]);
  return ({ source, name }: Pick<SourceChange, 'source' | 'name'>, entry: SourceEntry | undefined): string | undefined =>
    made.get(slugKey(source, name)) ?? (entry && owner(entry)?.slug);
}
