import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './project-files.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

const CONTRACT = 'docs/contract.md';
/** `docs/contract.md, 9.3` or `docs/contract.md, 1.2 and 1.4`. */
const CITATION = /docs\/contract\.md, (\d+(?:\.\d+)?(?:(?:,| and) \d+(?:\.\d+)?)*)/g;

/** Sections of docs/contract.md that source files cite and that it does not have: `9` is a section, `9.3` its third point. */
export function checkContractSections(root: string = PROJECT_ROOT): Findings {
  const files = projectFiles(root);
  const sections = files.includes(CONTRACT) ? sectionsOf(readFileSync(join(root, CONTRACT), 'utf8')) : new Set<string>();
  return files
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => {
      // A citation may run over the end of a comment's line.
      const text = readFileSync(join(root, file), 'utf8').replace(/\n\s*(?:\*|\/\/)\s/g, ' ');
      const cited = [...text.matchAll(CITATION)].flatMap(([, numbers = '']) => numbers.split(/(?:,| and) /));
      return [...new Set(cited)]
        .filter((number) => !sections.has(number))
        .map((number) => `${file}: cites ${CONTRACT}, ${number}, which does not exist`);
    });
}

function sectionsOf(text: string): Set<string> {
  const found = new Set<string>();
  let section = '';
  for (const line of text.split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
    const point = /^(\d+)\. /.exec(line)?.[1];
    found.add(section);
    if (point !== undefined) found.add(`${section}.${point}`);
  }
  return found;
}
