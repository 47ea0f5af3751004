/** What registries of MCP servers are told: an operator puts name and address in, the rest is this release's. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT_ROOT, PROJECT_VERSION } from '../../../tools/checks/tool.js';

/**
 * Of the registry's schema of 2025-12-11 what a server at an address can have. That schema lets unknown fields pass and names in braces
 * stand for nothing; here a field that is misspelt or a variable without an entry is a fault.
 */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
  choices: z.array(z.string()).optional(),
};
const variables = z.record(z.string(), z.strictObject(input)).optional();
type WithVariables = { readonly variables?: Readonly<Record<string, unknown>> | undefined };
const named = (text = ''): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).sort();
/** That the names in braces are those of the variables, each of them. */
const isWhole = (text: string | undefined, of: WithVariables): boolean => `${named(text)}` === `${Object.keys(of.variables ?? {}).sort()}`;
const header = z
  .strictObject({ ...input, name: z.string().min(1), variables })
  .refine((each) => isWhole(each.value, each), { path: ['variables'], message: 'are not those of the value' });
const remote = z
  .strictObject({
    type: z.enum(['streamable-http', 'sse']),
    url: z.string().regex(/^https?:\/\/[^\s]+$/),
    headers: z.array(header).optional(),
    variables,
  })
  .refine((each) => isWhole(each.url, each), { path: ['variables'], message: 'are not those of the address' });
const server = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/), // no range
  websiteUrl: z.url().optional(),
  repository: z.strictObject({ url: z.url(), source: z.string(), id: z.string().optional(), subfolder: z.string().optional() }).optional(),
  remotes: z.array(remote).min(1),
});
type Server = z.infer<typeof server>;

describe('deploy/mcp/server.json', () => {
  const file = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'deploy/mcp/server.json'), 'utf8')) as Server;

  it('is what the registry takes, of this version, with the address of the API and the key as a secret', () => {
    expect(z.prettifyError(server.safeParse(file).error ?? new z.ZodError([]))).toBe('');
    expect(file.version).toBe(PROJECT_VERSION);
    expect(file.name).toMatch(/^com\.example(?:\.[a-z]+)*\/footprint$/);
    expect(file.remotes).toMatchObject([
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        headers: [{ name: 'Authorization', value: 'Bearer {api_key}', isSecret: true }],
      },
    ]);
  });

  type Wrong = Record<string, unknown> & Pick<Server, 'remotes'>;
  const inRemote = (field: object) => (wrong: Wrong) => void Object.assign(wrong.remotes[0] ?? {}, field);
  it.each<[string, (wrong: Wrong) => void, string]>([
    ['a name without a namespace', (wrong) => void (wrong['name'] = 'footprint'), 'name'],
    ['a description that is too long', (wrong) => void (wrong['description'] = 'x'.repeat(101)), 'description'],
    ['a range of versions', (wrong) => void (wrong['version'] = '^0.1.0'), 'version'],
    ['no version', (wrong) => void delete wrong['version'], 'version'],
    ['another kind of transport', inRemote({ type: 'stdio' }), 'remotes[0].type'],
    ['a variable that nothing names', inRemote({ url: 'https://x/mcp' }), 'remotes[0].variables'],
    ['a field that there is not', (wrong) => void (wrong['remote'] = []), 'remote'],
  ])('with %s it would be refused', (_, change, place) => {
    const wrong = structuredClone(file) as never;
    change(wrong);
    expect(z.prettifyError(server.safeParse(wrong).error ?? expect.fail('it is taken'))).toContain(place);
  });
});
