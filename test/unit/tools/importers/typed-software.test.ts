/** Sites whose software has a typed interface are asked there, where a source knows a status alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SiteSoftwareFile } from '../../../../src/engine/catalogue/entry-schema.js';
import { importMaigret } from '../../../../tools/importers/index.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';

const siteSoftware = ['gitea', 'misskey', 'nodebb', 'peertube'].map(
  (name) =>
    JSON.parse(readFileSync(new URL(`../../../../catalogue/site-software/${name}.json`, import.meta.url), 'utf8')) as SiteSoftwareFile,
);

function imported(fields: Record<string, unknown>) {
  const sites = { Site: { checkType: 'status_code', usernameClaimed: 'North-Wind', ...fields } };
  const { admitted } = importMaigret({ sites, engines: {}, tags: [] }, { siteSoftware });
  return admitted[0] ?? expect.fail('it was refused');
}

describe('recognised by the profile page, the host and the tags of the source', () => {
  test.each([
    ['https://tube.example.com/a/{username}', ['streaming', 'video'], '/api/v1/accounts/{username:lower}'],
    ['https://forum.example.com/user/{username}', ['discussion', 'forum'], '/api/user/{username:lower}'],
    ['https://git.example.com/{username}', ['coding', 'tech'], '/api/v1/users/{username}'],
    ['https://misskey.example.com/@{username}', ['social'], '/.well-known/webfinger?resource=acct:{username:lower}@misskey.example.com'],
  ])('%s', (url, tags, path) => {
    const { homepage, probes } = imported({ url, tags, urlMain: new URL(url).origin });
    expect(probes.username?.request.url).toBe(`${homepage.replace(/\/$/, '')}${path}`);
    expect(probes.username?.registered?.json?.length).toBeGreaterThan(1);
    expect(probes.username?.absent?.weakEvidence).toBeUndefined();
  });

  test.each([
    ['https://papers.example.com/a/{username}', ['education']],
    ['https://www.example.com/user/{username}', ['discussion', 'forum']],
    ['https://social.example.com/@{username}', ['social']],
    ['https://code.example.com/{username}', ['coding']],
  ])('%s with %j is no such site, and keeps the rule of its own', (url, tags) => {
    const { probes } = imported({ url, tags, urlMain: new URL(url).origin });
    expect(probes.username).toMatchObject({ request: { url }, absent: { status: [404], weakEvidence: true } });
  });

  test('a site whose only known account has no address at the software keeps the rule of its own', () => {
    const url = 'https://forum.example.com/user/{username}';
    const { probes } = imported({
      url,
      tags: ['discussion', 'forum'],
      urlMain: 'https://forum.example.com',
      usernameClaimed: 'north.wind',
    });
    expect(probes.username?.request.url).toBe(url);
  });
});

describe('a WebFinger record', () => {
  const urlProbe = 'https://social.example.com/.well-known/webfinger?resource=acct:{username}@social.example.com';
  const { probes } = imported({ url: 'https://social.example.com/users/{username}', urlProbe, urlMain: 'https://social.example.com' });
  const rule = probes.username ?? expect.fail('no rule');
  const read = (status: number, json: unknown) =>
    evaluateResponse(rule as Parameters<typeof evaluateResponse>[0], variablesFor({ type: 'username', value: 'ada' }), {
      status,
      headers: { 'content-type': 'application/jrd+json' },
      body: JSON.stringify(json),
      url: urlProbe.replaceAll('{username}', 'ada'),
    }).state;
  const links = [{ rel: 'self', type: 'application/activity+json', href: 'https://social.example.com/users/ada' }];

  test('confirms only whom it is about; that there is none rests on the control', () => {
    expect(read(200, { subject: 'acct:Ada@social.example.com', links })).toBe('registered');
    expect(read(200, { subject: 'acct:ada-lovelace@social.example.com', links })).toBe('inconclusive');
    expect(read(200, { subject: 'acct:ada@social.example.com', links: [] })).toBe('inconclusive');
    expect(read(200, { error: 'ada' })).toBe('inconclusive');
    expect(rule.absent).toEqual({ status: [404], weakEvidence: true });
  });
});
