/** The report of `npm run catalogue:refresh`, in Markdown. Pure. */
import { compareText } from '../../src/kernel/values/compare-text.js';
import { CHANGE_KINDS, type ChangeKind, type SourceChange, type Version } from './compare-sources.js';

/** A review list: one box for each change, the most urgent kinds first, then what a rebuild does to the catalogue. */
export function reviewList(changes: readonly SourceChange[], before: Version, after: Version): string {
  const versions = (['maigret', 'sherlock'] as const).map((source) => {
    const [old, now] = [before.sources[source].pack, after.sources[source].pack];
    return `- ${now.name}: ${old.version} → ${now.version}${old.sha256 === now.sha256 ? ', the same data' : ''}`;
  });
  const sections = (Object.keys(CHANGE_KINDS) as ChangeKind[]).map((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(changeLine);
    return `## ${CHANGE_KINDS[kind]}: ${lines.length}\n\n${lines.join('\n') || 'None.'}\n`;
  });
  const [old, now] = [before, after].map(({ built }) => new Map(built.result.admitted.map((file) => [file.slug, JSON.stringify(file)])));
  const list = (title: string, slugs: readonly string[]) => `- ${title} (${slugs.length}): ${slugs.map(code).join(', ') || 'none'}`;
  const has = (one = new Map<string, string>(), other = new Map<string, string>(), test: (slug: string) => boolean) =>
    [...one.keys()].filter((slug) => test(slug) && one.get(slug) !== other.get(slug)).sort(compareText);
  return [
    '# Changes of the sources\n',
    `${versions.join('\n')}\n`,
    ...sections,
    `## What a rebuild does: ${old?.size} → ${now?.size} imported platforms\n`,
    list(
      'removed',
      has(old, now, (slug) => !now?.has(slug)),
    ),
    list(
      'changed',
      has(now, old, (slug) => old?.has(slug) === true),
    ),
    list(
      'added',
      has(now, old, (slug) => !old?.has(slug)),
    ),
    '',
  ].join('\n');
}

function changeLine({ source, name, detail, slug, effect }: SourceChange): string {
  const ours = slug === undefined ? '' : `${code(slug)} ${effect}; `;
  return `- [ ] ${ours}${source} ${code(name)}: ${plain(detail)}`;
}

/** The text of a source cannot end the line, the code span or the list, and has a limit. */
const plain = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[<>[\]|*_`\\]/g, ' ')
    .slice(0, 200);
const code = (text: string): string => `\`${text.replace(/[`\p{C}\s]+/gu, ' ').slice(0, 100)}\``;
