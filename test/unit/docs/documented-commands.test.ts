import { expect, test } from 'vitest';
import { documentedCommands } from '../../support/commands/documented-commands.js';

const README_TEXT = [
  '# Page',
  '```sh',
  'npm start        # a comment',
  '',
  "curl 'http://127.0.0.1:8080/#part' \\",
  '  -d \'{"a": "it # is && quoted"}\'',
  'npm run docs && npx vitest run test # two',
  '```',
  '```json',
  '{"not": "a command"}',
  '```',
  '```sh',
  'echo a#b \\# c',
  '```',
].join('\n');

test('commands are read with their lines; comments, other blocks and quoted signs do not count', () => {
  expect(documentedCommands('README_TEXT.md', README_TEXT)).toEqual([
    { at: 'README_TEXT.md:3', text: 'npm start' },
    { at: 'README_TEXT.md:5', text: 'curl \'http://127.0.0.1:8080/#part\' \\\n  -d \'{"a": "it # is && quoted"}\'' },
    { at: 'README_TEXT.md:7', text: 'npm run docs' },
    { at: 'README_TEXT.md:7', text: 'npx vitest run test' },
    { at: 'README_TEXT.md:13', text: 'echo a#b \\# c' },
  ]);
});
