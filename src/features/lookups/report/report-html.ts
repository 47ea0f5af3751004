/** A finished or running lookup as one HTML file without scripts, which prints well and can be kept. */
import { byAge, claimedNameText, profileNotes } from './profile-labels.js';
import { type InconclusiveReason, traitsOf } from '../../../engine/evaluation/verdict.js';
import { html, type Markup } from './markup.js';
import { FOOT, STYLE } from './report-style.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';
import type { LookupBodyV2, Omission, ShownResult } from '../routes/shared/v2/body-schemas.js';
import { comparisonsByWeight } from './comparisons.js';
import {
  dayText,
  emailRows,
  exposedText,
  type FactRow,
  FAILURE_WORDS,
  ipRows,
  isSourceFailure,
  KIND_WORDS,
  LEVEL_WORDS,
  METHOD_WORDS,
  MODULE_WORDS,
  phoneRows,
  seenText,
  sourceText,
  STATE_WORDS,
} from './labels.js';

/** Accounts beyond which the print is smaller. */
const MANY = 200;

/** A policy of its own, wherever the file is opened: nothing is loaded, nothing is run. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * A lookup as a document, on the screen and on A4.
 *
 * @param omissions all of the lookup's, to list their platforms; absent: they are only counted
 */
export function reportHtml(body: LookupBodyV2, omissions: readonly Omission[] = []): string {
  return `<!doctype html>\n${html`<html lang="en"${body.matches > MANY ? html` class="dense"` : ''}>
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>Lookup ${body.lookupId}</title>
    <style>${STYLE}${body.simulated || body.test ? FOOT : ''}
    </style>
  </head>
  <body>
    ${headOf(body)}
    ${riskOf(body)}
    ${consistencyOf(body)}
    ${accountsOf(body)}
    ${linkedAccountsOf(body)}
    ${detailsOf(body)}
    ${breachesOf(body)}
    ${mentionsOf(body)}
    ${failedSources(body)}
    ${omissionsOf(body, omissions)}
    ${absentOf(body)}
  </body>
</html>
`}`;
}

const when = (iso: string | null): string => (iso === null ? '–' : `${dayText(iso)}, ${iso.slice(11, 16)} UTC`);
const section = (title: string, content: Markup): Markup => html`<section><h2>${title}</h2>${content}</section>`;
/** Widths of columns whose words are short; the others share the rest. In rem: a word that fits is never broken. */
const WIDTHS: Readonly<Record<string, number>> = {
  Platform: 13.5,
  From: 8,
  Source: 8,
  Date: 8,
  Checked: 7.5,
  Points: 5,
  Checks: 5,
  Outcome: 7,
};
const NUMBERS = new Set(['Points', 'Checks']);
const headOfColumn = (name: string): Markup =>
  html`<th scope="col"${WIDTHS[name] ? html` style="width: ${WIDTHS[name]}rem"` : ''}${NUMBERS.has(name) ? html` class="number"` : ''}>${name}</th>`;
type Cell = Markup | string | number;
const cellOf = (head: string | undefined, content: Cell): Markup =>
  html`<td${head !== undefined && NUMBERS.has(head) ? html` class="number"` : ''}>${content}</td>`;
