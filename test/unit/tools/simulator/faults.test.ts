import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FAULTS, type FaultName } from '../../../../tools/simulator/faults/index.js';
import type { Simulator } from '../../../../tools/simulator/start-simulator.js';
import { clientOf, type Got, profilePage, REDIRECT, startFive, TYPED } from './client.js';

let simulator: Simulator;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  simulator = await startFive();
});
afterAll(() => simulator.close());
afterEach(async () => {
  simulator.setFault('*', null);
  simulator.resetRequests();
  await client.close();
});

/** Switches the fault on everywhere and gives a new client, so that connection faults strike as well. */
function under(fault: FaultName): ReturnType<typeof clientOf> {
  simulator.setFault('*', fault);
  client = clientOf(simulator);
  return client;
}

/** The code of a failed request, or of what made it fail. */
async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'no failure';
  } catch (error) {
    const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message: string };
    return [code, cause?.code, message].join(' ');
  }
}

const LOST = /ECONNRESET|UND_ERR_SOCKET/;
const tested = new Set<FaultName>();
const testFault = (name: FaultName, act: () => Promise<void>) => {
  tested.add(name);
  test(name, act);
};

describe('walls', () => {
  const cases: [FaultName, number, (got: Got) => void][] = [
    [
      'challenge_403',
      403,
      ({ headers, text }) => expect([headers['cf-mitigated'], text.includes('Just a moment')]).toEqual(['challenge', true]),
    ],
    ['captcha_200', 200, ({ text }) => expect(text).toContain('verify you are human')],
    ['login_wall_200', 200, ({ text }) => expect(text).toContain('type="password"')],
    ['consent_200', 200, ({ text }) => expect(text).toContain('cookies')],
    ['maintenance_200', 200, ({ text }) => expect(text).toContain('maintenance')],
    ['rate_limited_429', 429, ({ headers }) => expect(headers['retry-after']).toBe('30')],
    ['unavailable_503', 503, ({ headers }) => expect(headers['retry-after']).toBeUndefined()],
    ['unavailable_503_retry_after', 503, ({ headers }) => expect(headers['retry-after']).toBe('30')],
    ['server_error_500', 500, ({ text }) => expect(text).toContain('Internal server error')],
    ['forbidden_401', 401, ({ headers }) => expect(headers['www-authenticate']).toBe('Bearer')],
    ['geo_block_451', 451, ({ text }) => expect(text).toContain('region')],
    ['status_999', 999, ({ text }) => expect(text).toContain('denied')],
    ['empty_200', 200, ({ body, headers }) => expect([body.length, headers['content-length']]).toEqual([0, '0'])],
  ];
  for (const [name, status, check] of cases) {
    testFault(name, async () => {
      for (const url of [TYPED('ada'), profilePage('nobody')]) {
        const got = await under(name).get(url);
        expect(got.status).toBe(status);
        check(got);
        await client.close();
      }
    });
  }
});

