/** A change of the document that breaks clients of a released version, and a client that is behind the document, each fail. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { breakingChanges } from '../../tools/clients/breaking-changes.js';
import { GO_CLIENT } from '../../tools/clients/go.js';
import { checkClientDigest, documentDigest } from '../../tools/clients/digest.js';

interface Document {
  readonly info: object;
  readonly components: { readonly schemas: Readonly<Record<'Batch' | 'LookupV2', { readonly properties: Record<string, unknown> }>> };
  readonly paths: Record<string, { readonly get: { readonly parameters: object[] } }>;
}
const DOCUMENT = path.join(PROJECT_ROOT, 'docs/openapi.json');
const folder = mkdtempSync(path.join(tmpdir(), 'footprint-document-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the document with a change. */
function changed(change: (document: Document) => void): string {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  change(document);
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe('a client that is behind the document', () => {
  it('is noticed without a generator', () => {
    expect(checkClientDigest()).toEqual([]);
    const field = changed(({ components }) => Object.assign(components.schemas.Batch.properties, { added: { type: 'string' } }));
    expect(documentDigest(field)).not.toBe(documentDigest());
    const text = changed(({ info }) => Object.assign(info, { description: 'In other words.' }));
    expect(documentDigest(text)).toBe(documentDigest());
  });
});

const lacking = await GO_CLIENT.missing();
if (lacking !== null) {
  it(`changes that break clients are not checked, because this machine lacks: ${lacking}`, () => expect(lacking).toMatch(/\w/));
} else {
  describe('changes that break clients of released versions', () => {
    it('are none at present', async () => expect(await breakingChanges()).toEqual([]), 300_000);

    it.each<[string, (document: Document) => void, RegExp]>([
      ['a response without a field', ({ components }) => delete components.schemas.LookupV2.properties['risk'], /risk/],
      ['an operation that is gone', ({ paths }) => delete paths['/v2/sources'], /removed/],
      [
        'a parameter that has become required',
        ({ paths }) => Object.assign(paths['/v2/lookup']?.get.parameters[0] ?? {}, { required: true }),
        /required/,
      ],
    ])('%s', async (_, change, found) => {
      expect(await breakingChanges(changed(change))).toEqual(expect.arrayContaining([expect.stringMatching(found)]));
    });
  });
}
