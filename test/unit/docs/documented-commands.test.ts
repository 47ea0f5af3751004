import { expect, test } from 'vitest';
import { documentedCommands } from '../../support/commands/documented-commands.js';

const PAGE = [
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
  expect(documentedCommands('PAGE.md', PAGE)).toEqual([
    { at: 'PAGE.md:3', text: 'npm start' },
    { at: 'PAGE.md:5', text: 'curl \'http://127.0.0.1:8080/#part\' \\\n  -d \'{"a": "it # is && quoted"}\'' },
    { at: 'PAGE.md:7', text: 'npm run docs' },
    { at: 'PAGE.md:7', text: 'npx vitest run test' },
    { at: 'PAGE.md:13', text: 'echo a#b \\# c' },
  ]);
});
