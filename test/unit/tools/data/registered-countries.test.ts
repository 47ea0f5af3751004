import { describe, expect, it } from 'vitest';
import { registeredCountries, withCountries } from '../../../../tools/data/registered-countries.js';
import type { Boundary } from '../../../../tools/data/boundaries.js';

const at = (start: number | bigint, value: string | null): Boundary => ({ start: BigInt(start), value });

describe('the countries in which numbers of networks are registered', () => {
  const owners = [
    at(0, null),
    at(100, '64500\tOne'),
    at(200, '64501\tTwo'),
    at(250, null),
    at(300, '64500\tOne'),
    at(2n ** 40n, '64502\tSix'),
  ];

  it('are those of most of their addresses', () => {
    const countries = [at(0, null), at(90, 'DE'), at(160, 'FR'), at(210, null), at(300, 'FR'), at(330, null)];
    expect(registeredCountries(owners, countries)).toEqual(
      new Map([
        ['64500', 'FR'],
        ['64501', 'FR'],
      ]),
    );
  });

  it('end with IPv4, and nothing is known of a network whose addresses have none', () => {
    expect(registeredCountries(owners, [at(220, 'SE'), at(2n ** 40n, 'NO')])).toEqual(
      new Map([
        ['64501', 'SE'],
        ['64500', 'SE'],
      ]),
    );
    expect(registeredCountries(owners, [at(0, null)])).toEqual(new Map());
  });

  it('are added to the networks that have one, over IPv6 too', () => {
    const registered = new Map([
      ['64500', 'FR'],
      ['64502', 'NO'],
    ]);
    expect([...withCountries(owners, registered)].map(({ value }) => value)).toEqual([
      null,
      '64500\tOne\tFR',
      '64501\tTwo',
      null,
      '64500\tOne\tFR',
      '64502\tSix\tNO',
    ]);
  });
});