/** The style shows the names of columns before their cells where the screen is too narrow for a table. */
const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup =>
  html`<table style="${heads.map((head, index) => `--c${index + 1}: "${head}"`).join('; ')}"><thead><tr>${heads.map(headOfColumn)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((content, index) => cellOf(heads[index], content))}</tr>`,
  )}</tbody></table>`;

const muted = (text: string | null): Markup | string => (text === null ? '' : html` <span class="muted">– ${text}</span>`);

function headOf(body: LookupBodyV2): Markup {
  const identities = body.identities.map(
    ({ type, value, normalized, suppressed, seen }) =>
      html`<tr><th scope="row">${KIND_WORDS[type]}</th><td>${value}${normalized === value ? '' : html` <span class="muted">(looked up as ${normalized})</span>`}${
        suppressed ? html` <span class="muted">– opted out, not looked up</span>` : ''
      }${muted(seenText({ seen }))}</td></tr>`,
  );
  const counts = `${body.results.filter(({ registered }) => registered).length} registered, ${
    body.results.filter(({ registered }) => !registered).length
  } not registered, ${body.omitted} without a confident answer`;
  return html`<header>
      <h1>Identity report</h1>
      <p class="muted">Lookup ${body.lookupId}</p>
      ${body.simulated ? html`<p class="notice">Simulated: no platform was contacted, and the answers are made up.</p>` : ''}
      ${body.test ? html`<p class="notice">Test: made with a test key, and the answers are made up.</p>` : ''}
      <table><tbody>
        ${identities}
        <tr><th scope="row">Accepted</th><td>${when(body.createdAt)}</td></tr>
        <tr><th scope="row">Finished</th><td>${body.status === 'finished' ? when(body.finishedAt) : 'not yet: this report shows the results so far'}</td></tr>
        ${body.claimedName === null ? '' : html`<tr><th scope="row">Name given</th><td>${claimedNameText(body.claimedName)}</td></tr>`}
        ${body.claimedCompany === null ? '' : html`<tr><th scope="row">Company given</th><td>${body.claimedCompany}</td></tr>`}
        ${body.claimedCountry === null ? '' : html`<tr><th scope="row">Country given</th><td>${body.claimedCountry}</td></tr>`}
        ${body.purpose === null ? '' : html`<tr><th scope="row">Purpose</th><td>${body.purpose}</td></tr>`}
        <tr><th scope="row">Platforms</th><td>${counts}</td></tr>
      </tbody></table>
    </header>`;
}

function riskOf({ risk }: LookupBodyV2): Markup {
  if (risk.score === null) return section('Risk', html`<p>No check was answered, so there is no score.</p>`);
  const rows = risk.reasons.map(({ module, impact, message }) => [message, MODULE_WORDS[module], impact > 0 ? `+${impact}` : impact]);
  return section(
    'Risk',
    html`<p><strong>${risk.score}</strong> of 100 (${LEVEL_WORDS[risk.level]}), with a confidence of ${risk.confidence} of 100. The points add up to the score. Model ${
      risk.modelVersion
    }.</p>${table(['Reason', 'From', 'Points'], rows)}`,
  );
}

function consistencyOf({ consistency }: LookupBodyV2): Markup {
  if (consistency.length === 0) return html``;
  const rows = comparisonsByWeight(consistency).map(({ title, word, message }) => [title, word, message]);
  return section('Consistency', table(['What is compared', 'Outcome', 'Why'], rows));
}

function accountsOf({ results, derived, identities }: LookupBodyV2): Markup {
  const registered = byAge(results.filter((result) => result.registered));
  const several = identities.length > 1;
  const hasAddresses = registered.some(({ profile }) => profile?.url);
  const hasProfiles = registered.some(({ profile }) => profile && profileNotes(profile).length > 0);
  const row = ({ name, identity, method, checkedAt, mailboxProvider, profile }: ShownResult): Cell[] => [
    html`${breakable(name)}${mailboxProvider ? html` <span class="muted">(came with the e-mail address)</span>` : ''}`,
    ...(hasAddresses ? [addressOf(profile?.url)] : []),
    ...(several ? [identity.value] : []),
    ...(hasProfiles ? [profile ? profileNotes(profile).join(' · ') : ''] : []),
    METHOD_WORDS[method].replace(/^(?:its|a|the) /, ''),
    dayText(checkedAt),
  ];
  const heads = [
    'Platform',
    ...(hasAddresses ? ['Address'] : []),
    ...(several ? ['Identity'] : []),
    ...(hasProfiles ? ['The account, oldest first'] : []),
    'Source',
    'Checked',
  ];
  const guesses = derived.filter((result) => result.registered);
  return html`${section(
    `Registered (${registered.length})`,
    registered.length === 0 ? html`<p>No platform reported an account.</p>` : table(heads, registered.map(row)),
  )}${
    guesses.length === 0
      ? ''
      : section(
          `Possibly somebody else (${guesses.length})`,
          html`<p>Accounts with a username taken from the e-mail address. They may belong to somebody else and are not counted.</p>${table(
            ['Platform', 'Username', 'Checked'],
            guesses.map(({ name, handle, checkedAt }) => [name, handle, dayText(checkedAt)]),
          )}`,
        )
  }`;
}

function linkedAccountsOf({ linkedAccounts }: LookupBodyV2): Markup {
  if (linkedAccounts.length === 0) return html``;
  const rows = linkedAccounts.map(({ name, handle, url, source, identity, checkedAt }) => [
    name,
    handle,
    addressOf(url),
    `${source.name}, probed for ${identity.value}`,
    dayText(checkedAt),
  ]);
  return section(
    `Linked accounts (${linkedAccounts.length})`,
    html`<p>Handles that platforms revealed in their answers. They were not looked up and are not counted.</p>${table(
      ['Platform', 'Handle', 'Address', 'Revealed by', 'Checked'],
      rows,
    )}`,
  );
}

function detailsOf({ modules }: LookupBodyV2): Markup {
  const cards = [
    ...(modules.email ?? []).map((finding) => card('E-mail', finding, emailRows(finding))),
    ...(modules.phone ?? []).map((finding) => card('Phone', finding, phoneRows(finding))),
    ...(modules.ip ?? []).map((finding) => card('IP address', finding, ipRows(finding))),
  ];
  return cards.length === 0 ? html`` : section('Details', html`${cards}`);
}

type Finding = Pick<NonNullable<LookupBodyV2['modules']['email']>[number], 'identity' | 'state'>;

function card(title: string, { identity, state }: Finding, rows: readonly FactRow[]): Markup {
  return html`<h3>${title}: ${identity.value}</h3>${
    state === 'answered'
      ? html`<table><tbody>${rows.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value ?? 'not known'}</td></tr>`)}</tbody></table>`
      : html`<p>${STATE_WORDS[state]}</p>`
  }`;
}

