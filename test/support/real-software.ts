/** Rules against the programs that such sites run: a program behind the hosts of its platforms, and an engine that asks them. */
import { request as forward } from 'node:http';
import { createEngine } from '../../src/engine/engine.js';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { CATALOGUE_ROOT } from './simulated.js';
import { startConnectProxy, startPlatform } from './outbound-servers.js';
import { createTestAuthority } from './test-authority.js';

/** The first shipped platform whose rule for usernames asks such an address. */
export function shippedRule(address: RegExp): Platform {
  const platform = loadCatalogue({ root: CATALOGUE_ROOT }).catalogue.platforms.find(({ probes }) =>
    address.test(probes.username?.request.url ?? ''),
  );
  if (platform === undefined) throw new Error(`no shipped rule asks ${address.source}`);
  return platform;
}

/** The hosts that a rule asks: of names in hosts any, and that of the site itself. */
function hostsOf({ probes }: Platform): string[] {
  const { hostname } = new URL((probes.username?.request.url ?? '').replaceAll(/[{}]/g, ''));
  const site = hostname.replace(/^username\./, '');
  return site === hostname ? [site] : [`*.${site}`, site];
}

/** A shipped rule as operators would write it for a page of their own. */
export function ruleAt(shipped: Platform, url: string): Platform {
  const { username } = shipped.probes;
  if (username === undefined) throw new Error(`${shipped.slug} has no rule for usernames`);
  const homepage = new URL(url.replaceAll(/[{}]/g, '')).origin;
  return { ...shipped, homepage, probes: { username: { ...username, request: { ...username.request, url } } } };
}

/** @param port of the program, which speaks HTTP */
export async function startEngineAt(port: number, platforms: readonly Platform[]) {
  const authority = await createTestAuthority();
  const hosts = platforms.flatMap(hostsOf);
  const front = await startPlatform(await authority.issue(hosts), (request, response) => {
    const { method, url: path, headers } = request;
    const upstream = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // Two errors may follow one another where the program ends its answer early.
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  const proxy = await startConnectProxy({ target: () => front.port });
  const bySlug = new Map(platforms.map((platform) => [platform.slug, platform]));
  const engine = createEngine({
    catalogue: { platforms, get: (slug: string) => bySlug.get(slug) },
    outbound: { proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile },
  });
  return {
    /** What is said of a username: a state, or why it is omitted. */
    async says({ slug }: Platform, value: string): Promise<string> {
      const verdict = await engine.verdict(slug, { type: 'username', value });
      return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
    },
    async close(): Promise<void> {
      await engine.close();
      await Promise.all([proxy.close(), front.close()]);
      authority.remove();
    },
  };
}

/** Who is asked for: the name as a user would type it, and what is special about it. */
export type People = readonly (readonly [name: string, kind: string])[];

export interface Question {
  /** What the rule reads, for the report of a failure. */
  readonly rule: string;
  readonly platform: Platform;
  readonly people: People;
  readonly truth: 'registered' | 'not_registered';
}

export interface Said {
  readonly name: string;
  readonly kind: string;
  readonly rule: string;
  readonly truth: string;
  readonly says: string;
}

/** What rules say of everybody, beside what is true. @param port of the program */
export async function ask(port: number, questions: readonly Question[]): Promise<Said[]> {
  const engine = await startEngineAt(port, [...new Set(questions.map(({ platform }) => platform))]);
  const said: Said[] = [];
  for (const { rule, platform, people, truth } of questions) {
    for (const [name, kind] of people) said.push({ name, kind, rule, truth, says: await engine.says(platform, name) });
  }
  await engine.close();
  return said;
}

export const isAnswer = ({ says }: Said): boolean => says === 'registered' || says === 'not_registered';

export const wrongOf = (said: readonly Said[]): Said[] => said.filter((each) => isAnswer(each) && each.says !== each.truth);
