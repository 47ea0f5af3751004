/** What a hostile or damaged package of a source can do: nothing. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refuseDamaged } from '../../tools/catalogue/source-data.js';
import { fetchSources } from '../../tools/catalogue/source-wheels.js';
import { WheelFolder } from '../support/source-wheels.js';

const site = (name: string, more: object = {}) => ({
  url: `https://${name}.example.com/{username}`,
  urlMain: `https://${name}.example.com/`,
  checkType: 'message',
  presenseStrs: [`profile of {username} at ${name}`],
  absenceStrs: [`nobody of that name at ${name}`],
  usernameClaimed: 'example-team',
  ...more,
});
const OLD_SITES = {
  'Stays One': site('stays-one'),
  'Stays Two': site('stays-two'),
  'Goes Off': site('goes-off'),
  'Gets Walled': site('gets-walled'),
  Vanishes: site('vanishes'),
  Changes: site('changes'),
  'Comes Back': site('comes-back', { disabled: true }),
};
const NEW_SITES = {
  'Stays One': site('stays-one'),
  'Stays Two': site('stays-two'),
  'Goes Off': site('goes-off', { disabled: true }),
  'Gets Walled': site('gets-walled', { protection: ['login'] }),
  Changes: site('changes', { absenceStrs: ['no such page at changes'] }),
  'Comes Back': site('comes-back'),
  'Appears `quoted`\n# heading': site('appears'),
};
const SHERLOCK = {
  $schema: 'x',
  Elsewhere: { errorType: 'status_code', url: 'https://elsewhere.example.com/{}', username_claimed: 'example-team' },
};
const maigret = (sites: unknown) => ({ sites, engines: {}, tags: [] });

function wheels(): WheelFolder {
  const folder = new WheelFolder();
  folder.add('maigret', '1.0.0', maigret(OLD_SITES));
  folder.add('sherlock', '1.0.0', SHERLOCK);
  return folder;
}

describe('a hostile or damaged package is refused', { timeout: 60_000 }, () => {
  afterEach(() => vi.unstubAllEnvs());
  const DATA = 'maigret/resources/data.json';
  const CASES: Readonly<Record<string, [(folder: WheelFolder) => void, RegExp]>> = {
    'a bomb of 64 MB': [
      (folder) => folder.add('maigret', '1.1.0', ' '.repeat(64 * 2 ** 20)),
      /data\.json in maigret-1\.1\.0.* is larger than \d+ bytes$/,
    ],
    'a path that leads out': [
      (folder) => folder.add('maigret', '1.1.0', maigret(NEW_SITES), { '../../evil.py': '' }),
      /has a member outside of its folder$/,
    ],
    'no data file': [(folder) => folder.add('maigret', '1.1.0', '', { [`${DATA}/not.json`]: '{}' }), /no JSON/],
    'no JSON': [(folder) => folder.add('maigret', '1.1.0', '<html>'), /it is no JSON in UTF-8, or cut off$/],
    'nested deeper than the stack': [(folder) => folder.add('maigret', '1.1.0', `${'['.repeat(2e6)}${']'.repeat(2e6)}`), /no JSON/],
    'sites as a list': [(folder) => folder.add('maigret', '1.1.0', maigret([])), /it has no sites$/],
    'a site as a text': [(folder) => folder.add('maigret', '1.1.0', maigret({ ...NEW_SITES, Odd: 'x' })), /1 of its sites are no objects$/],
    'a prototype key': [
      (folder) => folder.add('maigret', '1.1.0', '{"sites":{"A":{"__proto__":{"disabled":false}}},"engines":{}}'),
      /it has a member called __proto__$/,
    ],
    'half an archive': [
      (folder) => {
        const path = folder.add('maigret', '1.1.0', maigret(NEW_SITES));
        const bytes = readFileSync(path);
        folder.addBytes('maigret', '1.1.0', bytes.subarray(0, bytes.length / 2));
      },
      /^python3 -m pip download failed: .*maigret/i,
    ],
  };
  it.each(Object.entries(CASES))('%s', (_, [add, message]) => {
    const folder = wheels();
    add(folder);
    for (const [name, value] of Object.entries(folder.env)) vi.stubEnv(name, value);
    let output = '';
    try {
      fetchSources({});
    } catch (error) {
      output = (error as Error).message;
    }
    expect(output).toMatch(message);
    expect(output.split('\n')).toHaveLength(1);
  });

  it('data without most of its sites is taken for cut off', () => {
    expect(() => refuseDamaged('maigret', maigret(OLD_SITES), maigret({ 'Stays One': site('stays-one') }))).toThrow(
      '6 of its 7 sites are gone',
    );
    expect(() => refuseDamaged('maigret', maigret(OLD_SITES), maigret(NEW_SITES))).not.toThrow();
  });
});
