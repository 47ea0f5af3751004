/** What registries of MCP servers are told: an operator puts name and address in, the rest is this release's. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';

const read = (file: string) => JSON.parse(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')) as Record<string, unknown>;

it('names this version, the address of the API, and the key as a secret', () => {
  const { name, version, description, remotes } = read('deploy/mcp/server.json');
  expect(version).toBe(read('package.json')['version']);
  expect(name).toMatch(/^com\.example(?:\.[a-z]+)*\/footprint$/);
  expect(String(description).length).toBeLessThanOrEqual(100); // the schema's limit
  expect(remotes).toMatchObject([
    { type: 'streamable-http', url: 'https://{host}/mcp', headers: [{ name: 'Authorization', value: 'Bearer {api_key}', isSecret: true }] },
  ]);
});
