import { Command } from 'commander';
import { SETTINGS } from '../kernel/config/env.js';
import { fileSettingOf } from '../kernel/config/file-setting.js';

/** Names that others read from the same file: docker compose, the simulator, Node, npm, OpenTelemetry's library and the system. */
const OF_OTHERS =
  /^(?:SIMULATOR_|OTEL_|COMPOSE_|DOCKER_|NODE_|npm_|SSL_CERT_|LC_|LANG$|TZ$|PATH$|NO_COLOR$|POSTGRES_(?:SERVICE_|TEMPORAL_)?PASSWORD$)/;
/** What the files of compose take from it. */
const OF_COMPOSE =
  /^(?:FOOTPRINT_IMAGE|WORKER_REPLICAS|PUBLIC_HOST|PROXY_(?:ADDRESS|GATEWAY|IP_RANGE|SUBNET|TLS)|TEMPORAL_UI_(?:HOST|USER|PASSWORD_HASH))$/;
const KNOWN: readonly string[] = SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? [name, fileSettingOf(name)] : [name]));
/**
 * A sentence for each name that no program reads: its value has no effect.
 *
 * @param names those of the file with settings; the environment has names of everybody
 */
export function unknownSettings(names: readonly string[]): string[] {
  return names
    .filter((name) => !KNOWN.includes(name) && !OF_OTHERS.test(name) && !OF_COMPOSE.test(name))
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting: ${meant ? `did you mean ${meant}?` : 'it has no effect (docs/env.md lists them all).'}`;
    });
}

/** The setting that was probably meant, as the command line finds the option that was meant. */
function nearestSetting(name: string): string | undefined {
  const printed: string[] = [];
  const inCapitals = name.toUpperCase();
  if (KNOWN.includes(inCapitals)) return inCapitals;
  const command = new Command().exitOverride().configureOutput({ writeErr: (text) => printed.push(text) });
  for (const known of KNOWN) command.option(`--${known}`);
  try {
    command.parse([`--${inCapitals}`], { from: 'user' });
  } catch {
    // Every name is unknown here; what was printed counts.
  }
  return /\(Did you mean (?:one of )?--(\w+)/.exec(printed.join(''))?.[1];
}
