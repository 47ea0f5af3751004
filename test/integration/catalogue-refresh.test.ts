/** `npm run catalogue:refresh` on packages of invented sources: what the review list names, and what a hostile package can do (nothing). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareSources, type Version } from '../../tools/catalogue/compare-sources.js';
import { type BuildManifest, IMPORTED, MANIFEST, pinnedWheels, ROOT, SLUGS } from '../../tools/catalogue/rebuild.js';
import type { SourceName } from '../../tools/catalogue/source-data.js';
import { fetchSources, type Sources } from '../../tools/catalogue/source-wheels.js';
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

function refresh(folder: WheelFolder, ...args: readonly string[]) {
  const from = ['--from', 'maigret==1.0.0', '--from', 'sherlock-project==1.0.0'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'tools/launch/with-dependencies.mjs'), 'tools/catalogue/catalogue-refresh.ts', ...from, ...args],
    { env: { ...process.env, ...folder.env }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

/** Hash of everything that a refresh may write in the checkout. */
function checkout(): string {
  const files = [MANIFEST, SLUGS, ...readdirSync(join(ROOT, IMPORTED)).map((name) => `${IMPORTED}/${name}`)];
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

describe('npm run catalogue:refresh', () => {
  it('names what was switched off, walled, vanished, changed, came back and appeared, and changes nothing by itself', () => {
    const before = checkout();
    const folder = wheels();
    folder.add('maigret', '1.1.0', maigret(NEW_SITES));
    const file = join(mkdtempSync(join(tmpdir(), 'footprint-review-')), 'review.md');
    const { status, stdout, stderr } = refresh(folder, '--out', file);
    expect([status, stdout]).toEqual([0, '']);
    const [, built = ''] = /would follow is in (\S+)\.\n/.exec(stderr) ?? [];
    expect(existsSync(join(built, IMPORTED, 'maigret.json'))).toBe(true);
    const { inputs } = JSON.parse(readFileSync(join(built, MANIFEST), 'utf8')) as BuildManifest;
    expect(inputs['maigret']?.version).toBe('1.1.0');
    rmSync(built, { recursive: true });
    const report = readFileSync(file, 'utf8');
    const boxes = Object.fromEntries(
      report.split(/^## /m).map((section) => [section.split('\n')[0], section.split('\n').filter((line) => line.startsWith('- [ ]'))]),
    );
    expect(report).toContain('- maigret: 1.0.0 → 1.1.0\n- sherlock-project: 1.0.0 → 1.0.0, the same data\n');
    expect(boxes).toEqual({
      '# Changes of the sources': [],
      'Switched off upstream: 1': [
        expect.stringMatching(/^- \[ \] `goes-off` leaves the catalogue; maigret `Goes Off`: .*switched it off/),
      ],
      'Walled upstream: 1': [expect.stringMatching(/^- \[ \] `gets-walled` leaves the catalogue; maigret `Gets Walled`: .*log-in/)],
      'Vanished upstream: 1': [expect.stringMatching(/^- \[ \] `vanishes` leaves the catalogue; maigret `Vanishes`/)],
      'Changed upstream: 1': ['- [ ] `changes` stays in the catalogue; maigret `Changes`: absenceTexts'],
      'Switched on again upstream: 1': [expect.stringContaining('maigret `Comes Back`')],
      'New upstream: 1': [expect.stringContaining('maigret `Appears quoted # heading`')],
      'What a rebuild does: 7 → 6 imported platforms': [],
    });
    expect(report).toContain('- removed (3): `gets-walled`, `goes-off`, `vanishes`\n- changed (1): `changes`\n');
    expect(checkout()).toBe(before);
  });

  it('says in one sentence what is wrong with a package, and even with --apply changes nothing', () => {
    const before = checkout();
    const folder = wheels();
    folder.add('maigret', '1.1.0', JSON.stringify(maigret(NEW_SITES)).slice(0, -20));
    const { status, stdout, stderr } = refresh(folder, '--apply');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('the data of maigret is refused: it is no JSON in UTF-8, or cut off; nothing was changed.\n');
    expect(checkout()).toBe(before);
  });
});

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
    const version = (sites: object): Version => ({ sources: sourcesOf(maigret(sites)), built: NOTHING_BUILT });
    expect(() => compareSources(version(OLD_SITES), version({ 'Stays One': site('stays-one') }))).toThrow(/6 of its 7 sites are gone/);
  });
});

const NOTHING_BUILT = { files: new Map<string, string>(), shipped: [], result: { admitted: [], refused: [], provenance: new Map() } };
const sourcesOf = (json: unknown, sherlock: unknown = SHERLOCK): Sources => ({
  maigret: { pack: { name: 'maigret', version: '1', licence: 'MIT', sha256: '', json }, licenceText: '', wheel: '' },
  sherlock: { pack: { name: 'sherlock-project', version: '1', licence: 'MIT', sha256: '', json: sherlock }, licenceText: '', wheel: '' },
});

describe('published packages, where pip can bring them', () => {
  interface Site {
    readonly disabled?: boolean;
    readonly protection?: readonly string[];
  }
  const sitesOf = (sources: Sources) => new Map(Object.entries((sources.maigret.pack.json as { sites: Record<string, Site> }).sites));

  it('the list names exactly what the two data files show to be off, gone and new', { timeout: 120_000 }, () => {
    const versions = earlierAndPinned();
    if (versions === null) return;
    const [old, now] = versions.map(sitesOf) as [Map<string, Site>, Map<string, Site>];
    const changes = compareSources(
      { sources: versions[0], built: NOTHING_BUILT },
      { sources: sourcesOf(versions[1].maigret.pack.json, versions[0].sherlock.pack.json), built: NOTHING_BUILT },
    );
    const named = (kind: string) => changes.filter((change) => change.kind === kind).map(({ name }) => name);
    const names = (test: (name: string) => boolean) => [...new Set([...old.keys(), ...now.keys()])].filter(test).sort();
    const off = names((name) => old.has(name) && old.get(name)?.disabled !== true && now.get(name)?.disabled === true);
    expect(off.length).toBeGreaterThan(0);
    expect(named('disabled')).toEqual(off);
    expect(named('vanished')).toEqual(names((name) => !now.has(name)));
    expect(named('appeared')).toEqual(names((name) => !old.has(name)));
  });

  function earlierAndPinned(): [Sources, Sources] | null {
    const pins: Record<SourceName, { version: string; sha256: string }> = pinnedWheels();
    try {
      return [fetchSources({ ...pins, maigret: { version: '0.6.4' } }), fetchSources(pins)];
    } catch (error) {
      if (error instanceof Error && /refused|pinned|hash/i.test(error.message)) throw error;
      return null;
    }
  }
});