describe('wrong answers', () => {
  testFault('soft_404', async () => {
    const { get } = under('soft_404');
    const [there, not] = [await get(profilePage('ada')), await get(profilePage('nobody'))];
    expect([there.status, not.status, there.text === not.text, there.text.includes('ada')]).toEqual([200, 200, true, false]);
  });
  testFault('rule_gone_stale', async () => {
    const { get } = under('rule_gone_stale');
    const [there, not] = [await get(profilePage('ada')), await get(TYPED('nobody'))];
    expect([there.status, there.text === not.text, there.text.includes('profile-name')]).toEqual([200, true, false]);
  });
  testFault('not_found_for_all', async () => {
    const { get } = under('not_found_for_all');
    expect((await get(TYPED('ada'))).text).toBe((await get(TYPED('nobody'))).text);
    expect((await get(TYPED('north-wind_7.x'))).status).toBe(404);
  });
  testFault('same_page', async () => {
    const { get } = under('same_page');
    const [there, not] = [await get(TYPED('ada')), await get(TYPED('nobody'))];
    expect([there.status, there.text === not.text, there.text.includes('"id"'), there.text.includes('ada')]).toEqual([
      200,
      true,
      true,
      false,
    ]);
  });
  testFault('same_page_echo', async () => {
    const { get } = under('same_page_echo');
    expect([
      (await get(TYPED('nobody'))).status,
      (await get(profilePage('nobody'))).text.includes('<h1 class="profile-name">nobody</h1>'),
    ]).toEqual([200, true]);
  });
  testFault('soft_404_echo', async () => {
    const { get } = under('soft_404_echo');
    const [there, not] = [await get(profilePage('ada')), await get(TYPED('nobody'))];
    expect([there.status, not.status, there.text.includes('<h1>ada</h1>'), not.text.includes('<h1>nobody</h1>')]).toEqual([
      200,
      200,
      true,
      true,
    ]);
  });
  testFault('own_page_echo', async () => {
    const { get } = under('own_page_echo');
    const [there, not] = [await get(profilePage('ada')), await get(TYPED('nobody'))];
    expect([there.status, not.status, there.text.includes('<h1>ada</h1>'), not.text.includes('<h1>nobody</h1>')]).toEqual([
      200,
      200,
      true,
      true,
    ]);
  });
  testFault('edge_404', async () => {
    const { get } = under('edge_404');
    const [there, not] = [await get(profilePage('ada')), await get(profilePage('nobody'))];
    expect([there.status, there.text === not.text, there.text.includes('Nobody here has that name')]).toEqual([404, true, false]);
  });
  testFault('known_account_deleted', async () => {
    const { get } = under('known_account_deleted');
    expect([(await get(TYPED('north-wind_7.x'))).status, (await get(TYPED('ada'))).status]).toEqual([404, 200]);
    expect(simulator.accounts.exists('site-0001', 'username', 'north-wind_7.x')).toBe(false);
    simulator.setFault('site-0001', null);
    expect((await get(TYPED('north-wind_7.x'))).status).toBe(200);
    expect(simulator.accounts.exists('site-0001', 'username', 'north-wind_7.x')).toBe(true);
  });
});

describe('redirects', () => {
  testFault('redirect_to_login', async () => {
    const got = await under('redirect_to_login').get(REDIRECT('ada'));
    expect([got.status, got.headers.location]).toEqual([302, '/login']);
    expect((await client.get('https://site-0004.example/login')).text).toContain('password');
  });
  testFault('redirect_offsite', async () => {
    const got = await under('redirect_offsite').get(REDIRECT('ada'));
    expect([got.status, got.headers.location]).toEqual([302, 'https://elsewhere.example/']);
    expect((await client.get('https://elsewhere.example/')).status).toBe(200);
  });
  testFault('redirect_to_root', async () => {
    const { get } = under('redirect_to_root');
    const [there, not] = [await get(profilePage('ada')), await get(profilePage('nobody'))];
    expect([there, not].map(({ status, headers }) => [status, headers.location])).toEqual([
      [302, '/'],
      [302, '/'],
    ]);
    expect((await get('https://site-0003.example/')).status).toBe(200);
  });
  testFault('redirect_loop', async () => {
    let url = REDIRECT('ada');
    under('redirect_loop');
    for (let hop = 1; hop <= 4; hop++) {
      const got = await client.get(url);
      expect(got.status).toBe(302);
      url = got.headers.location as string;
      expect(url).toBe(`${REDIRECT('ada')}?hop=${hop}`);
    }
  });
});

describe('transport', () => {
  for (const name of ['hang', 'hang_after_headers'] as const) {
    testFault(name, async () => {
      const abort = new AbortController();
      const pending = failure(under(name).get(TYPED('ada'), { signal: abort.signal }));
      await vi.waitFor(() => expect(simulator.requests().inFlight).toBe(1), 10_000);
      abort.abort();
      expect(await pending).toMatch(/abort/i);
      await vi.waitFor(() => expect(simulator.requests().inFlight).toBe(0), 10_000);
    });
  }
  testFault('drip', async () => {
    const abort = new AbortController();
    const answer = await under('drip').agent.request({
      origin: 'https://site-0001.example',
      path: '/api/v1/usernames/ada',
      method: 'GET',
      signal: abort.signal,
    });
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, undefined]);
    const sizes: number[] = [];
    for await (const chunk of answer.body) {
      sizes.push((chunk as Buffer).length);
      if (sizes.length === 5) break;
    }
    expect(sizes).toEqual([1, 1, 1, 1, 1]);
    abort.abort();
    await vi.waitFor(() => expect(simulator.requests().inFlight).toBe(0), 10_000);
  });
  testFault('reset', async () => expect(await failure(under('reset').get(TYPED('ada')))).toMatch(LOST));
  testFault('reset_mid_body', async () => {
    expect(await failure(under('reset_mid_body').get(profilePage('ada')))).toMatch(LOST);
    expect(await failure(client.get(profilePage('ada'), { method: 'HEAD' }))).toMatch(LOST);
  });
  testFault('truncated_body', async () => expect(await failure(under('truncated_body').get(profilePage('ada')))).toMatch(LOST));
  testFault('bad_tls', async () => expect(await failure(under('bad_tls').get(TYPED('ada')))).toContain('ERR_TLS_CERT_ALTNAME_INVALID'));
  testFault('connection_refused', async () => expect(await failure(under('connection_refused').get(TYPED('ada')))).toContain('502'));
  testFault('fail_once', async () => {
    const { get } = under('fail_once');
    for (const name of ['ada', 'bob']) {
      expect(await failure(get(TYPED(name)))).toMatch(LOST);
      expect((await get(TYPED(name))).status).toBe(name === 'ada' ? 200 : 404);
    }
  });
});

