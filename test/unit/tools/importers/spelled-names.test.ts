import { describe, expect, test } from 'vitest';
import { asKnown } from '../../../../src/engine/catalogue/rules/rule-scope.js';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import { variablesFor } from '../../../../src/engine/http/probe-variables.js';
import { one } from './maigret-sites.js';

const ruleOf = (fields: Record<string, unknown>) => one(fields).admitted[0]?.probes.username;

describe('sites that write names in their own way', () => {
  test('a page of a wiki may be unwritten though the account exists, or be there without one: the head of the page tells', () => {
    const url = 'https://wiki.example.com/wiki/User:{username}';
    const rule = ruleOf({ checkType: 'status_code', url, urlMain: 'https://wiki.example.com', presenseStrs: [], absenceStrs: [] });
    if (rule === undefined) throw new Error('the wiki has no rule');
    const read = (status: number, body: string) => {
      const response = {
        status,
        headers: { 'content-type': 'text/html' },
        body: `<html><head>${body}`,
        url: 'https://wiki.example.com/wiki/User:Ada',
      };
      const evaluation = evaluateResponse(rule, variablesFor(asKnown(rule, { type: 'username', value: 'ada' })), response);
      return evaluation.state === 'inconclusive' ? evaluation.reason : evaluation.state;
    };
    const named = (name: string) => `<script>RLCONF={"wgRelevantUserName":"${name}","wgPageName":"User:Ada"}</script>`;
    const missing = '<div class="mw-userpage-userdoesnotexist error">User account "Ada" is not registered.</div>';
    expect(rule.request.url).toBe('https://wiki.example.com/wiki/User:{username:title}');
    expect([read(200, named('Ada')), read(200, `${named('Ada')} no text is here`)]).toEqual(['registered', 'registered']);
    expect([read(404, missing), read(200, missing)]).toEqual(['not_registered', 'not_registered']);
    // Renamed, a page without an account, and a 404 of an edge.
    expect([
      read(200, `${named('Grace')}<h1>Grace</h1><p>${'I write about trains, bread and the weather. '.repeat(9)}</p>`),
      read(200, '<p>Ada</p>'),
      read(404, '<p>Ada</p>'),
    ]).toEqual(Array(3).fill('unrecognised'));
  });

  test('handles of WebFinger and Matrix are asked in lower case, a profile of Matrix shows an account by any name', () => {
    const [finger, matrix] = [
      'https://social.example.com/.well-known/webfinger?resource=acct:{username}@social.example.com',
      'https://matrix.example.com/_matrix/client/v3/profile/@{username}:example.com',
    ].map((url) => ruleOf({ checkType: 'status_code', url, urlMain: new URL(url).origin, usernameClaimed: 'NorthWind' }));
    expect(finger).toMatchObject({
      request: { url: expect.stringContaining('acct:{username:lower}@') as string },
      positiveControls: ['northwind'],
    });
    expect(matrix).toMatchObject({
      request: { url: expect.stringContaining('/@{username:lower}:') as string },
      positiveControls: ['northwind'],
    });
    expect(matrix?.registered?.json).toEqual([{ pointer: '/displayname', is: 'string' }]);
  });
});
