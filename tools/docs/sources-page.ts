import { openSourceList } from '../../src/wiring/enrichment.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { FACT_MODULES, type FactModule, type SourceDescription } from '../../src/facts/fact-modules.js';
import { table } from './table.js';

/** What a module's shipped data cannot tell, and what an operator connects for it. */
const NOTES: Readonly<Partial<Record<FactModule, string>>> = {
  email: `\`smtp-dialogue\` checks with the mail server whether a mailbox accepts mail. A verifier (\`kickbox\`, \`ipqualityscore\`, \`reacher\`)
can be queried as well, or instead. Without either, \`deliverable\`, \`acceptAll\` and v2's \`exists\` are null for most addresses, and v2's
\`unverified\` says why: \`no_source\`, or \`port_25_closed\` if \`SMTP_PROBE\` is on, but the network blocks mail servers, as most clouds
do. Then connect a verifier. A verifier gets the whole address, and bills each query. It is not queried about people who opted out, or if the
domain accepts no mail. Only a clear yes or no counts. Risky, unknown, catch-all and contradicting answers give null with a code.`,
  phone: `In North America (+1) the numbering plan does not distinguish mobile from fixed lines, and its data has no carriers: \`carrier\` is
null there, and \`lineType\` is \`fixed_line_or_mobile\` for ordinary numbers. Only toll-free, premium and personal numbers can be recognised by
their range. For carrier and line type, connect \`twilio\` or \`telnyx\`, which also know ported numbers.`,
  ip: `Without a provider, \`connectionType\` is the kind of the network, not of the line; \`riskScore\` weighs Tor (75), VPN (35) and
hosting (25). \`docs/risk.md\` says how reliable each is.`,
  breaches: `What each source gets: \`haveibeenpwned\` gets six hexadecimal digits of the address's SHA-1, which some 400 addresses share, and
answers for all of them; this needs a plan with k-anonymity. With \`HIBP_WHOLE_ADDRESS\` it gets the address. \`leakcheck\` gets 24 digits
of the SHA-256, with which somebody who guesses the address can check the guess; it gets usernames unchanged. Addresses with letters beyond
ASCII are not queried by digest. \`xposedornot\` gets the address. \`breach_index\` sends nothing. Names of breaches, \`dataClasses\` and
\`stealerLog\` come from lists that are the same for everybody, or from the answer itself.`,
};

const TITLE: Readonly<Record<FactModule, string>> = {
  email: 'E-mail details',
  phone: 'Phone details',
  ip: 'IP details',
  breaches: 'Breaches',
  webMentions: 'Web mentions',
};

function row({ name, configured, settings, dataDate, licence, credit }: SourceDescription): string[] {
  const by = settings.map((setting) => `\`${setting}\``).join(', ');
  return [`\`${name}\``, configured ? 'on' : 'off', by, dataDate?.slice(0, 10) ?? '', licence, credit ?? ''];
}

/** The sources of an installation that has no settings. */
export async function sourcesByDefault(): Promise<readonly SourceDescription[]> {
  const lifecycle = new Lifecycle();
  const sources = openSourceList(lifecycle, { config: readConfig({}), index: null }).list();
  await lifecycle.close();
  return sources;
}

/** docs/sources.md: where facts come from, and whom to credit. */
export async function sourcesPage(): Promise<string> {
  const sources = await sourcesByDefault();
  const parts = FACT_MODULES.map((module) => {
    const rows = sources.filter((source) => source.module === module).map(row);
    const known = table(['Source', 'By default', 'Settings', 'Data of', 'Licence or terms', 'Credit'], rows);
    return `## ${TITLE[module]} (\`${module}\`)\n${known}${NOTES[module] ? `\n\n${NOTES[module]}` : ''}`;
  });
  return `# Sources
<!-- Written by \`npm run docs\` from the sources' own descriptions. -->

Where the modules get their facts. \`GET /v2/sources\` returns the same list for a running service, with what is configured there. A source
that is off is never queried; a module without any source is null, which means "not checked". Your own breach index is on once you have
imported something (\`footprint breaches import\`). Show the credits wherever you show the facts to people. \`docs/env.md\` explains the settings.

${parts.join('\n\n')}
`;
}
