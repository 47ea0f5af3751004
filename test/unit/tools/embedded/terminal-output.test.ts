import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createTerminalOutput } from '../../../../tools/embedded/terminal-output.js';

it('a start ends with the addresses of the dashboard, the API and its reference', () => {
  const out = new PassThrough();
  createTerminalOutput(out).ready({
    apiUrl: 'http://127.0.0.1:8080',
    uiUrl: null,
    signInLink: 'http://localhost:8080/dashboard/sign-in#link=example',
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
      expect.stringMatching(/^API {2,}http:\/\/127\.0\.0\.1:8080$/),
      expect.stringMatching(/^API docs {2,}http:\/\/127\.0\.0\.1:8080\/docs$/),
    ]),
  );
});
