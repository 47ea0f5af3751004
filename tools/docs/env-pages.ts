import { SETTINGS } from '../../src/kernel/config/env.js';
import { fileSettingOf } from '../../src/kernel/config/file-setting.js';

const SECRETS = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name);

/** docs/env.md: every setting with its default. */
export function envPage(): string {
  const rows = SETTINGS.map(
    (setting) => `| \`${setting.name}\` | ${setting.default === null ? '' : `\`${setting.default}\``} | ${setting.description} |`,
  );
  return `# Settings
<!-- Written by \`npm run docs\` from \`src/kernel/config/env.ts\`. -->

Environment variables, read once at the start. An empty variable counts as unset. A variable that cannot be read stops the process with
a sentence that names it. Every program also reads \`.env\` in the working directory, if it exists: \`NAME=value\` lines, comments after \`#\`.
Variables that are already set, even to an empty value, take precedence. \`.env.example\` is a start. If no program reads a name in the
file, each program warns about it at its start, and suggests a setting with a similar name.

A secret can be in a file, as Docker and Kubernetes mount them: set \`${fileSettingOf('<NAME>')}\` to its path instead of \`<NAME>\`. This applies to
${SECRETS.map((name) => `\`${name}\``).join(', ')}.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** .env.example: the same as a file to copy, everything commented out at its default. */
export function envExample(): string {
  const entries = SETTINGS.filter(({ name }) => name !== 'FOOTPRINT_ENV_FILE').map(
    ({ name, description, default: value }) => `# ${description}\n# ${name}=${value ?? ''}\n`,
  );
  return `# Settings of the service, to be copied to .env; docs/env.md has the same as a table. Written by npm run docs.

# Of docker compose only. Passwords in its own Postgres, of the owner, the service and Temporal: letters and digits. Nothing starts there
# without them, nor without SECRETS_KEY.
# POSTGRES_PASSWORD=
# POSTGRES_SERVICE_PASSWORD=
# POSTGRES_TEMPORAL_PASSWORD=
# The files that every command reads, in their order, and how many workers there are.
# COMPOSE_FILE=docker-compose.yml
# WORKER_REPLICAS=2
# Of its overlays: a release's image, the proxy's name, certificate and addresses, Temporal's interface (docs/runbook.md).
# FOOTPRINT_IMAGE=
# PUBLIC_HOST=
# PROXY_TLS=
# PROXY_SUBNET=172.31.80.0/24
# PROXY_GATEWAY=172.31.80.1
# PROXY_ADDRESS=172.31.80.2
# PROXY_IP_RANGE=172.31.80.128/25
# TEMPORAL_UI_HOST=
# TEMPORAL_UI_USER=operator
# TEMPORAL_UI_PASSWORD_HASH=

${entries.join('\n')}`;
}

/** Names of the settings that hold secrets, for programs that read their files before any schema is loaded. */
export function secretSettings(): string {
  return `/** Written by \`npm run docs\`: the settings that \`src/kernel/config\` marks as secret. They are read before schemas are loaded. */
export const SECRET_SETTINGS: readonly string[] = [
${SECRETS.map((name) => `  '${name}',\n`).join('')}];
`;
}
