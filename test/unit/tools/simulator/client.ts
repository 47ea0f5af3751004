/** A plain client for the simulator's tests: undici through the proxy, over TLS, trusting only the simulator's CA. */
import { Client, ProxyAgent, request } from 'undici';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { type SimulatorOptions, startSimulator, type Simulator } from '../../../../tools/simulator/start-simulator.js';

export const ADA = { identities: { username: ['ada'], email: ['ada@example.com'], phone: ['+15550142'] }, share: 1 };

/** Five generated sites, one of each kind, on all of which Ada exists. */
export async function startFive(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const { platforms, samples } = generateSites(5);
  return startSimulator({ platforms, samples, accounts: { people: [ADA] }, dripMs: 5, ...options });
}

export interface Got {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  readonly text: string;
}

export function clientOf(simulator: Pick<Simulator, 'proxyUrl' | 'caPem'>, connections = 1) {
  const agent = new ProxyAgent({
    uri: simulator.proxyUrl,
    requestTls: { ca: simulator.caPem },
    proxyTunnel: true,
    connections,
    clientFactory: (origin, options) => new Client(origin, options),
  });
  return {
    agent,
    /** Reads the whole answer; throws what undici throws. */
    async get(url: string, options: { method?: 'GET' | 'HEAD' | 'POST'; body?: string; signal?: AbortSignal } = {}): Promise<Got> {
      const answer = await request(url, { dispatcher: agent, ...options });
      const body = Buffer.from(await answer.body.arrayBuffer());
      return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() };
    },
    close: () => agent.destroy(),
  };
}

/** Where each of the five kinds is asked about a username. */
export const TYPED = (name: string) => `https://site-0001.example/api/v1/usernames/${name}`;
export const LIST = (name: string) => `https://site-0002.example/api/find?by=username&value=${name}`;
export const profilePage = (name: string) => `https://site-0003.example/@${name}`;
export const REDIRECT = (name: string) => `https://site-0004.example/people/${name}`;
export const AVAILABILITY = 'https://site-0005.example/api/availability';
