import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { createAccountRegistry } from '../../../../tools/simulator/account-registry.js';

const { platforms } = generateSites(1000);
const ada = { identities: { username: ['Ada'], email: ['ada@example.com'], phone: ['+15550142'] }, share: 0.3 };

describe('the world', () => {
  test('a person exists on the share of the platforms that was asked for, with every identity on the same ones', () => {
    const world = createAccountRegistry(platforms, { people: [ada] });
    const on = platforms.filter(({ slug }) => world.exists(slug, 'username', 'ada'));
    expect(on.length).toBeGreaterThan(250);
    expect(on.length).toBeLessThan(350);
    for (const { slug } of on) {
      expect(world.exists(slug, 'email', 'ADA@example.com')).toBe(true);
      expect(world.exists(slug, 'phone', '+1 555 0142')).toBe(true);
    }
  });

  test('the same seed gives the same world, another seed another one', () => {
    const where = (seed: string) => {
      const world = createAccountRegistry(platforms, { seed, people: [ada] });
      return platforms.filter(({ slug }) => world.exists(slug, 'username', 'ada')).map(({ slug }) => slug);
    };
    expect(where('one')).toEqual(where('one'));
    expect(where('one')).not.toEqual(where('two'));
  });

  test('known accounts exist on their platform, strangers and unknown platforms have nobody', () => {
    const world = createAccountRegistry(platforms);
    expect(world.exists('site-0001', 'username', 'NorthWind')).toBe(true);
    expect(world.exists('site-0001', 'username', 'nobody')).toBe(false);
    expect(world.exists('no-such-site', 'username', 'northwind')).toBe(false);
  });

  test('where a mail domain is a catch-all, every address at it exists on that platform, and no other', () => {
    const world = createAccountRegistry(platforms);
    world.setCatchAll('site-0001', ['Everybody.example.org']);
    expect(world.exists('site-0001', 'email', 'Anyone@everybody.example.org')).toBe(true);
    expect(world.exists('site-0001', 'email', 'anyone@example.org')).toBe(false);
    expect(world.exists('site-0002', 'email', 'anyone@everybody.example.org')).toBe(false);
    world.setCatchAll('site-0001', []);
    expect(world.exists('site-0001', 'email', 'anyone@everybody.example.org')).toBe(false);
  });

  test('what is said of one platform stands above the share', () => {
    const person = { identities: { username: ['bob'] }, share: 1, on: { 'site-0001': false } };
    const world = createAccountRegistry(platforms, { people: [person] });
    expect(world.exists('site-0001', 'username', 'bob')).toBe(false);
    expect(world.exists('site-0002', 'username', 'bob')).toBe(true);
  });

  test('replacing the people forgets the old ones, and digests lead to addresses', () => {
    const world = createAccountRegistry(platforms, { people: [ada] });
    const digest = createHash('sha256').update('ada@example.com').digest('hex');
    expect(world.findAddress('email:sha256', digest.toUpperCase())).toBe('ada@example.com');
    world.setPeople([]);
    expect(world.findAddress('email:sha256', digest)).toBeUndefined();
    expect(platforms.some(({ slug }) => world.exists(slug, 'username', 'ada'))).toBe(false);
  });
});
