import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the global setup puts the shipped catalogue, read and checked, for the services of the run. */
export const CHECKED_CATALOGUE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'test-results', 'catalogue.json');
