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

/** @param port of the program, which speaks HTTP */
export async function startEngineAt(port: number, platforms: readonly Platform[]) {
  const authority = await createTestAuthority();
  const hosts = platforms.map(({ probes }) => new URL((probes.username?.request.url ?? '').replaceAll(/[{}]/g, '')).hostname);
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
