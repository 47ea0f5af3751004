import { join } from 'node:path';
import { type LoadedCatalogue, loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { PROJECT_ROOT } from '../checks/tool.js';

let loaded: LoadedCatalogue | undefined;

/** The catalogue of this checkout, which several pages read. */
export const shippedCatalogue = (): LoadedCatalogue => (loaded ??= loadCatalogue({ root: join(PROJECT_ROOT, 'catalogue') }));
