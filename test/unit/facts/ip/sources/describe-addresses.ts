/** What shipped data tells of addresses: of some drawn at random, and of a list of addresses whose networks are known. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { createIpInspector } from '../../../../../src/facts/ip/sources/index.js';
import { specialKind } from '../../../../../src/facts/ip/sources/special-addresses.js';
import { parseIp } from '../../../../../src/kernel/identity/canonical-ip.js';
import type { IpDetails } from '../../../../../src/facts/ip/ip-details.js';
import { createProviderHttp } from '../../../../../src/facts/provider-http.js';

/** What was told of one address. */
export interface DescribedIp {
  readonly ip: string;
  readonly facts: IpDetails;
  /** Whether it answers in many places, so that it has no country. */
  readonly isEverywhere: boolean;
  /** What the sources observed. */
  readonly codes: readonly string[];
  /** Source that decided the country. */
  readonly countryBy: string | null;
}

/** Asks about addresses with shipped data alone. */
export async function describeIps(addresses: readonly string[]): Promise<DescribedIp[]> {
  const http = createProviderHttp();
  const module = createIpInspector({ config: readConfig({}), http });
  try {
    await module.warm();
    const budget = { signal: new AbortController().signal, budgetMs: 10_000 };
    const described: DescribedIp[] = [];
    for (const ip of addresses) {
      const { facts, notes } = await module.inspect(ip, budget);
      if (facts === null) throw new Error('no source was consulted');
      const codes = notes.flatMap((note) => note.codes);
      const countryBy = notes.find(({ decidedFields }) => decidedFields.includes('countryCode'))?.source ?? null;
      described.push({ ip, facts, isEverywhere: codes.includes('anycast') || codes.includes('content_delivery'), codes, countryBy });
    }
    return described;
  } finally {
    await http.close();
  }
}

/** Public IPv4 addresses drawn at random, always the same for a seed; whether anybody uses them is not asked. */
export function drawPublic(count: number, seed = 20_261_121): string[] {
  const drawn: string[] = [];
  for (let state = seed; drawn.length < count; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const ip = [24, 16, 8, 0].map((shift) => (state >>> shift) & 255).join('.');
    if (specialKind(parseIp(ip)) === null) drawn.push(ip);
  }
  return drawn;
}

const LABELS = fileURLToPath(new URL('labelled-addresses.txt', import.meta.url));
export const LABEL_KINDS = ['Hosting', 'Residential', 'Wireless', 'Business', 'VPN', 'Tor', 'anycast'] as const;

/** An address whose network is known from elsewhere. */
export interface Labelled {
  readonly kind: (typeof LABEL_KINDS)[number];
  readonly ip: string;
  readonly network: string;
  readonly source: string;
}

export function readLabelled(): Labelled[] {
  const lines = readFileSync(LABELS, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind, ip = '', network = '', source = ''] = line.split('|');
      return { kind: kind as Labelled['kind'], ip, network, source };
    });
}

export type Judgement = 'right' | 'null' | 'wrong';

/** Whether what was told agrees with the label; what is not told is not wrong. */
export function evaluate({ kind }: Labelled, { facts }: DescribedIp): Judgement {
  if (kind === 'VPN') return facts.isVpn === null ? 'null' : facts.isVpn ? 'right' : 'wrong';
  if (kind === 'Tor') return facts.isTor === null ? 'null' : facts.isTor ? 'right' : 'wrong';
  if (kind === 'anycast') return facts.countryCode === null && facts.cityName === null ? 'right' : 'wrong';
  return facts.connectionType === null ? 'null' : facts.connectionType === kind ? 'right' : 'wrong';
}

/** The figures of the table. */
export function countDescribed(described: readonly DescribedIp[]) {
  const count = (is: (each: DescribedIp) => boolean): number => described.filter(is).length;
  const isFlagged = ({ facts }: DescribedIp): boolean => facts.isHosting === true || facts.isVpn === true || facts.isTor === true;
  return {
    addresses: described.length,
    announced: count(({ facts }) => facts.asn !== null),
    withoutConnectionType: count(({ facts }) => facts.connectionType === null),
    announcedWithoutConnectionType: count(({ facts }) => facts.asn !== null && facts.connectionType === null),
    flagged: count(isFlagged),
    flaggedWithoutScore: count((each) => isFlagged(each) && each.facts.riskScore === null),
    unicast: count(({ isEverywhere }) => !isEverywhere),
    announcedUnicast: count(({ isEverywhere, facts }) => !isEverywhere && facts.asn !== null),
    withoutCountry: count(({ isEverywhere, facts }) => !isEverywhere && facts.countryCode === null),
    announcedWithoutCountry: count(({ isEverywhere, facts }) => !isEverywhere && facts.asn !== null && facts.countryCode === null),
  };
}
