import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { createAccountRegistry } from '../../../../tools/simulator/account-registry.js';

const { platforms } = generateSites(1000);
const ada = { identities: { username: ['Ada'], email: ['ada@example.com'], phone: ['+15550142'] }, share: 0.3 };

describe('the world', () => {
  test('a person exists on the share of the platforms that was asked for, with every identity on the same ones', () => {
    const model = createAccountRegistry(platforms, { people: [ada] });
    const on = platforms.filter(({ slug }) => model.exists(slug, 'username', 'ada'));
    expect(on.length).toBeGreaterThan(250);
    expect(on.length).toBeLessThan(350);
    for (const { slug } of on) {
      expect(model.exists(slug, 'email', 'ADA@example.com')).toBe(true);
      expect(model.exists(slug, 'phone', '+1 555 0142')).toBe(true);
    }
  });

  test('the same seed gives the same world, another seed another one', () => {
    const where = (seed: string) => {
      const model = createAccountRegistry(platforms, { seed, people: [ada] });
      return platforms.filter(({ slug }) => model.exists(slug, 'username', 'ada')).map(({ slug }) => slug);
    };
    expect(where('one')).toEqual(where('one'));
    expect(where('one')).not.toEqual(where('two'));
  });

  test('known accounts exist on their platform, strangers and unknown platforms have nobody', () => {
    const model = createAccountRegistry(platforms);
    expect(model.exists('site-0001', 'username', 'North-Wind_7.X')).toBe(true);
    expect(model.exists('site-0001', 'username', 'nobody')).toBe(false);
    expect(model.exists('no-such-site', 'username', 'north-wind_7.x')).toBe(false);
  });

  test('where a mail domain is a catch-all, every address at it exists on that platform, and no other', () => {
    const model = createAccountRegistry(platforms);
    model.setCatchAll('site-0001', ['Everybody.example.org']);
    expect(model.exists('site-0001', 'email', 'Anyone@everybody.example.org')).toBe(true);
    expect(model.exists('site-0001', 'email', 'anyone@example.org')).toBe(false);
    expect(model.exists('site-0002', 'email', 'anyone@everybody.example.org')).toBe(false);
    model.setCatchAll('site-0001', []);
    expect(model.exists('site-0001', 'email', 'anyone@everybody.example.org')).toBe(false);
  });

  test('what is said of one platform stands above the share', () => {
    const person = { identities: { username: ['bob'] }, share: 1, on: { 'site-0001': false } };
    const model = createAccountRegistry(platforms, { people: [person] });
    expect(model.exists('site-0001', 'username', 'bob')).toBe(false);
    expect(model.exists('site-0002', 'username', 'bob')).toBe(true);
  });

  test('replacing the people forgets the old ones, and digests lead to addresses', () => {
    const model = createAccountRegistry(platforms, { people: [ada] });
    const digest = createHash('sha256').update('ada@example.com').digest('hex');
    expect(model.findAddress('email:sha256', digest.toUpperCase())).toBe('ada@example.com');
    model.setPeople([]);
    expect(model.findAddress('email:sha256', digest)).toBeUndefined();
    expect(platforms.some(({ slug }) => model.exists(slug, 'username', 'ada'))).toBe(false);
  });
});
