/** The probe engine alone: `npx tsx docs/examples/engine.ts chess-com example-org`. `PROBE_PROXY_URL` and `PROBE_CA_FILE` as for a worker. */
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { createEngine } from '../../src/engine/engine.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';

const [slug = 'chess-com', text = 'example-org'] = process.argv.slice(2);
const { catalogue } = loadCatalogue({ root: 'catalogue' });
const { PROBE_PROXY_URL: proxyUrl, PROBE_CA_FILE: caFile } = process.env;
const engine = createEngine({ catalogue, outbound: { proxyUrl, caFile }, userAgent: 'Footprint example' });
const identity = new LibraryIdentityParser().detect(text);
if ('invalid' in identity) throw new Error(`"${text}" is not an identity`);
const verdict = await engine.verdict(slug, identity);
console.log(slug, verdict.state, verdict.evidence.explanation);
await engine.close();