function breachesOf({ modules }: LookupBodyV2): Markup {
  if (modules.breaches === null) return html``;
  const parts = modules.breaches.map(({ identity, state, facts }) => {
    const sorted = [...(facts ?? [])].sort((a, b) => (a.date < b.date ? 1 : -1));
    if (state !== 'answered') return html`<p>${identity.value}: ${STATE_WORDS[state]}</p>`;
    if (sorted.length === 0) return html`<p>${identity.value}: checked, nothing found.</p>`;
    return html`<h3>${identity.value}</h3>${table(
      ['Date', 'Breach', 'Exposed'],
      sorted.map((breach) => [dayText(breach.date), breach.name, exposedText(breach) ?? 'not known']),
    )}`;
  });
  return section('Breaches', html`${parts}`);
}

function mentionsOf({ modules }: LookupBodyV2): Markup {
  if (modules.webMentions === null) return html``;
  const parts = modules.webMentions.map(({ identity, state, facts }) => {
    if (state !== 'answered') return html`<p>${identity.value}: ${STATE_WORDS[state]}</p>`;
    if (!facts?.length) return html`<p>${identity.value}: checked, nothing found.</p>`;
    const items = facts.map(
      ({ title, url, snippet, matchConfidence }) =>
        html`<li>${linkTo(url, title || url)} <span class="muted">${matchConfidence}</span><br>${snippet}<br><span class="muted">${url}</span></li>`,
    );
    return html`<h3>${identity.value}</h3><ul>${items}</ul>`;
  });
  return section('Web mentions', html`${parts}`);
}

/** A link for http(s) only: `javascript:` and the like stay text. */
function linkTo(url: string, title: string | Markup): Markup {
  const parsed = parseUrl(url);
  const isWeb = parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
  return isWeb ? html`<a href="${parsed.href}" rel="noopener noreferrer nofollow">${title}</a>` : html`${title}`;
}

/** A name or address with places where a line may end: after its dots and slashes, and never inside a word. */
const breakable = (text: string): Markup =>
  html`${text.split(/(?<=[./])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;

/** The address of an account, to be read on paper: without the scheme that all have. */
const addressOf = (url: string | null | undefined): Markup | string =>
  url && /^https?:/i.test(url) ? linkTo(url, breakable(url.replace(/^https:\/\/|\/$/g, ''))) : '';

function failedSources({ modules }: LookupBodyV2): Markup {
  const failed = Object.values(modules).flatMap((findings) =>
    (findings ?? []).flatMap(({ identity, sources }) =>
      sources.flatMap(({ source, failure }) =>
        failure !== null && isSourceFailure(failure)
          ? [html`<li>${sourceText(source)} ${FAILURE_WORDS[failure]} (${identity.value}).</li>`]
          : [],
      ),
    ),
  );
  return failed.length === 0 ? html`` : section('Sources that did not answer', html`<ul>${failed}</ul>`);
}

function omissionsOf({ omissions, identities }: LookupBodyV2, listed: readonly Omission[]): Markup {
  if (omissions.total === 0) return html``;
  const reasons = (Object.entries(omissions.byReason) as [InconclusiveReason, number][]).sort((a, b) => b[1] - a[1]);
  const lists = reasons.map(([reason]) => {
    const alike = listed.filter(({ code }) => code === reason).map(({ platform, identity }) => ({ name: platform, identity }));
    return alike.length === 0 ? '' : html`<h3>${traitsOf(reason).sentence}</h3>${namesOf(alike, identities.length > 1)}`;
  });
  return section(
    `Without a confident answer (${omissions.total})`,
    html`<p>These are neither a “yes” nor a “no”.</p>${table(
      ['Why', 'Checks'],
      reasons.map(([reason, count]) => [traitsOf(reason).sentence, count]),
    )}${lists}`,
  );
}

function absentOf({ results, identities }: LookupBodyV2): Markup {
  const absent = results.filter((result) => !result.registered);
  return absent.length === 0 ? html`` : section(`Not registered (${absent.length})`, namesOf(absent, identities.length > 1));
}

/** Names of platforms, those of each identity below it when there are several. */
function namesOf(all: readonly Pick<ShownResult, 'name' | 'identity'>[], several: boolean): Markup {
  const values = [...new Set(all.map(({ identity }) => identity.value))];
  return html`${values.map((value) => {
    const names = all.filter(({ identity }) => identity.value === value).map(({ name }) => html`<li>${name}</li>\n`);
    return html`${several ? html`<p class="muted">${value}</p>` : ''}<ul class="names">${names}</ul>`;
  })}`;
}
