import { SETTINGS } from '../kernel/config/env.js';
import { fileSettingOf } from '../kernel/config/file-setting.js';
import { mostSimilar } from '../kernel/values/most-similar.js';

/** Names that others read from the same file: docker compose, the simulator, Node, npm, OpenTelemetry's library and the system. */
const OF_OTHERS =
  /^(?:SIMULATOR_|OTEL_|COMPOSE_|DOCKER_|NODE_|npm_|SSL_CERT_|LC_|LANG$|TZ$|PATH$|NO_COLOR$|POSTGRES_(?:SERVICE_|TEMPORAL_)?PASSWORD$)/;
/** What the files of compose take from it. */
const OF_COMPOSE =
  /^(?:FOOTPRINT_IMAGE|WORKER_REPLICAS|PUBLIC_HOST|PROXY_(?:ADDRESS|GATEWAY|IP_RANGE|SUBNET|TLS)|TEMPORAL_UI_(?:HOST|USER|PASSWORD_HASH))$/;
const KNOWN: readonly string[] = SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? [name, fileSettingOf(name)] : [name]));
/** Letters of a name that may be wrong, and never more than half of them. */
const MAX_TYPOS = 3;

/**
 * A sentence for each name that no program reads: its value has no effect.
 *
 * @param names those of the file with settings; the environment has names of everybody
 */
export function unknownSettings(names: readonly string[]): string[] {
  return names
    .filter((name) => !KNOWN.includes(name) && !OF_OTHERS.test(name) && !OF_COMPOSE.test(name))
    .map((name) => {
      const meant = mostSimilar(name.toUpperCase(), KNOWN, Math.min(MAX_TYPOS, name.length / 2));
      return `${name} is not a setting: ${meant ? `did you mean ${meant}?` : 'it has no effect (docs/env.md lists them all).'}`;
    });
}
