import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createTerminalOutput } from '../../../../tools/embedded/terminal-output.js';

const shown = (key: string | null): string => {
  const out = new PassThrough();
  createTerminalOutput(out).ready({
    apiUrl: 'http://127.0.0.1:8080',
    uiUrl: null,
    signInLink: null,
    email: null,
    key,
    keyFile: '.footprint/demo-key',
    logs: 'log',
    subject: 'example',
  });
  return stripVTControlCharacters(String(out.read()));
};

it('the key of the demo account is shown by the start that made it; later ones name its file, and what they propose reads it', () => {
  expect(shown('svc_example')).toMatch(/API key {2,}svc_example {2}\(demo account, kept in \.footprint\/demo-key\)/);
  expect(shown('svc_example')).toContain('-H "Authorization: Bearer svc_example"');
  expect(shown(null)).toMatch(/API key {2,}in \.footprint\/demo-key {2}\(demo account\)/);
  expect(shown(null)).toContain('-H "Authorization: Bearer $(cat .footprint/demo-key)"');
});

it('a start ends with the addresses of the dashboard, the API and its reference', () => {
  const out = new PassThrough();
  createTerminalOutput(out).ready({
    apiUrl: 'http://127.0.0.1:8080',
    uiUrl: null,
    signInLink: 'http://localhost:8080/dashboard/sign-in#link=example',
    email: 'demo+1@example.com',
    key: null,
    keyFile: 'demo-key',
    logs: 'log',
    subject: 'example',
  });
  const lines = stripVTControlCharacters(String(out.read()))
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Dashboard {2,}http:\/\/localhost:8080\/dashboard\/sign-in#link=example$/),
      'signs you in once, within 15 minutes; later: npx footprint sign-in --email demo+1@example.com',
      expect.stringMatching(/^API {2,}http:\/\/127\.0\.0\.1:8080$/),
      expect.stringMatching(/^API docs {2,}http:\/\/127\.0\.0\.1:8080\/docs$/),
    ]),
  );
});
