import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../../src/kernel/net/http/connection.js';
import { IdleConnections } from '../../../../../src/kernel/net/http/idle-connections.js';

const open = (key: string, isOpen = true) => ({ key, isOpen }) as Connection;

describe('unused connections', () => {
  it('are taken by their key, the one used last first, and none twice', () => {
    const idle = new IdleConnections();
    const [first, other, last] = [open('a'), open('b'), open('a')];
    for (const each of [first, other, last]) idle.add(each);
    expect([idle.take('a'), idle.take('a'), idle.take('a'), idle.take('c')]).toEqual([last, first, undefined, undefined]);
    expect([...idle]).toEqual([other]);
  });

  it('are none that closed meanwhile; those stay until they are taken away', () => {
    const idle = new IdleConnections();
    const [live, closed] = [open('a'), open('a', false)];
    for (const each of [live, closed]) idle.add(each);
    expect(idle.take('a')).toBe(live);
    expect([idle.size, idle.delete(closed), idle.delete(closed), idle.size]).toEqual([1, true, false, 0]);
  });

  it('are listed with the longest unused first', () => {
    const idle = new IdleConnections();
    const [one, two] = [open('a'), open('b')];
    for (const each of [one, two]) idle.add(each);
    const taken = idle.take('a');
    if (taken) idle.add(taken);
    expect([...idle]).toEqual([two, one]);
  });
});
