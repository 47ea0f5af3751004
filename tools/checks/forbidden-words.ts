import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './project-files.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** SHA-256 of the host names of package registries: the check names none of them, as no file may. */
const REGISTRIES = new Set([
  '3ca29e55be4befa48f875d24c27f9bed32fe06588819ed6264084b6670a1ebb0',
  '8743857e3ea00fd1c64bbc68b8af241954ad2c285e7a60340eec7ea5dcb200db',
  '87d14f070cb9686970d008f9f94e668075fd37620381409858bf040ae1271d51',
  'a4aa2ac280bb8d1a0ce7a1be5a7bfb10292b49fe9435ad5cff19f421f3c70e41',
  '8b5bb5eb9d758455b8635855cf8aaf05b68775e3f83f0291e800ef338fb9783c',
  'd6d7019ca9fcbf07c769e445342515ef0c92e4f18a96adbb3bf6460f5b0ba17f',
  '789e46d79514e28093cabe2bb4a0798266f584b0e508ef269ebabb6e57859290',
  '00a7dc5a0cc388586b8665846e7d8ae94a6dd096f2aa1aa3b4aab4ac484f998a',
  '9da5f32d964125123cc368f231b473bea59307f811c7b9b2e731601e586b82b5',
  'aa924a6f6c848636266515fc0609fb2cb280908305487ce95a6c106de826386c',
  'e4c157c5e3afda9f2f9a6b05d06fde6eb60c1b503f694c264a8a93649c4cb9c1',
  'c3db8466ffcd858989be3a43536c07568731e95124fb23850abac30074fac4f3',
  '317d2d52829b78129d2c9e43d001899f0c8d30968bae00b848a47154df56b0ca',
  'a242216bc91a612b0d08da08f58fe2ff86ab1341b1a2ea8fa1974378093e3786',
  '51d88047516dce0edd2a91f80416c2085a36f2b67d5cda7ae1fee45ca36aeecb',
  '75adac515f0bd3db64beb3cdd657340ff9f5443675a8cea41731a4d5d57d0c45',
  'e0fdcc94a2080e5e3da6e1544afce0ba1d89c5f4b82c62abc7b77590e2d529ff',
  '6af40d8f60238faa48c0dd22f3a61c2f52aa6a2fe2e83469e4cddc59adddb6e8',
  'fad691c6d9ae77c43a007ead29eea7edae34413791f7e8e2c975f2278c6a939f',
]);

const HOST = /(?<![a-z0-9.-])[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+/gi;
/** Words in pieces, so that this file holds none of them. */
const joined = (...pieces: string[]): string => pieces.join('');
const PHRASES: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a path of a developer's machine", pattern: new RegExp(joined('(?<![\\w.~:/-])/(?:ho', 'me|Us', 'ers)/[a-z][\\w-]*/')) },
  { what: "a path of a developer's machine", pattern: new RegExp(joined('(?<![\\w.~:/-])/wo', 'rk/(?:main|shared|\\.)')) },
  {
    what: 'a test of URLs that is wrong on Node 20 (src/kernel/values/parse-url.ts)',
    pattern: new RegExp(joined('URL\\.can', 'Parse\\(')),
  },
  {
    what: 'a section of a document that is not in the project (docs/contract.md is)',
    pattern: new RegExp(joined('\\bse', 'ed, "|\\bdes', 'ign,? §'), 'i'),
  },
  {
    what: 'a private member that is neither #private nor a parameter of its constructor',
    pattern: /^ +private (?!constructor|readonly \w+: .*[,{]$)/,
  },
  { what: 'a switched-off lint rule', pattern: new RegExp(joined('biome', '-ignore|eslint', '-disable|@ts', '-ignore|@ts', '-nocheck')) },
];

/** Host names of package registries, machine paths and switched-off rules, in every text file of the project. */
export function checkForbiddenWords(root: string = PROJECT_ROOT, digests: ReadonlySet<string> = REGISTRIES): Findings {
  const known = new Map<string, boolean>();
  const isForbidden = (host: string): boolean => {
    const answer = known.get(host) ?? digests.has(createHash('sha256').update(host).digest('hex'));
    known.set(host, answer);
    return answer;
  };
  return projectFiles(root).flatMap((path) => {
    const bytes = readFileSync(join(root, path));
    if (bytes.includes(0)) return []; // an image or a database file
    return bytes
      .toString('utf8')
      .split('\n')
      .flatMap((line, index) => {
        const position = `${path}:${index + 1}`;
        const hosts = (line.match(HOST) ?? []).some((host) => parentsOf(host.toLowerCase()).some(isForbidden));
        return [
          ...(hosts ? [`${position}: the host name of a package registry`] : []),
          ...PHRASES.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `${position}: ${what}`),
        ];
      });
  });
}

/** A host name and all names above it, the top-level domain left out. */
function parentsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
