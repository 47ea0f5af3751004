import { it } from 'vitest';
import { modelWorld } from '../support/model-world.js';
import { hashesOf, MARK_LIMIT } from '../../../src/engine/evaluation/structure-fingerprint.js';
import { rootPageRule, harmlessWord } from '../../../src/engine/controls/site-rules.js';
const limits = () => ({ signal: new AbortController().signal, deadlineMs: 1_000, needsStructure: true });
it('dbg', async () => {
  const people = Array.from({ length: 8 }, (_, n) => `velmora${'abcdefgh'[n]}`);
  const world = modelWorld(['pages'], { sites: 150, seed: 'measure-1', people });
  for (const platform of world.platforms.slice(0, 150)) {
    const rule = platform.probes.username!;
    const root = { ...platform, probes: { username: rootPageRule(rule) } };
    const s = async (p: any, v: string) => { const r: any = await world.prober.probe(p, { type: 'username', value: v }, limits()); return { st: r.state === 'inconclusive' ? r.reason : r.state, f: r.structure ? new Set(hashesOf(r.structure).hashes) : null, lim: r.structure ? hashesOf(r.structure).limit : 0 }; };
    const accs = [await s(platform, 'northwind'), await s(platform, 'contoso')].filter((x) => x.st === 'registered');
    const r = await s(root, 'root'); const w = await s(platform, harmlessWord(rule)!);
    const own = [r, w].filter((x) => x.f);
    const D = [...accs[0]!.f!].filter((h) => accs.every((x) => x.f!.has(h)) && !own.some((x) => x.f!.has(h)));
    const E = new Set(own.flatMap((o) => [...o.f!]).filter((h) => !accs.some((x) => x.f!.has(h))));
    const U = new Set(accs.flatMap((x) => [...x.f!]));
    const cov = (f: Set<number>) => `${(D.filter((h) => f.has(h)).length / D.length).toFixed(2)}/${[...E].filter((h) => f.has(h)).length}/${[...f].filter((h) => !U.has(h)).length}`;
    const P: string[] = [], W: string[] = [];
    for (const name of people) { const p = await s(platform, name); if (p.f) P.push(cov(p.f)); }
    for (const name of world.pageWords(platform.slug)) { const p = await s(platform, name); if (p.f) W.push(cov(p.f)); }
    P.sort(); W.sort(); W.reverse();
    console.log(`acc ${platform.tags[1]} D=${D.length} E=${E.size} own=${own.map((o) => o.f!.size)} P min ${P[0]} max ${P.at(-1)} W max ${W.slice(0, 3).join(' ')}`);
  }
}, 100_000);
