/** What `ls` shows of the routes of all features is the API: an operation is a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyRoute } from '../../../src/api/routes.js';
import { operationFile } from '../../../tools/checks/operation-file.js';

const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/]+\/routes\/[^/]+\.ts$/.test(file) && basename(file) !== 'index.ts')
  .map((file) => join('src/features', file));

describe('operations', () => {
  const ids = everyRoute.map(({ operationId }) => operationId);

  it('each has a file named as its operationId, and the folder of routes holds nothing else', () => {
    expect(files.map((file) => basename(file, '.ts')).sort()).toEqual(ids.map(operationFile).sort());
  });

  it.each(ids)('%s is declared in its file, and listed by its feature', (operationId) => {
    const file = files.find((each) => basename(each, '.ts') === operationFile(operationId)) ?? '';
    expect(readFileSync(file, 'utf8')).toContain(`operationId: '${operationId}'`);
    expect(readFileSync(`${dirname(file)}/index.ts`, 'utf8')).toMatch(new RegExp(`\\b${operationId}Route[,\\]]`));
  });
});
