import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRecorder } from '../../../src/cli/recorder.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';

const platform = {
  slug: 'example',
  probes: { username: { request: { url: 'https://example.com/{username}' }, positiveControls: ['example-team', 'example-old'] } },
} as unknown as Platform;

async function record(answers: readonly { of: string; body: string; headers?: Record<string, string>; reads?: Verdict['state'] }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-recordings-'));
  const recorder = createRecorder(folder);
  for (const { of, body, headers = {}, reads = 'registered' } of answers) {
    const answer = { status: 200, headers: { 'content-type': 'text/html', ...headers }, body, url: `https://example.com/${of}` };
    await recorder(platform, { type: 'username', value: of }, answer, reads);
  }
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));
}

it('keeps a response by its control, in the form of a sample, with headers of the list alone', async () => {
  const headers = { location: '/u/example-team?token=abc123', 'set-cookie': 'sid=1', 'x-request-id': 'r1' };
  const files = await record([
    { of: 'example-team', body: '<h1>example-team</h1>', headers },
    { of: 'zqxwvnobody', body: 'no zqxwvnobody', reads: 'not_registered' },
  ]);
  expect(files).toMatchObject({
    'example.username.positive.json': {
      request: 'https://example.com/{username}',
      body: 'whole',
      reads: 'registered',
      sample: {
        status: 200,
        headers: { 'content-type': 'text/html', location: '/u/{username}?token="[removed]"' },
        text: '<h1>{username}</h1>',
      },
    },
    'example.username.negative.json': { reads: 'not_registered', sample: { text: 'no {username}' } },
  });
  expect(JSON.stringify(files)).not.toMatch(/cookie|request-id|abc123/);
});

it('a vanished account does not take the place of one that exists', async () => {
  const files = await record([
    { of: 'example-team', body: 'here' },
    { of: 'example-old', body: 'gone', reads: 'not_registered' },
  ]);
  expect(files).toMatchObject({ 'example.username.positive.json': { sample: { text: 'here' } } });
});

it('cuts a long body, and keeps none that is no text or cannot be cleaned', async () => {
  const kept = async (body: string, headers?: Record<string, string>) => {
    const files = await record([{ of: 'example-team', body, ...(headers ? { headers } : {}) }]);
    const { body: state, sample } = files['example.username.positive.json'] as { body: string; sample: { text?: string } };
    return [state, sample.text?.length];
  };
  expect(await kept('a b '.repeat(20_000))).toEqual(['cut off', 32_768]);
  expect(await kept('GIF89a', { 'content-type': 'image/gif' })).toEqual(['not kept', undefined]);
  expect(await kept('exam&#112;le-team')).toEqual(['not kept', undefined]);
});
