/** Reads the sources' data files from their wheels. */
import type { SourcePackage } from '../importers/build-imported.js';
import { readWheel, sha256, type WheelRequest } from '../data/wheel.js';
import { parseSourceData, type SourceName } from './source-data.js';

/** The packages, with the path of their data. */
export const PACKAGES = {
  maigret: { name: 'maigret', data: 'maigret/resources/data.json' },
  sherlock: { name: 'sherlock-project', data: 'sherlock_project/resources/data.json' },
} as const satisfies Record<SourceName, { name: string; data: string }>;

const LICENCE = '*.dist-info/*LICENSE';
/** Bytes that a package and its data may have: today's have below 4 MB. */
const MAX_BYTES = 32 * 2 ** 20;

/** A source's data with the text of its licence. */
export interface Fetched {
  readonly pack: SourcePackage;
  readonly licenceText: string;
  /** SHA-256 of the wheel. */
  readonly wheel: string;
}

export type Sources = Readonly<Record<SourceName, Fetched>>;

/**
 * Downloads both wheels and reads what is needed.
 *
 * @param wanted versions and hashes by source; the newest version where none is given
 * @throws when Python, pip or the network are not there, a hash is not the pinned one, or the data is not what such a package has; the
 *   message says which
 */
export function fetchSources(wanted: Readonly<Partial<Record<SourceName, Omit<WheelRequest, 'name'>>>>): Sources {
  return { maigret: fetchOne('maigret', wanted.maigret), sherlock: fetchOne('sherlock', wanted.sherlock) };
}

function fetchOne(source: SourceName, wanted: Omit<WheelRequest, 'name'> = {}): Fetched {
  const { name, data } = PACKAGES[source];
  const wheel = readWheel({ ...wanted, name }, [data, LICENCE], MAX_BYTES);
  const bytes: Buffer = wheel.members[data];
  const json = parseSourceData(source, bytes);
  return {
    pack: { name, version: wheel.version, licence: 'MIT', sha256: sha256(bytes), json },
    licenceText: wheel.members[LICENCE].toString().replaceAll('\r\n', '\n'),
    wheel: wheel.sha256,
  };
}
