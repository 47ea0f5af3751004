/** Assembles the simulator: one call starts it, one ends it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { MissingResponse, SamplesOf } from './response-templates.js';
import { createCapacityModel } from './capacity.js';
import { createCertificateAuthority, WRONG_NAME } from './certificate-authority.js';
import { startControlApi } from './control-api.js';
import { type Counters, createCounters, type RequestReport } from './counters.js';
import { connectEffect } from './faults/fault-registry.js';
import type { FaultName } from './faults/index.js';
import type { FaultSetting } from './faults/occurrence.js';
import { ELSEWHERE } from './faults/redirects.js';
import { createLatencyModel, type Latency } from './latency.js';
import { createPlatformServer } from './platform-server.js';
import { startProxyServer } from './proxy-server.js';
import { responderParts } from './responder.js';
import type { SiteModel } from './sites/site-model.js';
import type { TokenRegistry } from './tokens.js';
import type { AccountRegistry, AccountRegistryOptions } from './account-registry.js';

export interface SimulatorOptions {
  readonly platforms: readonly Platform[];
  /** Samples of responses; without them responses are made from the rules' evidence. */
  readonly samples?: SamplesOf | undefined;
  readonly accounts?: AccountRegistryOptions | undefined;
  /** Latency of all platforms; default: none. */
  readonly latency?: Latency | undefined;
  /** Faults from the start, by slug or '*'. */
  readonly faults?: Readonly<Record<string, FaultName | FaultSetting>> | undefined;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Port of the proxy; default 0, any free one. */
  readonly port?: number | undefined;
  /** Number of ports of the proxy, the further ones free ones; default 1. With more, a busy process accepts more connections at once. */
  readonly listeners?: number | undefined;
  readonly controlPort?: number | undefined;
  /** Where the CA's certificate is written; default: a temporary file, removed at the end. */
  readonly caFile?: string | undefined;
  /** Milliseconds between two bytes of the fault `drip`; default 1,000. */
  readonly dripMs?: number | undefined;
}

export interface Simulator {
  /** For PROBE_PROXY_URL. */
  readonly proxyUrl: string;
  /** The same for every listening port, comma-separated. */
  readonly proxyUrls: string;
  readonly caPem: string;
  /** For PROBE_CA_FILE. */
  readonly caFile: string;
  readonly controlUrl: string;
  readonly platformCount: number;
  readonly accounts: AccountRegistry;
  /** The site of an invented platform with pages of its own; undefined for the others. */
  site(slug: string): SiteModel | undefined;
  /** How platforms treat the tokens of their preludes. */
  readonly tokens: Pick<TokenRegistry, 'setPolicy' | 'revoke'>;
  /** Switches a fault on, or off with null; '*' is every platform. Applies to requests that arrive from now on. */
  setFault(slug: string, fault: FaultName | FaultSetting | null): void;
  setLatency(slug: string, latency: Latency | null): void;
  /** Limits how many requests a platform serves at once, by refusing others; null removes the limit. */
  setCapacity(slug: string, atOnce: number | null): void;
  requests(): RequestReport;
  /** How often each platform was asked about each identity and for each page of its own. */
  addresses(): ReturnType<Counters['addresses']>;
  resetRequests(): void;
  /** TCP connections to the proxy that are open now, and CONNECT requests so far. */
  connections(): { tunnels: number; open: number };
  missingResponses(): MissingResponse[];
  /** Ends every connection at once, hanging ones too, and frees both ports. */
  close(): Promise<void>;
}

/** @throws Error when a port is taken or the CA file cannot be written */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { platforms } = options;
  const host = options.host ?? '127.0.0.1';
  const parts = responderParts(platforms, options);
  const { matcher, accounts, responses, site, faults, tokens } = parts;
  const latency = createLatencyModel(options.latency, options.accounts?.seed);
  const capacity = createCapacityModel();
  const counters = createCounters();
  for (const [slug, fault] of Object.entries(options.faults ?? {})) faults.set(slug, fault);

  const temporary = options.caFile === undefined ? await mkdtemp(join(tmpdir(), 'footprint-simulator-')) : undefined;
  const caFile = options.caFile ?? join(temporary as string, 'ca.pem');
  const authority = await createCertificateAuthority({ caFile, names: matcher.certificateNames() });

  const proxy = await startProxyServer({
    host,
    port: options.port ?? 0,
    listeners: options.listeners,
    async admit(name) {
      const certificateName = name === ELSEWHERE ? name : matcher.certificateName(name);
      if (certificateName === undefined) return null;
      const failing = (matcher.platformsAt(name) ?? []).filter(({ slug }) => connectEffect(faults.faultOf(slug)) !== null);
      const effects = failing.map(({ slug }) => connectEffect(faults.strike(slug, { connection: {}, address: name, at: Date.now() })));
      if (effects.includes('refuse')) return null;
      return authority.contextFor(effects.includes('wrong_certificate') ? WRONG_NAME : certificateName);
    },
    handle: createPlatformServer({ ...parts, latency, capacity, counters, dripMs: options.dripMs ?? 1000 }),
  });
  const health = () => ({ people: accounts.people().length, ...proxy.connections() });
  const control = await startControlApi(
    { slugs: new Set(platforms.map(({ slug }) => slug)), counters, faults, latency, accounts, health },
    { host, port: options.controlPort ?? 0 },
  ).catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });

  const proxyUrls = proxy.ports.map((port) => `http://${host}:${port}`);
  return {
    proxyUrl: proxyUrls[0] as string,
    proxyUrls: proxyUrls.join(','),
    caPem: authority.caPem,
    caFile,
    controlUrl: `http://${host}:${control.port}`,
    platformCount: platforms.length,
    accounts,
    site,
    tokens,
    setFault: (slug, fault) => faults.set(slug, fault),
    setLatency: (slug, value) => latency.set(slug, value),
    setCapacity: (slug, value) => capacity.set(slug, value),
    requests: () => counters.report(),
    addresses: () => counters.addresses(),
    resetRequests: () => counters.reset(),
    connections: () => proxy.connections(),
    missingResponses: () => responses.missingResponses(),
    async close() {
      await Promise.all([proxy.close(), control.close()]);
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    },
  };
}