describe('bodies', () => {
  testFault('huge_body', async () => {
    const got = await under('huge_body').get(profilePage('ada'));
    expect([got.status, got.body.length]).toEqual([200, 50 * 1024 * 1024]);
    // A client that stops reading is not flooded: it can leave after a few kB.
    const abort = new AbortController();
    const answer = await client.agent.request({ origin: 'https://site-0003.example', path: '/@ada', method: 'GET', signal: abort.signal });
    for await (const chunk of answer.body) {
      expect((chunk as Buffer).length).toBeGreaterThan(0);
      break;
    }
    abort.abort();
    await vi.waitFor(() => expect(simulator.requests().inFlight).toBe(0), 10_000);
  });
  testFault('gzip_bomb', async () => {
    const got = await under('gzip_bomb').get(profilePage('ada'));
    expect(got.headers['content-encoding']).toBe('gzip');
    expect(got.body.length).toBeLessThan(120_000);
    expect(gunzipSync(got.body).length).toBe(100 * 1024 * 1024);
  });
  testFault('bad_gzip', async () => {
    const got = await under('bad_gzip').get(profilePage('ada'));
    expect(got.headers['content-encoding']).toBe('gzip');
    expect(() => gunzipSync(got.body)).toThrow();
  });
  testFault('wrong_content_type', async () => {
    const { get } = under('wrong_content_type');
    const [json, html] = [await get(TYPED('ada')), await get(profilePage('ada'))];
    expect([json.headers['content-type'], html.headers['content-type']]).toEqual(['text/html; charset=utf-8', 'text/plain; charset=utf-8']);
    expect(JSON.parse(json.text)).toMatchObject({ username: 'ada' });
    expect(html.text).toContain('<h1 class="profile-name">ada</h1>');
  });
  testFault('other_charset', async () => {
    const { get } = under('other_charset');
    const [json, html] = [await get(TYPED('ada')), await get(profilePage('ada'))];
    expect([json.headers['content-type'], html.headers['content-type']]).toEqual([
      'application/json; charset=utf-16le',
      'text/html; charset=windows-1251',
    ]);
    expect(JSON.parse(new TextDecoder('utf-16le').decode(json.body))).toMatchObject({ username: 'ada' });
    const text = new TextDecoder('windows-1251').decode(html.body);
    expect(text).toContain('Добро пожаловать');
    expect(text).toContain('>ada</h1>');
  });
});

test('every fault is tried here, those of preludes in test/integration/preludes.test.ts, and described', () => {
  client = clientOf(simulator);
  const ofProbes = FAULTS.filter((fault) => !('prelude' in fault));
  expect([...tested].sort()).toEqual(ofProbes.map(({ name }) => name).sort());
  for (const { description } of FAULTS) expect(description.length).toBeGreaterThan(5);
});

test('one platform can be ill among healthy ones, and healthy among ill ones', async () => {
  const { get } = under('server_error_500');
  simulator.setFault('site-0001', null);
  simulator.setFault('site-0003', 'geo_block_451');
  expect([(await get(TYPED('ada'))).status, (await get(profilePage('ada'))).status, (await get(REDIRECT('ada'))).status]).toEqual([
    200, 451, 500,
  ]);
  simulator.setFault('*', null);
  expect([(await get(profilePage('ada'))).status, (await get(REDIRECT('ada'))).status]).toEqual([200, 200]);
  expect(simulator.requests().log.map(({ fault }) => fault)).toEqual([null, 'geo_block_451', 'server_error_500', null, null]);
});
