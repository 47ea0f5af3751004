import { openSourceList } from '../../src/wiring/enrichment.js';
import { Lifecycle } from '../../src/wiring/lifecycle.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { FACT_MODULES, type FactModule, type SourceDescription } from '../../src/facts/fact-modules.js';
import { cell } from './errors-page.js';

/** What a module's shipped data cannot tell, and what an operator connects for it. */
const NOTES: Readonly<Partial<Record<FactModule, string>>> = {
  email: `\`smtp-dialogue\` asks the mail server whether a mailbox accepts mail; a verifier (\`kickbox\`, \`ipqualityscore\`, \`reacher\`)
can be asked beside it or instead. Without either, \`deliverable\`, \`acceptAll\` and v2's \`exists\` are null for most addresses, and v2's \`unverified\` says why:
\`no_source\`, or \`port_25_closed\` where \`SMTP_PROBE\` is on and the network lets the worker reach no mail server, as in most clouds: connect
a verifier. A verifier is told the whole address and bills each question. It is not asked about people who opted out, or if the domain
accepts no mail. Only a clear yes or no counts. Risky, unknown and catch-all give null with a code, and so do two sources that
contradict each other.`,
  phone: `In North America (+1) the numbering plan does not tell mobile from fixed lines, and its data has no carriers: \`carrier\` is
null there, \`lineType\` is \`fixed_line_or_mobile\` for ordinary numbers, and only toll-free, premium and personal numbers are known
by their range. For carrier and line type connect \`twilio\` or \`telnyx\`, which also know ported numbers.`,
  ip: `Without a provider, \`connectionType\` is the kind of the network, not of the line; \`riskScore\` weighs Tor (75), VPN (35) and
hosting (25). How sure each is: \`docs/risk.md\`.`,
  breaches: `What others are sent about an e-mail address: \`haveibeenpwned\` sees six hexadecimal digits of its SHA-1, which some 400
addresses share, and answers for all of them; that needs a plan with k-anonymity. With \`HIBP_WHOLE_ADDRESS\` it sees the address.
\`leakcheck\` sees 24 digits of its SHA-256: not the address, but somebody who guesses it can check the guess. It sees usernames
unchanged. An address
with letters beyond ASCII is not asked about by digest. \`xposedornot\` sees the address. \`breach_index\` asks nobody. Names of
breaches, \`dataClasses\` and \`stealerLog\` come from lists that are fetched for everybody, or from the answer itself.`,
};

const TITLE: Readonly<Record<FactModule, string>> = {
  email: 'E-mail details',
  phone: 'Phone details',
  ip: 'IP details',
  breaches: 'Breaches',
  webMentions: 'Web mentions',
};

function row({ name, configured, settings, dataDate, licence, credit }: SourceDescription): string {
  const by = settings.map((setting) => `\`${setting}\``).join(', ');
  return `| \`${name}\` | ${configured ? 'on' : 'off'} | ${by} | ${dataDate?.slice(0, 10) ?? ''} | ${cell(licence)} | ${cell(credit ?? '')} |`;
}

/** docs/sources.md: where facts come from, and whom to credit. */
export async function sourcesPage(): Promise<string> {
  const lifecycle = new Lifecycle();
  const sources = openSourceList(lifecycle, { config: readConfig({}), index: null }).list();
  await lifecycle.close();
  const parts = FACT_MODULES.map((module) => {
    const rows = sources.filter((source) => source.module === module).map(row);
    return `## ${TITLE[module]} (\`${module}\`)\n| Source | By default | Settings | Data of | Licence or terms | Credit |\n|---|---|---|---|---|---|\n${rows.join('\n')}${NOTES[module] ? `\n\n${NOTES[module]}` : ''}`;
  });
  return `# Sources
<!-- Written by \`npm run docs\` from the sources' own descriptions. -->

Where the modules have their facts from. \`GET /v2/sources\` tells the same of a running service, with what is configured there.
A source that is off is never asked; a module without any is null: not checked. The operator's own breach index is on once
something was imported into it (\`footprint breaches import\`). Credits are to be shown wherever the facts are shown to people.
Settings are explained in \`docs/env.md\`.

${parts.join('\n\n')}
`;
}
