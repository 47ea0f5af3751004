/** The documents for callers as Markdown, and their list for models (https://llmstxt.org). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['quickstart', 'contract', 'errors', 'webhooks', 'mcp', 'risk', 'sources', 'test-keys', 'privacy', 'glossary'];

const INTRODUCTION = `# Footprint

> Finds the platforms on which an e-mail address, a phone number or a username is registered, with breaches, web mentions and a risk score.
> A platform that gave no confident answer is omitted with its reason, never reported as "not registered".
`;

/** Where the documents are, from the sources and from a build alike. */
const FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../docs' : '../../../../docs', import.meta.url));

/** Texts by the address at which they are served. A bundle without the documents has none. */
export function documentTexts(): Readonly<Record<string, string>> {
  if (!existsSync(FOLDER)) return {};
  const texts = Object.fromEntries(NAMES.map((name) => [`/docs/${name}.md`, readFileSync(path.join(FOLDER, `${name}.md`), 'utf8')]));
  const lines = Object.entries(texts).map(([address, text]) => `- [${/^# (.+)$/m.exec(text)?.[1]}](${address})`);
  const api = ['- [OpenAPI document](/openapi.json)', '- [Model Context Protocol](/docs/mcp.md): `POST /mcp` with an API key'];
  return { ...texts, '/llms.txt': [INTRODUCTION, '## Documents', ...lines, '', '## Interfaces', ...api, ''].join('\n') };
}
