import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';

const FOLDER = path.join(PROJECT_ROOT, 'examples', 'quickstart');
const LANGUAGES: Readonly<Record<string, string>> = { '.sh': 'bash', '.ts': 'ts', '.py': 'python', '.go': 'go' };

it.each(readdirSync(FOLDER))('docs/quickstart.md shows %s as it is run', (file) => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'quickstart.md'), 'utf8');
  expect(page).toContain(`\n\`\`\`${LANGUAGES[path.extname(file)]}\n${readFileSync(path.join(FOLDER, file), 'utf8')}\`\`\`\n`);
});
