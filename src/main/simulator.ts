/**
 * The platform simulator as a process: `npm run simulator`. Prints one JSON line when it is ready, ends on SIGINT or
 * SIGTERM. Programs use it through PROBE_PROXY_URL and PROBE_CA_FILE.
 */
import './read-env-file.js';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openCatalogue } from '../wiring/platforms.js';
import { peopleSchema } from '../../tools/simulator/control-api.js';
import { generateSites, KIND_GROUP_NAMES } from '../../tools/simulator/generated-sites.js';
import { startSimulator, type SimulatorOptions } from '../../tools/simulator/start-simulator.js';
import { writeGenerated } from '../../tools/simulator/write-generated.js';

const HELP = `Usage: simulator [options]

  --host ADDRESS         address to listen on (SIMULATOR_HOST; default: 127.0.0.1)
  --port N               port of the proxy (SIMULATOR_PORT; default: a free one)
  --listeners N          how many ports the proxy has (SIMULATOR_LISTENERS; default: 1)
  --control-port N       port of the control API (SIMULATOR_CONTROL_PORT; default: a free one)
  --ca-file FILE         where the CA certificate is written (SIMULATOR_CA_FILE; default: a temporary file)
  --latency-median-ms N  median latency (SIMULATOR_LATENCY_MEDIAN_MS; default: 0)
  --people JSON|FILE     invited people (SIMULATOR_PEOPLE), e.g. [{"identities":{"username":["ada"]},"share":0.3}]
  --sites N              N invented platforms in place of the catalogue (CATALOGUE_PATH adds to or replaces it)
  --kinds NAME,…         groups of made-up platforms besides the usual kinds: ${KIND_GROUP_NAMES.join(', ')}
  --write-sites FOLDER   write the invented platforms as catalogue files first, for CATALOGUE_PATH=only:FOLDER
`;

const number = z.coerce.number().int().min(0);
const settingsSchema = z.object({
  host: z.string().optional(),
  port: number.optional(),
  listeners: number.optional(),
  'control-port': number.optional(),
  'ca-file': z.string().optional(),
  'latency-median-ms': number.default(0),
  people: z.string().default('[]'),
  sites: number.optional(),
  kinds: z
    .string()
    .default('')
    .transform((names) => names.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(KIND_GROUP_NAMES))),
  'write-sites': z.string().optional(),
});
type Settings = z.infer<typeof settingsSchema>;

function readSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, text])),
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const fromEnv = Object.keys(settingsSchema.shape).map((name) => [
    name,
    env[`SIMULATOR_${name.toUpperCase().replaceAll('-', '_')}`] || undefined,
  ]);
  return settingsSchema.parse({ ...Object.fromEntries(fromEnv), ...values });
}

/** The simulated platforms: invented ones, or the catalogue as the service would load it. */
async function platformsFor(settings: Settings): Promise<Pick<SimulatorOptions, 'platforms' | 'samples'>> {
  if (settings.sites !== undefined) {
    const options = { kinds: settings.kinds };
    if (settings['write-sites'] !== undefined) await writeGenerated(settings['write-sites'], settings.sites, options);
    return generateSites(settings.sites, options);
  }
  const { catalogue, samples } = openCatalogue({ CATALOGUE_PATH: process.env.CATALOGUE_PATH });
  return { platforms: catalogue.platforms, samples: (slug, queryType) => samples.get(slug)?.[queryType] };
}

async function readPeople(setting: string) {
  const json = setting.trimStart().startsWith('[') ? setting : await readFile(setting, 'utf8');
  return peopleSchema.parse(JSON.parse(json));
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === 'help') return void process.stdout.write(HELP);
  const simulator = await startSimulator({
    ...(await platformsFor(settings)),
    accounts: { people: await readPeople(settings.people) },
    latency: { medianMs: settings['latency-median-ms'], sigma: 0.5 },
    host: settings.host,
    port: settings.port,
    listeners: settings.listeners,
    controlPort: settings['control-port'],
    caFile: settings['ca-file'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  const { proxyUrl, proxyUrls, caFile, controlUrl, platformCount } = simulator;
  process.stdout.write(
    `${JSON.stringify({ proxyUrl, proxyUrls, caFile, controlUrl, platforms: platformCount, unanswerable: simulator.missingResponses() })}\n`,
  );
}

await main().catch((error: unknown) => {
  process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
