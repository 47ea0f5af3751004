import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import registries from '../../catalogue/package-registries.json' with { type: 'json' };
import { projectFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/** What may stand in some files only: the pattern, the files that are read, those that may have it, and why. */
interface Restriction {
  readonly pattern: RegExp;
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly why: string;
}

const SOURCES = /\.(?:ts|tsx|mts|mjs)$/;
const PRODUCT = /^(?:src|activities|workflows)\/.*\.tsx?$/;
/** In pieces, so that this file holds none of them. */
const joined = (...pieces: string[]): string => pieces.join('');

const RESTRICTIONS: readonly Restriction[] = [
  {
    pattern: /\.normalize\(|\['normalize'\]/,
    files: /^(?:src|workflows|activities|clients|tools|bin)\//,
    except: /^src\/kernel\/values\/normalise\.ts$|^tools\/checks\//,
    why: 'takes quadratic time on a run of marks: use src/kernel/values/normalise.ts',
  },
  {
    pattern: /(?:\bsql|#sql|\bdb|#db)\.(?:begin|transaction)(?:<[^()]*>)?\(/,
    files: PRODUCT,
    except: /^src\/kernel\/db\/transaction\.ts$/,
    why: 'begins a transaction without `transaction` (src/kernel/db/transaction.ts)',
  },
  {
    pattern: new RegExp(joined('URL\\.can', 'Parse\\(')),
    files: SOURCES,
    why: 'is wrong on Node 20: use src/kernel/values/parse-url.ts',
  },
  {
    pattern: new RegExp(joined('biome', '-ignore|eslint', '-disable|@ts', '-ignore|@ts', '-nocheck')),
    files: SOURCES,
    why: 'switches a rule off',
  },
  {
    pattern: new RegExp(joined('(?<![\\w.~:/-])/(?:ho', 'me|Us', 'ers)/[a-z][\\w-]*/')),
    files: /./,
    why: "is a path of a developer's machine",
  },
];

const HOST = /(?<![a-z0-9.-])[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+/gi;

/**
 * Lines of the project's text files that hold what is restricted, or the host name of a package registry.
 *
 * @param digests SHA-256 of the registries' names
 */
export function checkRestricted(root: string = PROJECT_ROOT, digests: readonly string[] = registries.sha256): Findings {
  const listed = new Set(digests);
  const known = new Map<string, boolean>();
  const isListed = (host: string): boolean => {
    const answer = known.get(host) ?? listed.has(createHash('sha256').update(host).digest('hex'));
    known.set(host, answer);
    return answer;
  };
  return projectFiles(root).flatMap((path) => {
    const bytes = readFileSync(join(root, path));
    if (bytes.includes(0)) return []; // an image or a database file
    const restrictions = RESTRICTIONS.filter(({ files, except }) => files.test(path) && !except?.test(path));
    return bytes
      .toString('utf8')
      .split('\n')
      .flatMap((line, index) =>
        [
          ...restrictions.filter(({ pattern }) => pattern.test(line)).map(({ why }) => why),
          ...((line.match(HOST) ?? []).some((host) => parentsOf(host.toLowerCase()).some(isListed))
            ? ['names the host of a package registry']
            : []),
        ].map((why) => `${path}:${index + 1}: ${why}`),
      );
  });
}

/** A host name and all names above it, the top-level domain left out. */
function parentsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
