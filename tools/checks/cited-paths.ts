import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { escapeRegExp } from '../../src/kernel/values/escape.js';
import { projectFiles } from './project-files.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** Folders at the top of the tree: a citation that starts with one of them is meant as a path. */
const TOP = ['src', 'tools', 'workflows', 'activities', 'drizzle', 'test', 'catalogue', 'docs', 'deploy', 'clients', '.ci'];
/** A bare name that is meant as a file of the tree; `.json` may as well be a file of the running service. */
const SOURCE_FILE = /^(?:[\w.-]+\.(?:ts|tsx|mjs|cjs|sql|md|ya?ml)|package\.json|tsconfig\.[\w.]*json)$/;
/** What a build or a run creates; documents name it, but it is in no checkout. */
const GENERATED = /^(?:dist|node_modules|coverage|test-results|\.footprint)(?:\/|$)/;

/** Paths that documents name and that do not exist: in links, and in backticks where they look like paths of this tree. */
export function checkCitedPaths(root: string = PROJECT_ROOT): Findings {
  const files = projectFiles(root);
  return files.filter(isDocument).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const missing = [
      ...linksOf(text).filter((link) => !existsSync(join(root, dirname(document), link))),
      ...citationsOf(text).filter((path) => !isThere(path, document, files)),
    ];
    return [...new Set(missing)].map((path) => `${document}: names ${path}, which does not exist`);
  });
}

function isDocument(path: string): boolean {
  return /^(?:docs\/.+|[^/]+|(?:[^/]+\/)+README)\.md$/.test(path) && !path.startsWith('test/fixtures/');
}

/** Relative targets of Markdown links, without their anchors. */
function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].flatMap((match) => {
    const target = decodeURIComponent((match[1] ?? '').split(/[#?]/, 1)[0] ?? '');
    return target === '' || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target) ? [] : [target];
  });
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Spans in backticks that are paths: starting with a top folder, or a file's bare name. Fenced blocks are samples. */
function citationsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].flatMap((match) => {
    const path = (match[1] ?? '')
      .trim()
      .replace(/^\.\//, '')
      .replace(/:\d+(?:-\d+)?$/, '');
    if (/[\s()'"=;$]/.test(path) || GENERATED.test(path)) return [];
    const first = path.split('/', 1)[0] ?? '';
    return SOURCE_FILE.test(path) || (path.includes('/') && TOP.includes(first)) ? [path] : [];
  });
}

function isThere(path: string, document: string, files: readonly string[]): boolean {
  return alternatives(path).every((each) => {
    const pattern = globOf(each.replace(/\/$/, ''));
    const beside = globOf(normalize(join(dirname(document), each)).replace(/\/$/, ''));
    // A bare name may stand for the file wherever it is: the sentence around it says where.
    const anywhere = each.includes('/') ? null : globOf(each, '(?:.*/)?');
    return files.some((file) => pattern.test(file) || beside.test(file) || (anywhere?.test(file) ?? false));
  });
}

/** `{a,b}` expanded. */
function alternatives(path: string): string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!match) return [path];
  const [, before = '', choices = '', after = ''] = match;
  return choices.split(',').flatMap((choice) => alternatives(`${before}${choice.trim()}${after}`));
}

/** A citation as an expression over file paths: `*`, `**`, `<placeholder>` and `…` are wildcards, a folder is any file in it. */
function globOf(path: string, before = ''): RegExp {
  const parts = path.split(/(\*\*|\*|<[^>]*>|…)/).map((part, index) => {
    if (index % 2 === 0) return escapeRegExp(part);
    return part === '**' || part === '…' ? '.*' : '[^/]*';
  });
  return new RegExp(`^${before}${parts.join('')}(?:/.*)?$`);
}
