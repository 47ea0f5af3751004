/** A finished or running lookup as one HTML file without scripts, which prints well and can be kept. */
import { byAge, claimedNameText, profileNotes } from './profile-labels.js';
import { type InconclusiveReason, traitsOf } from '../../../engine/evaluation/verdict.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';
import type { LookupBodyV2 } from '../routes/shared/v2/body-schemas.js';
import type { ShownResult } from '../routes/shared/v2/body-schemas.js';
import {
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
  STATE_WORDS,
} from './labels.js';

/** HTML in which every value is escaped: what came from outside can never become an element or an attribute. */

/** Markup that may be written as it is. */
export class Markup {
  /** @param text only what `html` has made, or a literal of the program */
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Value = Markup | string | number | null | undefined | readonly Value[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Controls that no document may hold, and those that turn the direction of what follows: a name could disguise its neighbours. */
const UNWANTED = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\ufffe\uffff]/gu;

export const escapeHtml = (text: string): string => text.replace(UNWANTED, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const write = (value: Value): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.map(write).join('');
  return escapeHtml(String(value));
};

/** A template whose values are escaped, but for markup of other templates. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(parts.map((part, index) => part + (index < values.length ? write(values[index]) : '')).join(''));

const STYLE = html`
    :root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1c1f22; background: #fff; }
    body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
    h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #d5d7da; padding-bottom: .25rem; break-after: avoid; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; break-after: avoid; }
    table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ebecee; }
    th { font-weight: 600; color: #5b6269; font-size: .85rem; }
    td.number { text-align: right; }
    thead { display: table-header-group; }
    tr, li { break-inside: avoid; }
    .muted { color: #5b6269; }
    .columns { columns: 3 12rem; padding: 0; list-style: none; }
    @page { margin: 18mm; }
    @media print { body { margin: 0; max-width: none; } a { color: inherit; text-decoration: none; } }`;

/** A policy of its own, wherever the file is opened: nothing is loaded, nothing is run. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** @returns the whole document */
export function reportHtml(body: LookupBodyV2): string {
  return `<!doctype html>\n${html`<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>Lookup ${body.lookupId}</title>
    <style>${STYLE}
    </style>
  </head>
  <body>
    ${headOf(body)}
    ${riskOf(body)}
    ${accountsOf(body)}
    ${linkedAccountsOf(body)}
    ${detailsOf(body)}
    ${breachesOf(body)}
    ${mentionsOf(body)}
    ${failedSources(body)}
    ${omissionsOf(body)}
    ${absentOf(body)}
  </body>
</html>
`}`;
}

const when = (iso: string | null): string => (iso === null ? '–' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
const section = (title: string, content: Markup): Markup => html`<section><h2>${title}</h2>${content}</section>`;
const table = (heads: readonly string[], rows: readonly Markup[]): Markup =>
  html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;

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
      <table><tbody>
        ${identities}
        <tr><th scope="row">Accepted</th><td>${when(body.createdAt)}</td></tr>
        <tr><th scope="row">Finished</th><td>${body.status === 'finished' ? when(body.finishedAt) : 'not yet: this report shows the results so far'}</td></tr>
        ${body.claimedName === null ? '' : html`<tr><th scope="row">Name given</th><td>${claimedNameText(body.claimedName)}</td></tr>`}
        ${body.purpose === null ? '' : html`<tr><th scope="row">Purpose</th><td>${body.purpose}</td></tr>`}
        ${body.test ? html`<tr><th scope="row">Test</th><td>Made with a test key: the answers are invented</td></tr>` : ''}
        <tr><th scope="row">Platforms</th><td>${counts}</td></tr>
      </tbody></table>
    </header>`;
}

function riskOf({ risk }: LookupBodyV2): Markup {
  if (risk.score === null) return section('Risk', html`<p>No check was answered, so there is no score.</p>`);
  const rows = risk.reasons.map(
    ({ module, impact, message }) =>
      html`<tr><td>${message}</td><td>${MODULE_WORDS[module]}</td><td class="number">${impact > 0 ? `+${impact}` : impact}</td></tr>`,
  );
  return section(
    'Risk',
    html`<p><strong>${risk.score}</strong> of 100 (${LEVEL_WORDS[risk.level]}), with a confidence of ${risk.confidence} of 100. The points add up to the score. Model ${
      risk.modelVersion
    }.</p>${table(['Reason', 'From', 'Points'], rows)}`,
  );
}

function accountsOf({ results, derived, identities }: LookupBodyV2): Markup {
  const registered = byAge(results.filter((result) => result.registered));
  const several = identities.length > 1;
  const hasProfiles = registered.some(({ profile }) => profile && profileNotes(profile).length > 0);
  const row = ({ name, identity, method, checkedAt, mailboxProvider, profile }: ShownResult): Markup =>
    html`<tr><td>${profile?.url ? linkTo(profile.url, name) : name}${mailboxProvider ? html` <span class="muted">(came with the e-mail address)</span>` : ''}</td>${
      several ? html`<td>${identity.value}</td>` : ''
    }${hasProfiles ? html`<td>${profile ? profileNotes(profile).join(' · ') : ''}</td>` : ''}<td>${METHOD_WORDS[method]}</td><td>${when(checkedAt)}</td></tr>`;
  const heads = ['Platform', ...(several ? ['Identity'] : []), ...(hasProfiles ? ['The account, oldest first'] : []), 'Source', 'Checked'];
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
            guesses.map(({ name, handle, checkedAt }) => html`<tr><td>${name}</td><td>${handle}</td><td>${when(checkedAt)}</td></tr>`),
          )}`,
        )
  }`;
}

function linkedAccountsOf({ linkedAccounts }: LookupBodyV2): Markup {
  if (linkedAccounts.length === 0) return html``;
  const rows = linkedAccounts.map(
    ({ name, handle, url, source, identity, checkedAt }) =>
      html`<tr><td>${name}</td><td>${url === null ? handle : linkTo(url, handle)}</td><td>${source.name}, probed for ${identity.value}</td><td>${when(checkedAt)}</td></tr>`,
  );
  return section(
    `Linked accounts (${linkedAccounts.length})`,
    html`<p>Handles that platforms revealed in their answers. They were not looked up and are not counted.</p>${table(
      ['Platform', 'Handle', 'Revealed by', 'Checked'],
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
      sorted.map((breach) => html`<tr><td>${breach.date}</td><td>${breach.name}</td><td>${exposedText(breach) ?? 'not known'}</td></tr>`),
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
function linkTo(url: string, title: string): Markup {
  const parsed = parseUrl(url);
  const isWeb = parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
  return isWeb ? html`<a href="${parsed.href}" rel="noopener noreferrer nofollow">${title}</a>` : html`${title}`;
}

function failedSources({ modules }: LookupBodyV2): Markup {
  const failed = Object.values(modules).flatMap((findings) =>
    (findings ?? []).flatMap(({ identity, sources }) =>
      sources.flatMap(({ source, failure }) =>
        failure !== null && isSourceFailure(failure) ? [html`<li>${source} ${FAILURE_WORDS[failure]} (${identity.value}).</li>`] : [],
      ),
    ),
  );
  return failed.length === 0 ? html`` : section('Sources that did not answer', html`<ul>${failed}</ul>`);
}

function omissionsOf({ omissions }: LookupBodyV2): Markup {
  if (omissions.total === 0) return html``;
  const reasons = (Object.entries(omissions.byReason) as [InconclusiveReason, number][]).sort((a, b) => b[1] - a[1]);
  return section(
    `Without a confident answer (${omissions.total})`,
    html`<p>These are neither a “yes” nor a “no”.</p>${table(
      ['Why', 'Checks'],
      reasons.map(([reason, count]) => html`<tr><td>${traitsOf(reason).sentence}</td><td class="number">${count}</td></tr>`),
    )}`,
  );
}

function absentOf({ results, identities }: LookupBodyV2): Markup {
  const absent = results.filter((result) => !result.registered);
  const several = identities.length > 1;
  const items = absent.map(
    ({ name, identity }) => html`<li>${name}${several ? html` <span class="muted">${identity.value}</span>` : ''}</li>`,
  );
  return absent.length === 0 ? html`` : section(`Not registered (${absent.length})`, html`<ul class="columns">${items}</ul>`);
}
