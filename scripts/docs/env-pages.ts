import { SETTINGS } from '../../src/config/env.js';

/** docs/env.md: every setting with its default. */
export function envPage(): string {
  const rows = SETTINGS.map((setting) => `| \`${setting.name}\` | ${setting.default === null ? '' : `\`${setting.default}\``} | ${setting.description} |`);
  return `# Settings
<!-- Written by \`npm run docs\` from \`src/config/env.ts\`. -->

Environment variables, read once at the start. An empty one counts as unset; one that cannot be read stops the process with
a sentence that names it.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** .env.example: the same as a file to copy, everything commented out at its default. */
export function envExample(): string {
  const entries = SETTINGS.map(({ name, description, default: value }) => `# ${description}\n# ${name}=${value ?? ''}\n`);
  return `# Settings of the service; docs/env.md has the same as a table. Written by npm run docs.\n\n${entries.join('\n')}`;
}
