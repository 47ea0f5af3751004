import { describe, expect, it } from 'vitest';
import { type Contradiction, mergeContradictions, SeenContradictions } from '../../../../src/engine/controls/contradictions.js';

const NOW = new Date('2030-03-01T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const seen = (kind: Contradiction['kind'], hours: number): Contradiction => ({ at: ago(hours).toISOString(), kind });

describe('contradictions that count', () => {
  it('are those of a day, and those of a month that traffic saw', () => {
    const kinds = ['positive', 'negative', 'answer'] as const;
    const recent = [...kinds.map((kind) => seen(kind, 23)), seen('traffic', 30 * 24 - 1)];
    const over = [...kinds.map((kind) => seen(kind, 24)), seen('traffic', 30 * 24)];
    expect(mergeContradictions([...over, ...recent], NOW)).toEqual(recent);
  });

  it('are each there once, the newest eight first', () => {
    const hours = [5, 1, 9, 3, 7, 2, 8, 4, 6];
    const all = [...hours, ...hours].map((each) => seen('answer', each));
    expect(mergeContradictions(all, NOW)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((each) => seen('answer', each)));
    expect(mergeContradictions([seen('answer', 1), seen('negative', 1)], NOW)).toHaveLength(2);
  });
});

describe('contradictions that a process saw', () => {
  it('are all counted, and noted unless they are of the moment', () => {
    const all = new SeenContradictions();
    all.add('negative', ago(2));
    all.add(null, ago(1));
    expect([all.count, all.recent([seen('answer', 3)], NOW)]).toEqual([2, [seen('negative', 2), seen('answer', 3)]]);
    expect(new SeenContradictions().recent(undefined, NOW)).toEqual([]);
  });

  it('remain until they are stored; one that comes meanwhile remains for the next time', async () => {
    const all = new SeenContradictions();
    all.add('negative', ago(2));
    await all.storing(async () => all.add('answer', ago(1)));
    expect(all.recent(undefined, NOW)).toEqual([seen('answer', 1)]);
    await expect(all.storing(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(all.recent(undefined, NOW)).toEqual([seen('answer', 1)]);
  });
});
