import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';

const FOLDER = path.join(PROJECT_ROOT, 'docs', 'examples', 'quickstart');
const PAGE = readFileSync(path.join(PROJECT_ROOT, 'docs', 'quickstart.md'), 'utf8');

it.each(readdirSync(FOLDER))('docs/quickstart.md leads to %s', (file) => {
  expect(PAGE).toContain(`[${file}](examples/quickstart/${file})`);
});

it('docs/quickstart.md shows the program for curl as it is run', () => {
  expect(PAGE).toContain(`\n\`\`\`bash\n${readFileSync(path.join(FOLDER, 'quickstart.sh'), 'utf8')}\`\`\`\n`);
});
