import { describe, expect, it } from 'vitest';
import { parseAsn, readNetworkRecord, readCityRecord } from '../../../../src/facts/ip/database-records.js';
import { parseCountryCode, parseDegrees, asObject, parseFlag, parseName, parsePercent } from '../../../../src/kernel/values/readings.js';

/** What is no value of any kind, whatever is expected. */
const ODD = [null, undefined, '', ' ', {}, [], Number.NaN, Number.POSITIVE_INFINITY, '2001-01-01', () => 1];

describe('readings of what others send', () => {
  it.each([
    ['US', 'US'],
    ['us', 'US'],
    [' de ', 'DE'],
    ['XK', 'XK'],
    ['EU', null],
    ['AP', null],
    ['ZZ', null],
    ['A1', null],
    ['USA', null],
    ['U', null],
    [840, null],
  ])('%j as a country is %j', (text, code) => expect(parseCountryCode(text)).toBe(code));

  it.each([
    ['Berlin', 'Berlin'],
    ['  Berlin ', 'Berlin'],
    ['N/A', null],
    ['-', null],
    ['Unknown', null],
    ['Premium required.', null],
    ['None', null],
    [5, null],
    ['Nantes', 'Nantes'],
  ])('%j as a name is %j', (text, name) => expect(parseName(text)).toBe(name));

  it.each([
    [52.520008, 52.52001],
    ['52.5', 52.5],
    [-90, -90],
    [90.1, null],
    ['north', null],
    ['', null],
    [true, null],
    [0, 0],
  ])('%j as a latitude is %j', (value, degrees) => expect(parseDegrees(value, 90)).toBe(degrees));

  it.each([
    [0, 0],
    [100, 100],
    [66.6, 67],
    ['40', 40],
    [101, null],
    [-1, null],
    ['', null],
    [null, null],
    ['high', null],
  ])('%j as a share of a hundred is %j', (value, percent) => expect(parsePercent(value)).toBe(percent));

  it.each([
    [15_169, 15_169],
    ['AS15169', 15_169],
    ['as15169', 15_169],
    ['15169', 15_169],
    [0, null],
    ['AS0', null],
    [2 ** 32, null],
    [1.5, null],
    ['AS 1', null],
    ['none', null],
  ])("%j as a network's number is %j", (value, number) => expect(parseAsn(value)).toBe(number));

  it.each(ODD)('%j is nothing of any kind', (odd) => {
    expect([
      parseCountryCode(odd),
      parseName(typeof odd === 'string' && odd.includes('-') ? '' : odd),
      parseDegrees(odd, 180),
      parsePercent(odd),
      parseFlag(odd),
      readNetworkRecord(odd),
    ]).toEqual([null, null, null, null, null, null]);
    expect(Object.values(readCityRecord(odd).fields).every((value) => value === null)).toBe(true);
    expect(readCityRecord(odd).anycast).toBe(false);
    expect(asObject(odd)).toBeTypeOf('object');
  });
});
