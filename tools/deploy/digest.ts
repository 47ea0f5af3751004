/** Which deployment files were checked: helm is built once and takes minutes, and these files seldom change. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFiles } from '../checks/project-files.js';
import { type Findings, PROJECT_ROOT } from '../checks/tool.js';

const CHECKED = 'deploy/checked.json';
/** What tools outside of this project read. The main compose file is left out: `npm run docs` writes its settings, and tests read it. */
const READ = /^(?:deploy\/(?:helm\/|compose\/|Dockerfile$)|\.github\/workflows\/)/;

/** SHA-256 of the names and contents of the deployment files; of the chart's versions, which a release sets, nothing. */
export function deployDigest(root = PROJECT_ROOT): string {
  const hash = createHash('sha256');
  for (const file of projectFiles(root).filter((name) => READ.test(name))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    hash.update(`${file}\n${file.endsWith('/Chart.yaml') ? text.replace(/^(version|appVersion): .*$/gm, '') : text}\n`);
  }
  return hash.digest('hex');
}

export function writeDeployDigest(): void {
  writeFileSync(path.join(PROJECT_ROOT, CHECKED), `${JSON.stringify({ files: deployDigest() }, null, 2)}\n`);
}

export function checkDeployDigest(): Findings {
  const { files } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, CHECKED), 'utf8')) as { files: string };
  return files === deployDigest() ? [] : ['chart, compose overlays, workflows or Dockerfile have changed: npm run check:deploy -- --write'];
}
