import { expect, it } from 'vitest';
import { modelWorld } from '../support/model-world.js';
import { createControlRunner } from '../../../src/bootstrap/controls.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { inMemoryControls } from '../../../src/db/platforms/in-memory-controls.js';

const limits = () => ({ signal: new AbortController().signal, deadlineMs: 1_000 });
it('measure', async () => {
  const people = Array.from({ length: 8 }, (_, n) => `velmora${'abcdefgh'[n]}`);
  const world = modelWorld(['pages'], { sites: 120, seed: 'measure-1', people });
  const now = () => new Date('2030-01-01T12:00:00Z');
  const stores = inMemoryControls(now);
  const controls = createControlRunner({ prober: world.prober, store: stores.controlStore, cooldowns: stores.cooldowns, now });
  const table: Record<string, Record<string, number>> = {};
  const wrong: string[] = [];
  for (const platform of world.platforms) {
    const look = async (value: string) => {
      const identity = { type: 'username', value } as const;
      const probe = () => world.prober.probe(platform, identity, limits());
      const v = await verifyVerdict(controls, { platform, identity, stored: { control: undefined, readAt: new Date(0) }, verdict: probe(), sent: Promise.resolve(), repeat: probe, now, requestClass: 'async' });
      return v.state === 'inconclusive' ? `${v.reason}: ${v.evidence.explanation.split(';').slice(1).join(';').slice(0,120)}` : v.state;
    };
    const kind = platform.tags.join(',');
    const add = (what: string, said: string) => { const row = (table[`${kind} ${what}`] ??= {}); row[said] = (row[said] ?? 0) + 1; };
    for (const name of people) add('people', await look(name));
    for (const word of world.pageWords(platform.slug).slice(0, 12)) { const s = await look(word); add('words', s); if (s === 'registered') wrong.push(`${platform.slug} ${word}`); }
    add('absent', await look('nobodyhere'));
  }
  console.log(JSON.stringify(table, null, 1)); console.log(wrong.slice(0, 40));
  expect(1).toBe(1);
}, 200_000);
