import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PROJECT_ROOT, PROJECT_VERSION } from '../../tools/checks/tool.js';
import { GO_CLIENT } from '../../tools/clients/go.js';
import { emptyModule, GO_MODULE } from '../support/clients/empty-module.js';

const PROGRAM = `package main

import (
	"context"
	"errors"
	"fmt"

	"${GO_MODULE}"
	"${GO_MODULE}/api"
)

func main() {
	client, err := footprint.New("http://127.0.0.1:1", "key")
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	request := api.LookupRequestV2{Identities: api.Identities{Emails: []string{"ada@example.com"}}}
	_, err = client.Lookup(ctx, request, nil)
	fmt.Println(api.Version, errors.Is(err, context.Canceled))
}
`;

describe('the Go client', () => {
  it('says that Go is needed where there is none', async () => {
    vi.stubEnv('PATH', path.join(tmpdir(), 'nothing-is-here'));
    const missing = await GO_CLIENT.missing().finally(() => vi.unstubAllEnvs());
    expect(missing).toBe('Go 1.25 or newer');
  });
});

const lacking = await GO_CLIENT.missing();
if (lacking !== null) {
  // Not checked here: the report says why.
  it(`the Go client is not checked, because this machine lacks: ${lacking}`, () => expect(lacking).toMatch(/\w/));
} else {
  describe('the Go client, generated from the document', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'footprint-go-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is formatted, passes go vet and its own tests, and has the public names of surface.txt', async () => {
      await GO_CLIENT.generate();
      expect(await GO_CLIENT.check()).toEqual([]);
      expect(await GO_CLIENT.surface()).toBe(readFileSync(path.join(PROJECT_ROOT, 'clients/go/surface.txt'), 'utf8'));
    }, 600_000);

    it('is built into an archive from which an empty module gets it', async () => {
      const archive = path.join(folder, 'archive');
      const files = await GO_CLIENT.build(archive);
      expect(files.map((file) => path.relative(archive, file))).toEqual(
        ['list', ...['info', 'mod', 'zip'].map((kind) => `v${PROJECT_VERSION}.${kind}`)].map((name) => path.join(GO_MODULE, '@v', name)),
      );
      const again = await GO_CLIENT.build(path.join(folder, 'again'));
      for (const [index, file] of files.entries()) expect(readFileSync(file).equals(readFileSync(again[index] ?? ''))).toBe(true);

      const consumer = path.join(folder, 'consumer');
      mkdirSync(consumer);
      writeFileSync(path.join(consumer, 'main.go'), PROGRAM);
      const go = await emptyModule(consumer, archive);
      await go('vet', '.');
      expect((await go('run', '.')).trim()).toBe(`${PROJECT_VERSION} true`);
    }, 600_000);
  });
}
